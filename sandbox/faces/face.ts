/** What the sandbox needs of a service that it plays: one face for each service, over one store. */
import type { FaultAction, Scenario } from '../scenario.ts';
import type { Store } from '../store.ts';

export const SERVICES = ['agent-run', 'cursor', 'devin', 'copilot', 'jules', 'openhands'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As text. */
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Its type is one of the headers. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'stream'; readonly stream: EventStream };

/** A body that grows. Whoever sends it asks again and again, by its own clock. */
export interface EventStream {
  readonly contentType: string;
  /** What is new since the last time, and whether the body goes on. */
  take(): StreamPiece;
}

export interface StreamPiece {
  readonly text: string;
  /** `cut`: the connection breaks here. */
  readonly state: 'open' | 'ended' | 'cut';
}

/** What a face works with. */
export interface World {
  readonly store: Store;
  readonly token: string;
  /** Prefix of every path, such as `/api`. */
  readonly pathPrefix: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The scenario of the next run, by its prompt. */
  readonly scenarioFor: (prompt: string) => Scenario;
}

/** An endpoint, as the rules of faults see it. */
export interface Route {
  readonly kind: string;
  /** The run that the request names, or null. */
  readonly runId: string | null;
  /** Of a create: it chooses the scenario. Null otherwise. */
  readonly prompt: string | null;
}

/** A request that creates a run, for people who try the sandbox by hand. */
export interface ExampleCreate {
  /** Behind the prefix of every path. */
  readonly path: string;
  readonly body: unknown;
}

/** A request, and the habits of the service that the scenario asks for. */
export interface FaceRequest {
  readonly request: ServiceRequest;
  readonly habits: Habits;
}

/** What an answer about a run depends on beside the run. */
export interface RunShowing {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly habits: Habits;
}

/** A request on its way to an answer. */
export type FaceCall<Showing extends RunShowing> = Showing & {
  readonly world: World;
  readonly request: ServiceRequest;
  readonly params: Readonly<Record<string, string>>;
};

export interface Face {
  /** The kinds of its requests, and the faults that it alone has. */
  readonly declared: DeclaredFaults;
  /** For the input `org_id`; empty where the service has none. */
  readonly orgId: string;
  readonly example: ExampleCreate;
  /** The id of run number `nth`, from 1, where a create names none. */
  readonly idOf: (nth: number) => string;
  /** Null: there is no such endpoint. */
  route(world: World, request: ServiceRequest): Route | null;
  /** Carries a request out, or returns an error answer. Never throws. */
  answer(world: World, asked: FaceRequest): Answer;
  /** Forgets what it counts. */
  clear(): void;
}

export interface DeclaredFaults {
  readonly kinds: readonly string[];
  readonly faults: Readonly<Record<string, DeclaredFault>>;
}

/** A fault that a scenario asks for by its name. */
export interface DeclaredFault {
  /** What happens, for README.md. */
  readonly says: string;
  /** The kinds of requests that it can change, and does where a rule names none. */
  readonly on: readonly string[];
  /** The general fault that it stands for. Null: a habit of the face, which answers otherwise. */
  readonly stands: FaultAction | null;
  /** Its time, where a rule may set one with `for`. Milliseconds; null: it takes none. */
  readonly forMs: number | null;
  /** Its number, where a rule may set one with `count`; null: it takes none. */
  readonly count: number | null;
}

/** What a rule says about a habit, with the declared values where it says nothing. */
export interface Habit {
  readonly forMs: number;
  readonly count: number;
}

/** How a face answers one request otherwise than usual. */
export type Habits = ReadonlyMap<string, Habit>;

export const NO_HABITS: Habits = new Map();

/** Declares a habit. */
export function habit(
  on: readonly string[],
  { says, forMs = null, count = null }: Pick<DeclaredFault, 'says'> & Partial<DeclaredFault>,
): DeclaredFault {
  return { says, on, stands: null, forMs, count };
}

/** Declares a name for a general fault. */
export function standsFor(
  on: readonly string[],
  { says, stands, forMs = null }: Pick<DeclaredFault, 'says' | 'stands'> & Partial<DeclaredFault>,
): DeclaredFault {
  return { says, on, stands, forMs, count: null };
}

export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, content: { kind: 'json', value } };
}

/** @param type the content type */
export function plain(status: number, said: string, type: string): Answer {
  return { status, headers: { 'content-type': type }, content: { kind: 'text', text: said } };
}
