/** Access to the runner through `@actions/core`, and a wrapper that redacts all values. */
import type * as core from '@actions/core';
import { once } from 'node:events';
import { EOL } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import type { AnnotationProperties, Env, Files, Host } from './port.ts';
import { annotation } from '../safe/job-log.ts';
import type { Redact } from '../safe/redaction.ts';
import { messageOf } from '../safe/text.ts';
import { createPathPolicy } from './path-policy.ts';

/** The version of this action, as in package.json (a test checks that they are equal). */
export const VERSION = '1.0.0';
/** As it names itself to people. */
export const ACTION = `agent-run-action ${VERSION}`;

/** The longest summary, in bytes of UTF-8. The runner drops one over 1 MiB completely. */
export const SUMMARY_MAX_BYTES = 900_000;

/** A runner that reads no more holds the step up for so long at most, each time. */
const DRAIN_MAX_MS = 5_000;

interface HostOptions {
  readonly core: typeof core;
  /** To which `core` prints. */
  readonly stdout: Writable;
  /** `GITHUB_STEP_SUMMARY`, or empty outside a runner. */
  readonly summaryFile: string;
  readonly files: Pick<Files, 'append' | 'realPath'>;
  /** Called once if the step fails. */
  readonly onFail: () => void;
}

export function createHost({ core, stdout, summaryFile, files, onFail }: HostOptions): Host {
  return {
    input: (name) => core.getInput(name),
    mask: (value) => core.setSecret(value),
    output: (name, value) => core.setOutput(name, value),
    saveState: (name, value) => core.saveState(name, value),
    state: (name) => core.getState(name),
    line: (text) => core.info(text),
    block: (lines) => core.info(lines.join(EOL)),
    drained: async (signal) => {
      if (stdout.writableNeedDrain) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(DRAIN_MAX_MS)]);
        await once(stdout, 'drain', { signal: limit }).catch(() => undefined);
      }
    },
    startGroup: (title) => core.startGroup(title),
    endGroup: () => core.endGroup(),
    notice: (message, properties) => core.notice(message, properties),
    warning: (message, properties) => core.warning(message, properties),
    error: (message, properties) => core.error(message, properties),
    debug: (message) => core.debug(message),
    debugging: () => core.isDebug(),
    summary: (markdown) => {
      if (summaryFile === '') {
        return;
      }
      // Resolves the folder alone: the file may be missing, and a link in its place is not
      // followed.
      const folder = dirname(summaryFile);
      files.append(join(files.realPath(folder) ?? folder, basename(summaryFile)), markdown);
    },
    fail: onFail,
  };
}

/**
 * Wraps a host so that secrets are redacted from everything passed to it. The runner's masking is
 * only a second line of defence and does not cover files.
 */
export function redactingHost(host: Host, redact: Redact): Host {
  const properties = ({ title }: AnnotationProperties): AnnotationProperties => ({
    title: redact(title),
  });
  return {
    ...host,
    output: (name, value) => host.output(name, redact(value)),
    saveState: (name, value) => host.saveState(name, redact(value)),
    line: (text) => host.line(redact(text)),
    block: (lines) => host.block(lines.map(redact)),
    startGroup: (title) => host.startGroup(redact(title)),
    notice: (message, given) => host.notice(redact(message), properties(given)),
    warning: (message, given) => host.warning(redact(message), properties(given)),
    error: (message, given) => host.error(redact(message), properties(given)),
    debug: (message) => host.debug(redact(message)),
    summary: (markdown) => host.summary(redact(markdown)),
  };
}

/** What to do if a file of the runner cannot be written. @param why the error's message */
export function runnerFilesAdvice(why: string): string {
  if (/ENOSPC|EDQUOT/.test(why)) {
    return 'Make room on the disk of the runner.';
  }
  if (/ENOENT|Missing file/.test(why)) {
    return 'An earlier step of the job removed a file of the runner: find out which one.';
  }
  return "Check that no earlier step of the job changes the runner's files in RUNNER_TEMP.";
}

/**
 * Wraps a host so that a runner file that cannot be written (for example because the disk is full)
 * is reported once and otherwise ignored. It must not end a step that follows a run. Missing
 * outputs fail the step, because later steps depend on them.
 */
export function sturdyHost(host: Host): Host {
  const properties = { title: 'Agent run: runner files' };
  return {
    ...host,
    output: passingOver(
      (name, value) => host.output(name, value),
      (why) => {
        const message =
          `The step outputs cannot be written (${why}), so later steps read too little from ` +
          `this one. ${runnerFilesAdvice(why)}`;
        host.error(annotation(message), properties);
        host.fail();
      },
    ),
    saveState: passingOver(
      (name, value) => host.saveState(name, value),
      (why) => {
        const message =
          `The state for the post step cannot be written (${why}): ` +
          'were this step killed, nobody could make up for it.';
        host.warning(annotation(message), properties);
      },
    ),
  };
}

/** Ignores failures, but reports the first. */
function passingOver(write: Host['output'], tell: (why: string) => void): Host['output'] {
  let told = false;
  return (name, value) => {
    try {
      write(name, value);
    } catch (error) {
      if (!told) {
        tell(messageOf(error));
      }
      told = true;
    }
  };
}

/** Wraps the files so that secrets are redacted from everything that is written. */
export function redactingFiles(files: Files, redact: Redact): Files {
  return {
    ...files,
    write: (path, text) => files.write(path, redact(text)),
    append: (path, text) => files.append(path, redact(text)),
  };
}

/**
 * Wraps the files so that each write checks the path policy again, because the path may have
 * changed since the first check.
 */
export function policedFiles(files: Files, env: Env): Files {
  const policy = createPathPolicy(env, files);
  return {
    ...files,
    makeDirectory(path) {
      const checked = policy.forWriting(path);
      if (!checked.ok) {
        throw new Error(`The folder "${path}", ${checked.why}, is not created`);
      }
      files.makeDirectory(checked.path);
    },
    write: (path, text) => files.write(policy.here(path), text),
    append: (path, text) => files.append(policy.here(path), text),
    remove: (path) => files.remove(policy.here(path)),
  };
}
