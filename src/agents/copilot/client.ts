/** GitHub's endpoints of agent tasks (sheet, section 3). One attempt per call. */
import type { KnownAnswers } from '../../http/known-answers.ts';
import { hasNextPage } from '../../http/reply.ts';
import { parsed, readJson } from '../../http/response.ts';
import type { HttpResponse } from '../../http/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Requests } from '../../http/request.ts';
import { encodedPath } from '../../safe/url.ts';
import { ofAsked } from '../kit/ids.ts';
import type { RunId } from '../port.ts';
import { explained, tokenKind } from './refusals.ts';
import { parsePerson, parseTask, parseTasks, type Task } from './schema.ts';

/** The version of the API that the sheet describes. */
const API_VERSION = '2026-03-10';

/** The service allows 1 to 100 (sheet, section 2). */
export const PAGE_MAX = 100;

/** What a new task is to do. */
export interface CreateBody {
  readonly prompt: string;
  /** Always sent: what holds without it differs between the documentation and what was seen. */
  readonly create_pull_request: boolean;
  base_ref?: string;
  model?: string;
  readonly [field: string]: unknown;
}

/** A task, in a repository or anywhere the person's tasks are. */
interface TaskRef {
  readonly id: RunId;
  /** `owner/name`, null if unknown. */
  readonly repository: string | null;
}

interface TaskList {
  /** `owner/name`, whose tasks of everybody are listed; null: the person's own anywhere. */
  readonly repository: string | null;
  readonly isArchived: boolean;
  readonly sort: 'created_at' | 'updated_at';
  /** None that was changed last before then (ms since the epoch); null: any. */
  readonly since: number | null;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

interface TaskPage {
  /** Newest first. Without sessions. */
  readonly tasks: readonly Task[];
  readonly hasMore: boolean;
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Client {
  /** Resolves only if the answer has a readable id. A refusal explains itself. */
  create(repository: string, body: CreateBody, call: CallOptions): Promise<Task>;
  /** With sessions. What has not changed since the last read is not sent again. */
  task(ref: TaskRef, call: CallOptions): Promise<Task>;
  tasks(list: TaskList, call: CallOptions): Promise<TaskPage>;
  /** The number of the person behind the token. */
  person(call: CallOptions): Promise<number>;
  /** Any other path of the API, such as one of a pull request. */
  json(path: string, call: CallOptions): Promise<unknown>;
}

interface ClientParts {
  /** Shared by the clients of a step. */
  readonly known: KnownAnswers<Task>;
  readonly token: string;
  readonly baseUrl: string;
}

/** Sent with each request. */
export const HEADERS = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': API_VERSION,
};

export function createClient(requests: Requests, { known, token, baseUrl }: ClientParts): Client {
  const told = { tokenKind: tokenKind(token), baseUrl };
  return {
    async create(repository, body, call) {
      const path = `${repositoryPath(repository)}/tasks`;
      try {
        const response = await requests.send(
          { method: 'POST', path, body, category: 'creation' },
          call,
        );
        return parsed(response, { read: parseTask, problem: 'without a readable id of a task' });
      } catch (error) {
        throw explained(error, { ...told, repository });
      }
    },

    async task({ id, repository }, call) {
      const root = repository === null ? '/agents' : repositoryPath(repository);
      const path = `${root}/tasks/${encodeURIComponent(id)}`;
      const before = known.at(path);
      const knownVersion = before?.version ?? null;
      const response = await requests.send({ method: 'GET', path, knownVersion }, call);
      if (response.status === 304 && before !== null) {
        return before.answer;
      }
      const task = ofTask(id, response);
      known.keep(path, { answer: task, headers: response.headers });
      return task;
    },

    async tasks({ repository, isArchived, sort, since, page, size }, call) {
      const root = repository === null ? '/agents' : repositoryPath(repository);
      const query = new URLSearchParams({
        sort,
        direction: 'desc',
        is_archived: String(isArchived),
        per_page: String(size),
        page: String(page),
      });
      if (since !== null) {
        query.set('since', `${new Date(since).toISOString().slice(0, 19)}Z`);
      }
      const path = `${root}/tasks?${query.toString()}`;
      const response = await requests.send({ method: 'GET', path }, call);
      const tasks = parsed(response, {
        read: parseTasks,
        problem: 'its body has no list of tasks',
      });
      return { tasks, hasMore: hasNextPage(response.headers, { received: tasks.length, size }) };
    },

    async person(call) {
      const response = await requests.send({ method: 'GET', path: '/user' }, call);
      return parsed(response, { read: parsePerson, problem: 'its body names no user' });
    },

    async json(path, call) {
      return readJson(await requests.send({ method: 'GET', path }, call));
    },
  };
}

function repositoryPath(repository: string): string {
  return `/agents/repos/${encodedPath(repository)}`;
}

function ofTask(id: RunId, response: HttpResponse): Task {
  const task = parsed(response, { read: parseTask, problem: 'its body is not a task' });
  return ofAsked(task, { id, noun: 'task', response, formOf: (form) => form.toLowerCase() });
}
