/**
 * One process of the action on a runner: its ports and its end. After a killed main step, its post
 * step follows.
 */
import type { Ports } from '../../../src/context.ts';
import type { GitHubOptions } from '../../../src/github/octokit.ts';
import type { GitHub } from '../../../src/github/port.ts';
import { main } from '../../../src/main.ts';
import { post } from '../../../src/post.ts';
import { Cancelled } from '../../../src/runner/clock.ts';
import { seeded } from '../../support/random.ts';
import { ProcessClock, type SimClock } from './clock.ts';
import type { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { stamp, type Network } from './network.ts';

export interface ProcessOptions {
  readonly name: string;
  readonly clock: SimClock;
  /** How far the clock of its machine is ahead of the right time. Default: 0. */
  readonly aheadMs?: number;
  readonly network: Network;
  readonly files: MemoryFiles;
  readonly inputs: Readonly<Record<string, string>>;
  /** Besides the folders of the runner. */
  readonly env: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly github?: {
    connect(options: Pick<GitHubOptions, 'clock' | 'redact'>): GitHub;
    gone: boolean;
  };
  readonly seed: number;
  readonly trace: ((line: string) => void) | null;
  /** The state saved by the main step, for its post step. */
  readonly saved?: Readonly<Record<string, string>>;
  /** Deliberately breaks a part of the runner before the step begins. */
  readonly tamper?: ((host: MemoryHost, files: MemoryFiles) => void) | undefined;
}

/** When and how the step ended. `killed`: without any report. */
type ProcessEnd = { readonly at: number; readonly how: 'ended' | 'killed' };

export class SimProcess {
  readonly name: string;
  readonly host: MemoryHost;
  readonly files: MemoryFiles;
  readonly network: Network;
  readonly startedAt: number;
  readonly violations: string[] = [];
  end: ProcessEnd | null = null;
  signalledAt: number | null = null;
  readonly #clock: SimClock;
  readonly #own: ProcessClock;
  /**
   * Times the requests to GitHub: one that nobody waits for may be in flight at the end, and its
   * timer ends with it.
   */
  readonly #requests: ProcessClock;
  readonly #stop = new AbortController();
  readonly #trace: ((line: string) => void) | null;
  readonly #github: ProcessOptions['github'];
  readonly #onEnd: (process: SimProcess) => void;

  constructor(options: ProcessOptions, run: 'main' | 'post', onEnd: (process: SimProcess) => void) {
    const { name, clock, files, network, github, inputs, trace, saved } = options;
    this.name = name;
    this.files = files;
    this.network = network;
    this.#github = github;
    this.host = new MemoryHost(inputs, saved);
    if (trace !== null) {
      this.host.onPrint = (text) => trace(`${name}     | ${text}`);
    }
    options.tamper?.(this.host, files);
    this.startedAt = clock.now();
    this.#clock = clock;
    this.#own = new ProcessClock(clock, options.aheadMs ?? 0);
    this.#requests = new ProcessClock(clock, options.aheadMs ?? 0);
    this.#trace = trace;
    this.#onEnd = onEnd;
    trace?.(`${stamp(clock.now())} ${name} begins (${run})`);
    this.#run(options, run);
  }

  #run({ env, payload = {}, github, seed }: ProcessOptions, run: 'main' | 'post'): void {
    let uuids = 0;
    const ports: Ports = {
      host: this.host,
      files: this.files,
      clock: this.#own,
      random: seeded(seed ^ 0x2545f491),
      env: { RUNNER_TEMP: '/temp', GITHUB_WORKSPACE: '/workspace', ...env },
      payload,
      http: this.network,
      otlpHttp: () => this.network,
      github: ({ redact }) => {
        if (github === undefined) {
          return Promise.reject(new Error('no GitHub here'));
        }
        return Promise.resolve(github.connect({ clock: this.#requests, redact }));
      },
      stop: this.#stop.signal,
      uuid: () =>
        `6f1c0f52-5c1e-4c55-9d8a-${String((seed % 1e6) * 1000 + (uuids += 1)).padStart(12, '0')}`,
      userAgent: 'simulation',
      uploadArtifact: () => Promise.reject(new Error('there is no artifact here')),
    };
    (run === 'main' ? main(ports) : post(ports)).then(
      () => {
        if (this.#own.asleep > 0) {
          this.violations.push(`${this.name}: a timer keeps it alive after its end`);
        }
        this.#ended('ended');
      },
      (error: unknown) => {
        if (this.end === null) {
          this.violations.push(`${this.name}: ${run} rejected: ${String(error)}`);
        }
        this.#ended('ended');
      },
    );
  }

  signal(): void {
    if (this.end !== null || this.signalledAt !== null) {
      return;
    }
    this.signalledAt = this.#clock.now();
    this.#trace?.(`${stamp(this.#clock.now())} ${this.name} SIGINT`);
    this.network.signalled = true;
    this.#stop.abort(new Cancelled('SIGINT'));
  }

  /** Stops everything, but requests already sent still arrive. */
  kill(): void {
    if (this.end !== null) {
      return;
    }
    this.#trace?.(`${stamp(this.#clock.now())} ${this.name} SIGKILL`);
    this.#own.kill();
    this.#requests.kill();
    this.network.gone = true;
    if (this.#github !== undefined) {
      this.#github.gone = true;
    }
    this.#ended('killed');
  }

  #ended(how: ProcessEnd['how']): void {
    if (this.end !== null) {
      return;
    }
    this.end = { at: this.#clock.now(), how };
    this.#trace?.(`${stamp(this.#clock.now())} ${this.name} is over`);
    this.#onEnd(this);
  }

  get outcome(): string {
    return this.host.outputs['outcome'] ?? '';
  }

  get code(): string {
    return this.host.outputs['error_code'] ?? '';
  }

  /** As the output gives it. */
  get runText(): string {
    return this.host.outputs['agent_run_id'] ?? '';
  }
}

/** What a process did, for the invariants. */
export type PlayedProcess = Omit<SimProcess, 'kill' | 'network' | 'signal'>;
