/**
 * A model of the service: one run whose log grows and whose status changes in virtual time. It records what was carried out and delivered,
 * for the invariants.
 */
import type { HttpRequest } from '../../../src/service/http/port.ts';
import type { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import { isPermanent, isStale, JUNK, statusOf, type Fault, type ReadFault, type SendFault } from '../engine/faults.ts';
import { jsonAnswer, Network, type Arrival, type Backend, type Exchange } from '../engine/network.ts';
import { refusal } from '../engine/refusal.ts';
import { EPOCH, RUN_ID, type PlannedEntry } from './entries.ts';
import type { Plan } from './plan.ts';

export interface Sent {
  readonly name: 'create' | 'resume';
  readonly at: number;
  readonly fault: SendFault | null;
  carriedOut: boolean;
  /** When a readable acceptance reached the client, or null. */
  deliveredAt: number | null;
}

export interface Delivered {
  readonly at: number;
  /** The time of the snapshot in the answer. */
  readonly shows: number;
  readonly status: string | null;
  /** Undefined if the answer has no such field. */
  readonly result: string | null | undefined;
  readonly summary: string | null | undefined;
  readonly pullRequests: boolean;
  readonly fault: ReadFault | null;
  readonly kind: 'page' | 'run';
  /** The answer is a page, which tells the length of the log. */
  readonly showsEnd: boolean;
}

/** The response of a missing endpoint. */
const NOT_FOUND = '{"detail":"Not Found"}';

export class ModelService implements Backend {
  readonly #plan: Plan;
  readonly #clock: SimClock;
  readonly #dice: Dice;
  readonly network: Network;
  /** When the turn was accepted, the origin of the plan's times for log and status. */
  acceptedAt: number | null = null;
  readonly posts: Sent[] = [];
  /** Requests to stop and unblock the run. */
  readonly stops: { readonly name: 'ban' | 'unban'; readonly at: number }[] = [];
  readonly delivered: Delivered[] = [];
  /** The end of all faults and requested waits. */
  troubleUntil = 0;
  readonly violations: string[] = [];
  /** Faults so far that end a step. */
  readonly permanents = new Set<string>();
  /** All faults so far. */
  readonly met = new Set<Fault>();
  /** Requests to the wrong log address. */
  misses = 0;

  constructor(plan: Plan, clock: SimClock, trace: ((line: string) => void) | null) {
    this.#plan = plan;
    this.#clock = clock;
    this.#dice = Dice.of(plan.seed, 'service');
    this.network = new Network(this, { clock, dice: this.#dice, latencyMs: plan.latencyMs, trace });
    if (plan.mode === 'attach') this.acceptedAt = 0;
  }

  get refused(): boolean {
    return this.network.refused;
  }

  trouble(until: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  depart({ method, url }: HttpRequest, now: number): Arrival {
    if (method !== 'POST') {
      const fault = this.#readFault(url, now);
      this.#meet(fault);
      return { fault, arrive: () => this.#read(url, fault) };
    }
    const stop = /\/(ban|unban)$/.exec(url)?.[1];
    if (stop !== undefined) {
      this.stops.push({ name: stop as 'ban' | 'unban', at: now });
      return { fault: null, arrive: () => ({ answer: jsonAnswer('{"message":"done"}') }) };
    }
    const fault = this.#plan.sends[this.posts.length] ?? null;
    this.#meet(fault);
    const name = url.endsWith('/resume') ? 'resume' : 'create';
    const post: Sent = { name, at: now, fault, carriedOut: false, deliveredAt: null };
    this.posts.push(post);
    return { fault, arrive: () => this.#accept(post) };
  }

  #meet(fault: Fault | null): void {
    if (fault === null) return;
    this.met.add(fault);
    if (fault === 'certificate') this.permanents.add(fault);
  }

  #readFault(url: string, now: number): ReadFault | null {
    const logs = url.includes('/logs?');
    for (const window of this.#plan.windows) {
      if (now < window.from || now >= window.to || !this.#dice.chance(window.rate)) continue;
      const kind = this.#dice.pick(window.kinds);
      const logsOnly = kind.startsWith('logs_') || kind === 'stale';
      if (logsOnly && !logs) continue;
      if (kind === 'stale_run' && logs) continue;
      this.trouble(now);
      return kind;
    }
    return null;
  }

  /** The effect of a create or resume, and its answer. */
  #accept(post: Sent): Exchange {
    const { fault } = post;
    const status = statusOf(fault);
    const refused = fault !== null && (status !== null || fault === 'reset_before') && fault !== 'http_503_done';
    if (!refused) {
      post.carriedOut = true;
      this.acceptedAt ??= this.#clock.now();
    }
    if (status !== null && isPermanent(fault)) this.permanents.add(String(fault));
    const now = this.#clock.now();
    const reply = this.#runBody(this.#plan.silentReply && post.name === 'resume' ? now - 1e9 : now);
    const body = fault === null ? reply : (JUNK[fault] ?? '');
    return {
      answer: status === null ? jsonAnswer(body) : this.#refusal(status),
      delivered: () => {
        // A resume needs no id in its answer, so a 2xx without one, or without a body, is an acceptance too.
        const accepted = fault === null || (post.name === 'resume' && (fault === 'empty' || fault === 'no_id'));
        if (accepted) post.deliveredAt = this.#clock.now();
      },
    };
  }

  #read(url: string, fault: ReadFault | null): Exchange {
    const now = this.#clock.now();
    const status = statusOf(fault);
    if (status !== null) {
      if (isPermanent(fault)) this.permanents.add(String(fault));
      return { answer: this.#refusal(status) };
    }
    const logs = url.includes('/logs?');
    const { logs: where } = this.#plan;
    if (logs && where !== 'both' && where !== (url.includes('/v1/alpha/') ? 'alpha' : 'spec')) {
      this.misses += 1;
      return { answer: jsonAnswer(NOT_FOUND, 404) };
    }
    const junk = JUNK[fault ?? ''];
    if (junk !== undefined) return { answer: jsonAnswer(junk) };
    if (fault === 'other_run')
      return { answer: jsonAnswer({ ...OTHER_RUN, ...(logs && { logs: [OTHER_ENTRY], total_logs: 1 }) }) };
    let shows = now;
    if (isStale(fault)) {
      // Once the turn was seen active, an older snapshot never shows a time before it.
      const floor =
        this.#plan.mode === 'resume' && this.acceptedAt !== null ? this.acceptedAt + this.#plan.pickupAt : -1e9;
      shows = Math.max(Math.min(now, floor), now - this.#dice.int(500, 20_000));
      this.trouble(now);
    }
    const body = logs ? this.#pageBody(new URL(url).searchParams, shows) : this.#runBody(shows);
    return {
      answer: jsonAnswer(body),
      delivered: () => this.#deliver(body, { shows, fault, kind: logs ? 'page' : 'run' }),
    };
  }

  #deliver(
    body: Readonly<Record<string, unknown>>,
    { shows, fault, kind }: Pick<Delivered, 'shows' | 'fault' | 'kind'>,
  ): void {
    this.delivered.push({
      ...{ shows, fault, kind, at: this.#clock.now() },
      status: (body['status'] ?? null) as string | null,
      result: body['result'] as string | null | undefined,
      summary: body['summary'] as string | null | undefined,
      pullRequests: 'github_pull_requests' in body,
      showsEnd: kind === 'page' && 'total_logs' in body,
    });
  }

  /** Converts a time of the clock to a time of the plan. */
  #turnTime(at: number): number {
    return this.acceptedAt === null ? -1e8 : at - this.acceptedAt;
  }

  #runBody(shows: number, fields: 'all' | 'page' = 'all'): Record<string, unknown> {
    const plan = this.#plan;
    const time = this.#turnTime(shows);
    const status = plan.statuses.findLast(({ at }) => at <= time)?.word ?? null;
    const ended = time >= plan.endAt;
    const more = plan.features.has('summary') || plan.features.has('pull_requests');
    return {
      id: RUN_ID,
      organization_id: 42,
      status,
      created_at: new Date(EPOCH + plan.apartMs).toISOString(),
      web_url: `https://agents.example.com/runs/${RUN_ID}`,
      result: plan.results.findLast(({ at }) => at <= time)?.text ?? null,
      ...(more &&
        fields === 'all' && {
          summary: ended ? plan.summary : null,
          github_pull_requests: ended ? plan.pullRequests.map((url) => ({ id: 3, created_at: null, url })) : [],
        }),
    };
  }

  /** The log at a given time, in the order of the service. */
  #log(shows: number): { readonly value: PlannedEntry['value'] }[] {
    const { before, tail, entries, order } = this.#plan;
    const time = this.#turnTime(shows);
    const visible = [...tail, ...entries].filter(({ visibleAt }) => visibleAt <= time);
    const all = before.length === 0 ? visible : [...before, ...visible];
    const forms = all.map((entry) => (entry.filled !== undefined && entry.filled.at <= time ? entry.filled : entry));
    return order === 'desc' ? forms.reverse() : forms;
  }

  #pageBody(query: URLSearchParams, shows: number): Record<string, unknown> {
    const skip = Number(query.get('skip'));
    const limit = Number(query.get('limit'));
    if (!(limit >= 1 && limit <= 100 && Number.isInteger(skip) && skip >= 0))
      this.violations.push(`a page of skip=${skip} limit=${limit}`);
    const log = this.#log(shows);
    const logs = log.slice(skip, skip + limit).map(({ value }) => value);
    return { ...this.#runBody(shows, 'page'), logs, total_logs: log.length, page: 1, size: limit, pages: 1 };
  }

  #refusal(status: number): ReturnType<typeof refusal> {
    return refusal(status, { dice: this.#dice, wall: EPOCH + this.#plan.apartMs + this.#clock.now() });
  }
}

const OTHER_RUN = {
  ...{ id: 9999, organization_id: 42, status: 'FAILED', result: 'The result of another run.' },
  web_url: 'https://agents.example.com/runs/9999',
};
const OTHER_ENTRY = {
  ...{ agent_run_id: 9999, created_at: new Date(EPOCH + 1e7).toISOString() },
  ...{ message_type: 'FINAL_ANSWER', observation: 'The answer of another run.' },
};
