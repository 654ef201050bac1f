/** The cloud agent of GitHub Copilot behind the port `Agent` (contract 18; its sheet). */
import type { CallOptions } from '../../http/limits.ts';
import { openDefined, type CreateRequest, type OpenedService } from '../kit/define.ts';
import type { Agent, AgentPorts, RunOrder, RunShown } from '../port.ts';
import { checkTasks } from './check.ts';
import { createClient, HEADERS, type Client, type CreateBody } from './client.ts';
import { COPILOT } from './facts.ts';
import { findTask } from './find.ts';
import { withMarker } from '../kit/marker.ts';
import { COPILOT_KEYS } from './key.ts';
import { judge } from './refusals.ts';
import { ownTask } from './shown.ts';
import { standingsOf } from './standings.ts';
import { StepMemory } from './step-memory.ts';
import { Tasks, type TaskListParts } from './tasks.ts';
import { turnReader } from './turn.ts';

type Copilot = OpenedService<Client, StepMemory>;

export function openCopilot(ports: AgentPorts): Agent {
  return openDefined<Client, StepMemory>(
    {
      facts: COPILOT,
      keys: COPILOT_KEYS,
      // Contract 18.6.
      pollMs: 15_000,
      createsAtOnce: 1,
      // GitHub names no bound (sheet, section 2), and what a create counts in is an hour long.
      refusedMostMs: 30 * 60_000,
      turnIsRun: true,
      headers: HEADERS,
      judge,
      client: (requests, { memory, ports: { token, baseUrl } }) =>
        createClient(requests, { known: memory.known, token, baseUrl }),
      memory: () => new StepMemory(),
      create,
      find: (service, search, call) => findTask(search, partsOf(service), call),
      async read(service, id, call) {
        const { tasks } = partsOf(service);
        return tasks.shown(await tasks.read(id, call));
      },
      turn: (service, turn, turnPorts) => turnReader(partsOf(service).tasks, turn, turnPorts),
      standings: (service, ids, call) => standingsOf(ids, partsOf(service), call),
      check: (service, order, call) => checkTasks(order, { ...service, ...partsOf(service) }, call),
      readGitHub: ({ client }, path, call) => client.json(path, call),
    },
    ports,
  );
}

function partsOf(service: Copilot): TaskListParts {
  return { ...service, tasks: new Tasks(service) };
}

async function create(
  service: Copilot,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const { client, memory } = service;
  const repository = order.repository ?? service.repository;
  if (repository === null) {
    throw new Error('a task needs a repository, which the inputs require');
  }
  const { tasks } = partsOf(service);
  const prompt = withMarker(order.prompt, identity);
  const task = await client.create(repository, bodyOf(order, prompt), call);
  const own = ownTask(identity, order.createPullRequest);
  tasks.adopt(task, { own, repository });
  memory.created.set(task.id, task);
  return tasks.shown(task);
}

function bodyOf(order: RunOrder, prompt: string): CreateBody {
  const { ref, model, fields, createPullRequest } = order;
  const chosen: Pick<CreateBody, 'base_ref' | 'model'> = {};
  if (model !== null) {
    chosen.model = model;
  }
  if (ref !== null) {
    chosen.base_ref = ref;
  }
  return { ...fields, ...chosen, prompt, create_pull_request: createPullRequest };
}
