/**
 * The only module with side effects on import: builds the real ports and runs main or post. The
 * entry of the post step says so with its argument (`scripts/post-entry.mjs`).
 */
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import * as core from '@actions/core';
import { artifactUploader } from './runner/artifact.ts';
import { realClock, Cancelled } from './runner/clock.ts';
import { realFiles } from './runner/files.ts';
import { createHost, VERSION } from './runner/host.ts';
import { WATCHDOG_MS, type Ports } from './context.ts';
import { main, nodeTooOld } from './main.ts';
import { post } from './post.ts';
import type { Env } from './runner/port.ts';
import type { Http } from './http/port.ts';
import { readTail } from './http/tail.ts';
import { plainNoProxy } from './http/proxy.ts';
import { UndiciHttp } from './http/undici.ts';
import { messageOf } from './safe/text.ts';

const USER_AGENT = `agent-run-action/${VERSION}`;

let red = false;
const failStep = (): void => {
  red = true;
  process.exitCode = 1;
};
// Set until the end is reached, because Node exits with 0 if the event loop is empty, even with
// pending promises.
process.exitCode = 1;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) {
      return;
    }
    failStep();
    stop.abort(new Cancelled(signal));
    setTimeout(() => process.exit(1), WATCHDOG_MS).unref();
  });
}

const env: Env = { ...process.env, RUNNER_TEMP: process.env['RUNNER_TEMP'] || tmpdir() };

const newHttp = (): Http =>
  new UndiciHttp({
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'],
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'],
    noProxy: env['no_proxy'] ?? env['NO_PROXY'],
  });
const http = newHttp();

// GitHub's client package reads them by itself.
for (const name of ['no_proxy', 'NO_PROXY']) {
  const given = process.env[name];
  if (given !== undefined) {
    process.env[name] = plainNoProxy(given);
  }
}

/** This file, as it was started: in `dist` or `src`. */
const started = process.argv[1] ?? '';

/** The tokens that GitHub took: one of them that it refuses later has ended. */
const acceptedByGitHub = new Set<string>();

const ports: Ports = {
  host: createHost({
    core,
    stdout: process.stdout,
    summaryFile: env['GITHUB_STEP_SUMMARY'] ?? '',
    files: realFiles,
    onFail: failStep,
  }),
  files: realFiles,
  clock: realClock,
  random: Math.random,
  env,
  payload: readPayload(env['GITHUB_EVENT_PATH'] ?? ''),
  http,
  otlpHttp: newHttp,
  github: async ({ event: { apiUrl, repository }, ...given }) => {
    const octokit = import(/* webpackMode: "eager" */ './github/octokit.ts');
    const { createGitHub } = await octokit.catch(eventUnread);
    return createGitHub({
      ...given,
      apiUrl,
      repository,
      userAgent: USER_AGENT,
      clock: realClock,
      accepted: acceptedByGitHub,
      // Connections of its own: `requests` counts those to the agent service alone.
      readTail: (url, signal) => readTail(url, { http: newHttp(), clock: realClock, signal }),
    });
  },
  uploadArtifact: artifactUploader(join(dirname(started), `artifact${extname(started)}`)),
  stop: stop.signal,
  uuid: randomUUID,
  userAgent: USER_AGENT,
};

run().catch((error: unknown) => {
  // The error's text is not sanitized or redacted, and the runner also reads standard error.
  const kind = error instanceof Error ? error.name : typeof error;
  core.error(`Something went wrong at the very end of this step (${kind}).`, {
    title: 'Agent run: internal',
  });
});

async function run(): Promise<void> {
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== null) {
    core.error(tooOld, { title: 'Agent run: Node' });
    return;
  }
  if (process.argv[2] === 'post') {
    await post(ports);
  } else {
    await main(ports);
  }
  await http.close();
  process.exitCode = red ? 1 : 0;
}

/** GitHub's client package reads the file of the event as it is loaded. */
function eventUnread(error: unknown): never {
  if (!(error instanceof SyntaxError)) {
    throw error;
  }
  const why = `the file of the event could not be read: ${messageOf(error)}`;
  throw new Error(`GitHub was not asked, because ${why}`, { cause: error });
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
