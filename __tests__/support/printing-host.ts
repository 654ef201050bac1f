/**
 * An in-memory host that also prints commands like the runner's package does, as a runner would
 * read them.
 */
import type { AnnotationProperties } from '../../src/runner/port.ts';
import type { MemoryHost } from './memory-host.ts';

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

interface Printing {
  readonly host: MemoryHost;
  readonly stdout: () => string;
  /** How often the action itself issued a command with this name. */
  readonly given: (name: string) => number;
}

/** Makes the given host print. Modifies the host, so that existing references print as well. */
export function printing(host: MemoryHost): Printing {
  const written: string[] = [];
  const counts = new Map<string, number>();
  const issue = (name: string, message: string, title?: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const properties = title === undefined || title === '' ? '' : ` title=${escapeProperty(title)}`;
    written.push(`::${name}${properties}::${escapeData(message)}`);
  };
  const then =
    <Rest extends readonly unknown[]>(
      first: (...given: Rest) => void,
      second: (...given: Rest) => void,
    ) =>
    (...given: Rest): void => {
      first(...given);
      second(...given);
    };
  const note = (name: string) => (message: string, properties?: AnnotationProperties) =>
    issue(name, message, properties?.title);
  Object.assign(host, {
    line: then(host.line, (text) => written.push(text)),
    startGroup: then(host.startGroup, (title) => issue('group', title)),
    endGroup: then(host.endGroup, () => issue('endgroup', '')),
    notice: then(host.notice, note('notice')),
    warning: then(host.warning, note('warning')),
    error: then(host.error, note('error')),
    debug: then(host.debug, (message) => issue('debug', message)),
    mask: then(host.mask, (value) => issue('add-mask', value)),
  });
  return { host, stdout: () => `${written.join('\n')}\n`, given: (name) => counts.get(name) ?? 0 };
}
