/**
 * A CycloneDX bill of materials of a bundle. Deterministic, so it can be committed and compared.
 */
import { createHash } from 'node:crypto';
import type { Package } from './bundled.ts';
import { HELD } from './licenses.ts';

interface SbomSources {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly Package[];
  /** The `integrity` of a package in the lock file. */
  readonly integrityOf: (found: Package) => string | undefined;
}

export function sbomOf({ name, version, packages, integrityOf }: SbomSources): string {
  const components = packages.flatMap((found) => [
    componentOf(found, integrityOf(found)),
    ...heldBy(found),
  ]);
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: `urn:uuid:${uuidOf(JSON.stringify([name, version, components]))}`,
      version: 1,
      metadata: { component: { 'bom-ref': name, type: 'application', name, version } },
      components,
    },
    null,
    2,
  )}\n`;
}

function componentOf({ name, version, license }: Package, integrity: string | undefined): object {
  const [scope, ...rest] = name.split('/');
  const purl = `pkg:npm/${rest.length === 0 ? name : `${encodeURIComponent(String(scope))}/${rest.join('/')}`}@${version}`;
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(license !== null && { licenses: [{ license: { id: license } }] }),
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  };
}

function heldBy({ name, version }: Package): readonly object[] {
  const held = HELD[name];
  return held === undefined
    ? []
    : [
        {
          'bom-ref': `${held.name}-in-${name}@${version}`,
          type: 'library',
          name: held.name,
          description: `as WebAssembly in ${name} ${version}`,
          licenses: [{ license: { id: held.license } }],
        },
      ];
}

/** A UUID derived from the content (version 8, RFC 9562), because some tools require one. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
