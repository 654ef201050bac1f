/** The runner through `@actions/core`, and a host that redacts whatever passes through it. */
import type * as core from '@actions/core';
import type { Files, Host } from '../ports.ts';

type Core = Pick<
  typeof core,
  | 'getInput'
  | 'setSecret'
  | 'setOutput'
  | 'saveState'
  | 'getState'
  | 'info'
  | 'startGroup'
  | 'endGroup'
  | 'notice'
  | 'warning'
  | 'error'
  | 'debug'
  | 'isDebug'
>;

export interface HostOptions {
  readonly core: Core;
  /** `GITHUB_STEP_SUMMARY`; empty outside a runner. */
  readonly summaryFile: string;
  readonly files: Pick<Files, 'append'>;
  /** Called once when the step is to be red. */
  readonly onFail: () => void;
}

export function createHost({ core, summaryFile, files, onFail }: HostOptions): Host {
  return {
    input: (name) => core.getInput(name),
    mask: (value) => core.setSecret(value),
    output: (name, value) => core.setOutput(name, value),
    saveState: (name, value) => core.saveState(name, value),
    state: (name) => core.getState(name),
    line: (text) => core.info(text),
    startGroup: (title) => core.startGroup(title),
    endGroup: () => core.endGroup(),
    notice: (message, properties) => core.notice(message, properties),
    warning: (message, properties) => core.warning(message, properties),
    error: (message, properties) => core.error(message, properties),
    debug: (message) => core.debug(message),
    debugging: () => core.isDebug(),
    summary: (markdown) => {
      if (summaryFile !== '') files.append(summaryFile, markdown);
      return Promise.resolve();
    },
    fail: onFail,
  };
}

type Redact = (text: string) => string;

/**
 * The same host, but nothing leaves through it with a secret in it: the runner's masking is only the second line of
 * defence, and does not reach files.
 */
export function redactingHost(host: Host, redact: Redact): Host {
  const properties = (given: { readonly title?: string } | undefined): { readonly title?: string } =>
    given?.title === undefined ? {} : { title: redact(given.title) };
  return {
    ...host,
    output: (name, value) => host.output(name, redact(value)),
    saveState: (name, value) => host.saveState(name, redact(value)),
    line: (text) => host.line(redact(text)),
    startGroup: (title) => host.startGroup(redact(title)),
    notice: (message, given) => host.notice(redact(message), properties(given)),
    warning: (message, given) => host.warning(redact(message), properties(given)),
    error: (message, given) => host.error(redact(message), properties(given)),
    debug: (message) => host.debug(redact(message)),
    summary: (markdown) => host.summary(redact(markdown)),
  };
}

/** The same files, but nothing is written with a secret in it. */
export function redactingFiles(files: Files, redact: Redact): Files {
  return {
    ...files,
    write: (path, text) => files.write(path, redact(text)),
    append: (path, text) => files.append(path, redact(text)),
  };
}
