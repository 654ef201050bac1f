/** The cloud agent of GitHub Copilot behind the port `Agent` (contract 18; its sheet). */
import type { Limiter } from '../../http/limits.ts';
import type { Agent, AgentPorts, RunOrder } from '../port.ts';
import { checkTasks } from './check.ts';
import { createClient, type CreateBody } from './client.ts';
import { COPILOT } from './facts.ts';
import { findTask } from './find.ts';
import { COPILOT_KEYS, withMarker } from './key.ts';
import { StepMemory } from './step-memory.ts';
import { branchName, ownTask } from './shown.ts';
import { standingsOf } from './standings.ts';
import { Tasks, type TaskParts } from './tasks.ts';
import { turnReader } from './turn.ts';

/** Contract 18.6. */
const POLL_MS = 15_000;

export function openCopilot(ports: AgentPorts): Agent {
  return agentRemembering(new StepMemory(), ports);
}

function agentRemembering(memory: StepMemory, ports: AgentPorts): Agent {
  const { clock, env, http, baseUrl, token } = ports;
  const client = createClient({ ...ports, known: memory.known });
  const repository = ports.repository ?? env['GITHUB_REPOSITORY']?.trim() ?? '';
  const serverUrl = env['GITHUB_SERVER_URL']?.trim() ?? '';
  const parts: TaskParts = {
    client,
    clock,
    memory,
    repository: repository === '' ? null : repository,
    serverUrl: (serverUrl === '' ? 'https://github.com' : serverUrl).replace(/\/+$/, ''),
  };
  const tasks = new Tasks(parts);
  const known = { ...parts, tasks };
  const { requests } = client;
  return {
    keys: { ...COPILOT_KEYS, runList: COPILOT.runList(parts.serverUrl) },
    pollMs: POLL_MS,
    createsAtOnce: 1,
    turnIsRun: true,

    async create(order, identity, call) {
      const repository = order.repository ?? parts.repository;
      if (repository === null) {
        throw new Error('a task needs a repository, which the inputs require');
      }
      const prompt = withMarker(order.prompt, identity);
      const task = await client.create(repository, bodyOf(order, prompt), call);
      const own = ownTask(identity, order.createPullRequest);
      tasks.adopt(task, { own, repository: repository });
      memory.created.set(task.id, task);
      return tasks.shown(task);
    },
    find: (search, call) => findTask(search, known, call),
    read: async (id, call) => tasks.shown(await tasks.read(id, call)),
    turn: (turn, turnPorts) => turnReader(tasks, turn, turnPorts),

    followUps: null,
    stop: null,
    standings: (ids, call) => standingsOf(ids, known, call),
    repository: null,
    check: (order, call) => checkTasks(order, { ...known, token, baseUrl }, call),

    under: (limiter: Limiter) => agentRemembering(memory, { ...ports, limiter }),
    readGitHub: (path, call) => client.json(path, call),
    spacing: () => requests.limiter.spacing(),
    readDelay: (reserve) => requests.limiter.delay('standard', reserve),
    serviceTime: () => requests.serviceTime(),
    reached: () => http.reached(),
  };
}

function bodyOf(order: RunOrder, prompt: string): CreateBody {
  const { ref, model, fields, createPullRequest } = order;
  const chosen: Pick<CreateBody, 'base_ref' | 'model'> = {};
  if (model !== null) {
    chosen.model = model;
  }
  if (ref !== null) {
    chosen.base_ref = branchName(ref);
  }
  return { ...fields, ...chosen, prompt, create_pull_request: createPullRequest };
}
