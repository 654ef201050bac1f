/** What follows from what a search for a run found (contract 4.8, 4.9). Pure. */
import type { KeyRules, Match, RequestIdentity, RunId, RunShown } from '../../agents/port.ts';
import { followingText } from '../../inputs/named-run.ts';
import { capitalized, shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { note, warning, type RunEvent } from '../events.ts';
import { startsAnew, type Classifier } from '../status.ts';
import { isForNow, type Looked } from './find.ts';
import { TELL_APART } from './key.ts';

/** What a step does that may have created a run in an earlier attempt. */
type Plan =
  | {
      readonly kind: 'create';
      readonly identity: RequestIdentity;
      readonly say: readonly RunEvent[];
    }
  | { readonly kind: 'attach'; readonly runId: RunId; readonly say: readonly RunEvent[] }
  /** An earlier run may exist. `why` says as sentences why nothing is created. */
  | { readonly kind: 'refused'; readonly why: string };

interface Wanted {
  readonly keys: KeyRules;
  /** See `inputsToDrop`. */
  readonly toDrop: readonly string[];
  readonly identity: RequestIdentity;
  readonly classify: Classifier;
}

/** Decides before the create by what the service shows of earlier ones. */
export function beforeCreate(looked: Looked, wanted: Wanted): Plan {
  const { identity, keys } = wanted;
  switch (looked.kind) {
    case 'failed':
      if (isForNow(looked.error)) {
        return notChecked(`${keys.searched} could not be read (${looked.error.message})`, wanted);
      }
      return unknownBefore(`${keys.searched} cannot be read (${looked.error.message})`, wanted);
    case 'none':
      return { kind: 'create', identity, say: [] };
    case 'found':
      return afterEarlier(looked.matches, { ...wanted, say: warningsOf(looked) });
    case 'open':
      return notChecked(looked.why, wanted);
    case 'untold':
      return unknownBefore(looked.why, wanted);
  }
}

function afterEarlier(
  matches: readonly [Match, ...Match[]],
  { identity, classify, say, toDrop }: Wanted & { readonly say: readonly RunEvent[] },
): Plan {
  const [{ run, generation, asks }] = matches;
  if (matches.every((match) => startsAnew(classify(match.run)))) {
    const ended = note(
      `Run ${shortId(run.id)} of an earlier attempt of this step ended as ` +
        `${String(run.status)}: starting a new run.`,
    );
    const next = { ...identity, generation: generation + 1 };
    return { kind: 'create', identity: next, say: [...say, ended] };
  }
  if (matches.length > 1) {
    const why =
      'Earlier attempts of this step seem to have started more than one run: ' +
      `${namesOf(matches)}. Nothing was sent. Follow the right one with ` +
      `${followingText(null, toDrop)}, or set another \`idempotency_key\` to start a new run. ` +
      TELL_APART;
    return { kind: 'refused', why };
  }
  if (asks === 'other') {
    const toStartAnew = 'set another `idempotency_key`';
    return { kind: 'refused', why: askedOtherwise(run, { toDrop, toStartAnew }) };
  }
  const attached = note(
    `Run ${shortId(run.id)} was started by an earlier attempt of this step: attaching to it.`,
  );
  return { kind: 'attach', runId: run.id, say: [...say, attached] };
}

/**
 * Why nothing is sent where the run of an earlier attempt was asked something else (contract 4.9).
 */
export function askedOtherwise(
  run: NamedRun,
  {
    toDrop,
    toStartAnew,
  }: Pick<Wanted, 'toDrop'> & {
    /** What to do for a new run, as an imperative. */
    readonly toStartAnew: string;
  },
): string {
  return (
    `An earlier attempt of this step started ${nameOf(run)} with another prompt, ` +
    'schema or event text. Nothing was sent. ' +
    `To follow that run, use ${followingText(null, toDrop)}; ` +
    `to start a new one, ${toStartAnew}. ${TELL_APART}`
  );
}

/** The run of a create whose response was lost, or a sentence why that cannot be told. */
type Adopted =
  | { readonly kind: 'adopted'; readonly run: RunShown; readonly say: readonly RunEvent[] }
  | { readonly kind: 'unsettled'; readonly why: string };

interface Searched extends Pick<Wanted, 'keys' | 'toDrop'> {
  /** How long the run was looked for. Default: as the rules say. */
  readonly searchedMs?: number;
}

export function afterCreate(
  looked: Looked,
  { keys, toDrop, searchedMs = keys.settleMs }: Searched,
): Adopted {
  const unsettled = (why: string): Adopted => ({ kind: 'unsettled', why });
  switch (looked.kind) {
    case 'failed':
      return unsettled(
        `${capitalized(keys.searched)} could not be read to find out (${looked.error.message}).`,
      );
    case 'found': {
      const { matches } = looked;
      const [{ run, asks }] = matches;
      if (matches.length > 1) {
        return unsettled(
          'More than one run carries the key of this request: ' +
            `${namesOf(matches)}. Follow the right one with ${followingText(null, toDrop)}. ` +
            TELL_APART,
        );
      }
      if (asks === 'other') {
        return unsettled(
          `${namesOf(matches)} carries the key of this request, but was started with ` +
            `another prompt, schema or event text. ${TELL_APART}`,
        );
      }
      return { kind: 'adopted', run, say: warningsOf(looked) };
    }
    case 'untold':
      return unsettled(`${capitalized(looked.why)}, so the run cannot be found there.`);
    case 'none':
    case 'open': {
      const missing =
        `No run ${keys.lookedFor} carries the key of this request; it was looked for until ` +
        `${minutesText(searchedMs)} had passed or the time of this step was up.`;
      return unsettled(looked.kind === 'none' ? missing : `${missing} ${capitalized(looked.why)}.`);
    }
  }
}

function warningsOf({ warning: text }: { readonly warning?: string }): readonly RunEvent[] {
  return text === undefined ? [] : [warning(text)];
}

/** @param why a clause */
function unknownBefore(why: string, { identity, keys }: Wanted): Plan {
  const message =
    `${capitalized(why)}, so it is not known whether an earlier attempt of this step started a ` +
    `run. A new run is created, which may be a second one. Look at ${keys.runList}. ` +
    'Where the service shows no such list at any time, set `idempotency: none`.';
  return { kind: 'create', identity, say: [warning(message)] };
}

/** @param why a clause */
function notChecked(why: string, { keys, toDrop }: Pick<Wanted, 'keys' | 'toDrop'>): Plan {
  return {
    kind: 'refused',
    why:
      'A run may have been started under this key before, and that could not be checked: ' +
      `${why}. Nothing was created. Look at ${keys.runList}: ` +
      `if the run is there, follow it with ${followingText(null, toDrop)}; ` +
      'if not, start the workflow anew, without `idempotency_key` if it is set: ' +
      'a new workflow run has a key of its own.',
  };
}

/** `two minutes` */
export function minutesText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const words = ['no', 'one', 'two', 'three', 'four', 'five'];
  return `${words[minutes] ?? String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

function namesOf(matches: readonly Match[]): string {
  return matches.map(({ run }) => nameOf(run)).join(', ');
}

type NamedRun = Pick<RunShown, 'id' | 'webUrl'>;

function nameOf({ id, webUrl }: NamedRun): string {
  const address = safeHttpsUrl(webUrl);
  return address === null ? `run ${id}` : `run ${shortId(id)} (${address})`;
}
