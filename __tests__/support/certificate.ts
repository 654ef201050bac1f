/**
 * A certificate authority and a server certificate for 127.0.0.1 and `SERVER_NAME`, created on
 * demand.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhere } from './describe-where.ts';

/** A name that no resolver knows: only a proxy leads to it. */
export const SERVER_NAME = 'agents.example.com';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** File of the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
}

/** Null if openssl is not installed. */
function makeCertificate(): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (command: string): void =>
    void execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
  try {
    const fresh = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
    const signed = '-CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names';
    writeFileSync(at('names'), `subjectAltName=IP:127.0.0.1,DNS:${SERVER_NAME}\n`);
    openssl(`req -x509 ${fresh} -days 2 -subj /CN=Authority -keyout ca.key -out ca.pem`);
    openssl(`req ${fresh} -subj /CN=127.0.0.1 -keyout server.key -out server.csr`);
    openssl(`x509 -req -in server.csr ${signed} -out server.pem`);
  } catch {
    return null;
  }
  const text = (name: string): string => readFileSync(at(name), 'utf8');
  return { key: text('server.key'), cert: text('server.pem'), caFile: at('ca.pem') };
}

/** Tests that need a server with a certificate. */
export function describeWithCertificate(
  name: string,
  tests: (certificate: Certificate) => void,
): void {
  const certificate = makeCertificate();
  const missing =
    certificate === null ? 'There is no openssl here to make a certificate with.' : null;
  describeWhere(missing, name, () => tests(certificate ?? { key: '', cert: '', caFile: '' }));
}
