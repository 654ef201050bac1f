/** What the agent left on GitHub: its pull requests, commits and their checks. */
import type { StoredRun } from '../../store.ts';
import { answerOf } from '../entries.ts';
import { hexOf, uuidOf } from '../ids.ts';
import {
  AGENT,
  baseOf,
  continuedPull,
  firstLine,
  numberOf,
  placeOf,
  pullOf,
  timeOf,
  type Showing,
  type TaskPull,
} from './tasks.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Newest first. */
export function pullsIn(place: string, showing: Showing): readonly TaskPull[] {
  return showing.store
    .all()
    .filter((run) => placeOf(run).toLowerCase() === place.toLowerCase())
    .filter((run) => continuedPull(run, showing) === null)
    .flatMap((run) => pullOf(run, showing) ?? [])
    .toReversed();
}

/** It is a draft and stays one; title and text are rewritten at the end. */
export function pullBody(pull: TaskPull, showing: Showing): Fields {
  const { run, turn, number, isOver, told } = pull;
  const { origin, serverUrl } = showing;
  const place = placeOf(run);
  const repo = { id: numberOf(place), full_name: place };
  const commits = commitsOf(pull, showing);
  const title = told.title ?? firstLine(turn.turn.prompt);
  return {
    id: pull.id,
    node_id: pull.nodeId,
    number,
    url: `${origin}/repos/${place}/pulls/${number}`,
    html_url: `${serverUrl}/${place}/pull/${number}`,
    state: 'open',
    draft: true,
    merged: false,
    title: isOver ? title : `[WIP] ${title}`,
    body: isOver ? answerOf(turn) : 'I am at work on this.',
    user: AGENT,
    created_at: timeOf(turn.turn.startedAt),
    updated_at: timeOf(turn.statusAt),
    head: { ref: pull.head, sha: commits.at(-1)?.sha, repo },
    base: { ref: baseOf(run), sha: hexOf(`${place}/base`, 40), repo },
  };
}

/** One of them, as only its own read shows it. The first commit changes no file. */
export function wholePullBody(pull: TaskPull, showing: Showing): Fields {
  const commits = commitsOf(pull, showing);
  return {
    ...pullBody(pull, showing),
    commits: commits.length,
    changed_files: commits.length - 1,
  };
}

export interface PullCommit {
  readonly sha: string;
  readonly run: StoredRun;
  readonly message: string;
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
}

/** The first one is empty; the last names the session that made it. */
export function commitsOf(pull: TaskPull, { habits, serverUrl }: Showing): readonly PullCommit[] {
  const { run, turn, isOver, told } = pull;
  const first = {
    sha: hexOf(`${run.id}/commit/0`, 40),
    run,
    message: 'Initial plan',
    at: turn.turn.startedAt,
  };
  if (!isOver || habits.has('no-commit')) {
    return [first];
  }
  const session = uuidOf(`${run.id}/session/${turn.index}`);
  const title = told.title ?? firstLine(turn.turn.prompt);
  const trailer = `Agent-Logs-Url: ${serverUrl}/${placeOf(run)}/sessions/${session}`;
  const sha = hexOf(`${run.id}/commit/1`, 40);
  return [first, { sha, run, message: `${title}\n\n${trailer}`, at: turn.statusAt }];
}

export function commitBody({ sha, run, message, at }: PullCommit, { origin }: Showing): Fields {
  const person = { name: 'Copilot', email: 'copilot@sandbox.example', date: timeOf(at) };
  return {
    sha,
    url: `${origin}/repos/${placeOf(run)}/commits/${sha}`,
    commit: { message, author: person, committer: person },
    author: AGENT,
  };
}
