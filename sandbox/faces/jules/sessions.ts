/** Sessions and activities, as `jules` shows them (sheet, sections 3 to 6). */
import type { PullRequest, Store, StoredRun, TurnState } from '../../store.ts';
import { answerOf, asText, asWords, entryOf, printedBy, type ScriptedEntry } from '../entries.ts';
import type { Habits, RunShowing } from '../face.ts';
import { hexOf } from '../ids.ts';
import { isObject } from '../shape.ts';
import { shownTurns } from '../shown-turns.ts';
import { meaningOf, wordFor, type Meaning } from '../words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** There is no word for a session that was cancelled: nobody can cancel one. */
export const WORDS: Readonly<Record<Meaning, string>> = {
  queued: 'QUEUED',
  working: 'IN_PROGRESS',
  done: 'COMPLETED',
  asks: 'AWAITING_USER_FEEDBACK',
  failed: 'FAILED',
  cancelled: 'FAILED',
  'timed-out': 'FAILED',
};
/** Of a session's life, in scenario time. */
const QUEUED_MS = 250;
const PLANNING_MS = 500;
/** A twin is made so much later. */
const TWIN_MS = 1_000;
const EQUAL_MS = 10_000;
const LISTED_PROMPT = 200;
/** Says of a session that its plan was approved. */
export const APPROVED = 'plan-approved';

/** A session, or its twin with the same prompt. */
export interface Session {
  readonly id: string;
  readonly run: StoredRun;
}

/** In the order in which they were made. */
export function sessionsOf({ store, habits }: RunShowing): readonly Session[] {
  return store.all().flatMap((run) => {
    const own = { id: run.id, run };
    const twin = { id: digitsOf(`${run.id}/twin`), run };
    return habits.has('equal-marker') ? [own, twin] : [own];
  });
}

/** An id as Jules has them: digits alone. */
export function digitsOf(text: string): string {
  return BigInt(`0x${hexOf(text, 16)}`).toString();
}

export function stateOf(run: StoredRun, showing: RunShowing): string {
  const { habits } = showing;
  const last = shownTurns(run, showing, 'stale-session').at(-1);
  if (last === undefined) {
    throw new Error('a session has at least one turn');
  }
  if (habits.has('stays-queued')) {
    return WORDS.queued;
  }
  if (run.request['requirePlanApproval'] === true && !run.keys.includes(APPROVED)) {
    return 'AWAITING_PLAN_APPROVAL';
  }
  const word = wordFor(last.status, WORDS);
  if (word === WORDS.working) {
    if (habits.has('paused')) {
      return 'PAUSED';
    }
    return beginning(run, { turn: last, showing }) ?? word;
  }
  return isEnded(last) && habits.has('end-untold') ? WORDS.working : word;
}

function beginning(
  run: StoredRun,
  { turn, showing }: { readonly turn: TurnState; readonly showing: RunShowing },
): string | null {
  const elapsed = showing.store.scenarioNow(run) - turn.turn.startedAt;
  if (elapsed < QUEUED_MS) {
    return WORDS.queued;
  }
  return elapsed < PLANNING_MS ? 'PLANNING' : null;
}

/** It is done or has failed, which the activities tell too. */
function isEnded({ status }: TurnState): boolean {
  const word = wordFor(status, WORDS);
  return word === WORDS.done || word === WORDS.failed;
}

export function sessionBody(
  { id, run }: Session,
  { showing, isListed = false }: { readonly showing: RunShowing; readonly isListed?: boolean },
): Fields {
  const { habits, store } = showing;
  const { prompt = '', title = '', ...asked } = run.request;
  const first = asText(prompt).split('\n')[0] ?? '';
  const given = asText(title) === '' ? first : asText(title);
  const outputs = outputsOf(run, showing);
  const isPromptCut = isListed && habits.has('prompt-cut');
  return {
    name: habits.has('bare-names') ? id : `sessions/${id}`,
    id,
    prompt: isPromptCut ? asText(prompt).slice(0, LISTED_PROMPT) : prompt,
    title: habits.has('title-rewritten') ? 'Improve the code' : given,
    state: stateOf(run, showing),
    url: store.now(run).webUrl ?? `https://jules.google.com/session/${id}`,
    createTime: timeOf(run.createdAt + (id === run.id ? 0 : TWIN_MS), habits),
    updateTime: timeOf(updatedAt(run, store), habits),
    ...shownRequest(asked, { isInputOnly: habits.has('input-only') }),
    ...(outputs.length > 0 && { outputs }),
    ...((run.isArchived || habits.has('archived')) && { archived: true }),
    // A field that no document names.
    surface: 'API',
  };
}

/** What is false or unspecified is left out, as empty lists are. */
function shownRequest(
  { sourceContext, requirePlanApproval, automationMode }: Fields,
  { isInputOnly }: { readonly isInputOnly: boolean },
): Fields {
  const context = sourceContext === undefined ? {} : { sourceContext };
  if (isInputOnly) {
    return context;
  }
  return {
    ...context,
    ...(requirePlanApproval === true && { requirePlanApproval }),
    ...(automationMode === 'AUTO_CREATE_PR' && { automationMode }),
  };
}

/** Of all turns together. Without a wish for a pull request the work is a patch. */
function outputsOf(run: StoredRun, showing: RunShowing): readonly unknown[] {
  const { habits } = showing;
  if (habits.has('no-output')) {
    return [];
  }
  const turns = shownTurns(run, showing, 'stale-session');
  const pulls = turns.flatMap((turn) => (isTold(run, { turn, showing }) ? pullsOf(turn) : []));
  const unique = new Map(pulls.map((pull) => [pull.url, pull]));
  const isAsked = run.request['automationMode'] === 'AUTO_CREATE_PR';
  return [...unique.values()].map((pull) =>
    isAsked ? { pullRequest: pullBody(pull, run) } : { changeSet: changeSetOf(run) },
  );
}

function pullsOf({ pullRequests }: TurnState): readonly PullRequest[] {
  return pullRequests ?? [];
}

function isTold(
  run: StoredRun,
  { turn, showing }: { readonly turn: TurnState; readonly showing: RunShowing },
): boolean {
  const late = showing.habits.get('late-pull-request');
  if (late === undefined) {
    return true;
  }
  const endedAt = showing.store.realTime(run, turn.statusAt);
  return isEnded(turn) && showing.now >= endedAt + late.forMs;
}

function pullBody({ url, title, head_branch_name: head }: PullRequest, run: StoredRun): Fields {
  return {
    url,
    title: title ?? 'Improve the code',
    description: 'What was asked for.',
    baseRef: startingBranchOf(run),
    headRef: head ?? `jules/work-${hexOf(run.id, 6)}`,
  };
}

function startingBranchOf({ request }: StoredRun): string {
  const context = request['sourceContext'];
  const branches = isObject(context) ? context['githubRepoContext'] : null;
  return isObject(branches) ? asText(branches['startingBranch']) : 'main';
}

function patchOf(path: string): string {
  const header = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
  return `${header}@@ -1 +1 @@\n-one\n+two\n`;
}

function changeSetOf(run: StoredRun): Fields {
  return {
    source: sourceOf(run),
    gitPatch: { unidiffPatch: patchOf('src/file.ts'), baseCommitId: hexOf(run.id, 40) },
  };
}

function sourceOf({ request }: StoredRun): string {
  const context = request['sourceContext'];
  return isObject(context) ? asText(context['source']) : '';
}

function updatedAt(run: StoredRun, store: Store): number {
  const times = store
    .turns(run)
    .flatMap(({ turn, statusAt, log }) => [
      turn.acceptedAt,
      statusAt,
      log.at(-1)?.at ?? 0,
      turn.notes.at(-1)?.at ?? 0,
    ]);
  return Math.min(Math.max(...times), store.scenarioNow(run));
}

/** With microseconds, or with more. */
export function timeOf(ms: number, habits: Habits): string {
  const stem = new Date(Math.floor(ms)).toISOString().slice(0, -1);
  return habits.has('nine-digits') ? `${stem}000007Z` : `${stem}000Z`;
}

export interface Activity {
  readonly id: string;
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
  readonly originator: 'agent' | 'system' | 'user';
  /** The one field that says what it is, and artifacts. */
  readonly fields: Fields;
}

type Told = Omit<Activity, 'id'>;

/** Oldest first. The prompt that a session was made with is in the session alone. */
export function activitiesOf({ id, run }: Session, showing: RunShowing): readonly Activity[] {
  const { store, now, habits } = showing;
  const lag = habits.get('activity-lag')?.forMs ?? 0;
  return store
    .turns(run)
    .flatMap((turn) =>
      turnActivities(turn, habits).map((told, nth) => ({
        id: hexOf(`${id}/${turn.index}/${nth}/${told.at}`, 16),
        ...told,
      })),
    )
    .filter(({ at }) => store.realTime(run, at) + lag <= now);
}

function turnActivities(state: TurnState, habits: Habits): readonly Told[] {
  const { turn, index, log } = state;
  const prompt = index === 0 ? [] : [userSaid(turn.prompt, turn.acceptedAt)];
  const told = log.flatMap((item, nth): readonly Told[] => {
    if (item.isRaw) {
      const raw = item.value();
      return isObject(raw) ? [{ at: item.at, originator: 'agent', fields: raw }] : [];
    }
    return told_(entryOf(item), { at: item.at, isFirst: nth === 0, prompt: turn.prompt });
  });
  const notes = turn.notes.map(({ at, text }) => userSaid(text, at));
  const all = [...told, ...notes].toSorted((a, b) => a.at - b.at);
  const unknown = habits.has('unknown-activity') ? [reviewed(turn.startedAt)] : [];
  return [...prompt, ...unknown, ...all, ...endOf(state, { all, habits })].map((one) =>
    shown(one, habits),
  );
}

/** Of a kind that no document names. */
function reviewed(at: number): Told {
  return {
    at,
    originator: 'system',
    fields: { codeReviewed: { summary: 'Looks fine.' }, description: 'The code was reviewed.' },
  };
}

function shown(told: Told, habits: Habits): Told {
  const picture = habits.get('huge-artifact');
  if (picture === undefined) {
    return told;
  }
  const media = { data: 'A'.repeat(picture.count * 1_000), mimeType: 'image/png' };
  const { artifacts = [] } = told.fields as { readonly artifacts?: readonly unknown[] };
  return { ...told, fields: { ...told.fields, artifacts: [...artifacts, { media }] } };
}

function userSaid(userMessage: string, at: number): Told {
  return { at, originator: 'user', fields: { userMessaged: { userMessage } } };
}

function agentSaid(agentMessage: string, at: number): Told {
  return { at, originator: 'agent', fields: { agentMessaged: { agentMessage } } };
}

function told_(
  entry: ScriptedEntry,
  { at, isFirst, prompt }: { readonly at: number; readonly isFirst: boolean; prompt: string },
): readonly Told[] {
  const observation = asWords(entry.observation);
  const thought = asText(entry.thought);
  switch (entry.message_type) {
    case 'ACTION':
      return [progress(entry.tool_name ?? 'tool', { at, artifacts: [artifactOf(entry)] })];
    case 'PLAN_EVALUATION':
      return isFirst ? [planned(thought, at)] : [progress(thought, { at })];
    case 'USER_MESSAGE':
    case 'USER_GITHUB_ISSUE_COMMENT':
      return observation === prompt ? [] : [userSaid(observation, at)];
    case 'FINAL_ANSWER':
      return [agentSaid(observation, at)];
    // What ends a session tells the reason.
    case 'ERROR':
      return [];
    default:
      return observation === '' ? [] : [progress(observation, { at })];
  }
}

/** `Plan: 1. find it, 2. mend it.` has two steps. */
const STEP_BEGINS = /(?:^|[,;\s])\s*\d+\.\s+/;

function planned(thought: string, at: number): Told {
  const [, ...numbered] = thought.split(STEP_BEGINS);
  const titles = numbered.length > 1 ? numbered : [thought];
  const steps = titles.map((title, index) => ({
    id: `s${index + 1}`,
    index,
    title,
    ...(titles.length === 1 && { description: 'The first step.' }),
  }));
  const plan = { id: 'p1', steps };
  return { at, originator: 'agent', fields: { planGenerated: { plan } } };
}

function progress(
  title: string,
  { at, artifacts = [] }: { readonly at: number; readonly artifacts?: readonly unknown[] },
): Told {
  const progressUpdated = { title, description: '' };
  const fields = artifacts.length > 0 ? { progressUpdated, artifacts } : { progressUpdated };
  return { at, originator: 'agent', fields };
}

function artifactOf(entry: ScriptedEntry): unknown {
  const { tool_name: tool, tool_input: input, tool_output: output } = entry;
  if (tool !== null && /edit|write|patch/i.test(tool)) {
    const path = isObject(input) ? asText(input['path'] ?? 'src/file.ts') : 'src/file.ts';
    return { changeSet: { source: '', gitPatch: { unidiffPatch: patchOf(path) } } };
  }
  const exitCode = isObject(output) ? Number(output['exit_code'] ?? 0) : 0;
  return { bashOutput: { command: commandOf(entry), output: printedBy(entry), exitCode } };
}

/** What has no command of its own reads like one: `search greeting src`. */
function commandOf({ tool_name: tool, tool_input: input }: ScriptedEntry): string {
  if (!isObject(input)) {
    return asText(input);
  }
  return asText(input['command']) || [tool, ...Object.values(input)].map(asText).join(' ').trim();
}

/** A result that nobody said is said; then what tells the end. */
function endOf(
  state: TurnState,
  { all, habits }: { readonly all: readonly Told[]; readonly habits: Habits },
): readonly Told[] {
  const { status, statusAt, result } = state;
  const word = wordFor(status, WORDS);
  const isOver = !['queued', 'working', null].includes(meaningOf(status)) || isEnded(state);
  const isSaid = all.some(({ fields }) => 'agentMessaged' in fields);
  const last = result === null || isSaid || !isOver ? [] : [agentSaid(result, statusAt)];
  if (!isEnded(state)) {
    return last;
  }
  const system = { at: statusAt, originator: 'system' as const };
  if (word === WORDS.done) {
    return [...last, { ...system, fields: { sessionCompleted: {} } }];
  }
  const reason = habits.has('no-reason') ? {} : { reason: reasonOf(state) };
  return [...last, { ...system, fields: { sessionFailed: reason } }];
}

function reasonOf(state: TurnState): string {
  const error = state.log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'ERROR');
  const told = error === undefined ? answerOf(state) : asText(entryOf(error).observation);
  return told === '' ? 'The session ended with an error.' : told;
}

export function activityBody(
  { id, at, originator, fields }: Activity,
  { sessionId, habits }: { readonly sessionId: string; readonly habits: Habits },
): Fields {
  return {
    name: `sessions/${sessionId}/activities/${id}`,
    id,
    createTime: timeOf(shownTime(at, habits), habits),
    originator,
    ...fields,
  };
}

/** The time of an activity, as it is told. */
export function shownTime(at: number, habits: Habits): number {
  return habits.has('equal-times') ? Math.floor(at / EQUAL_MS) * EQUAL_MS : Math.floor(at);
}
