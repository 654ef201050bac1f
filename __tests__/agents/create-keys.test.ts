/**
 * What a step makes of the key of its create where the run does not show: when it looks for it, and
 * what people read then (contract 4.9, 18.4; the sheets).
 */
import { describe, expect, it } from '@jest/globals';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { main } from '../../src/main.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { scenarioOf, type MemorySandbox } from '../support/memory-sandbox.ts';
import { memoryScene, type MemoryScene } from '../support/memory-scene.ts';
import type { Answer } from '../support/memory-http.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { serviceRows } from '../support/service-rows.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SCENARIO = scenarioOf([{ steps: [{ at: 0, status: 'COMPLETE', result: 'Done.' }] }]);

/** A whole step against the service, whose answers may be others. */
async function step(
  service: ServiceName,
  answer: (request: HttpRequest, sandbox: MemorySandbox) => Answer,
  idempotency = 'on',
): Promise<MemoryScene> {
  const clock = new VirtualClock();
  const sandbox = sandboxOn(clock, { service, choose: () => SCENARIO });
  const scene = memoryScene({
    clock,
    inputs: { service, org_id: sandbox.orgId, idempotency },
    answer: (request) => answer(request, sandbox),
  });
  await main(scene.ports);
  return scene;
}

/** The answer to each create is lost. None was carried out, which may not be readable. */
function lostCreate(
  service: ServiceName,
  { isReadable = true, idempotency = 'on' } = {},
): Promise<MemoryScene> {
  let isSent = false;
  const answer = (request: HttpRequest, sandbox: MemorySandbox): Answer => {
    if (request.method === 'POST') {
      isSent = true;
      return { status: 502, body: {} };
    }
    // What comes before the create is answered in any case.
    return isSent && !isReadable ? { status: 401, body: {} } : sandbox.answer(request);
  };
  return step(service, answer, idempotency);
}

/** When the create was sent, and when its run was looked for, in seconds. */
function times({ http: { requests } }: MemoryScene) {
  const first = requests.findIndex(({ method }) => method === 'POST');
  const secondsOf = (wanted: string): readonly number[] =>
    requests
      .slice(first)
      .filter(({ method }) => method === wanted)
      .map(({ at }) => at / 1_000);
  // One look may take several requests.
  return { sent: secondsOf('POST'), looked: [...new Set(secondsOf('GET'))] };
}

const AT_SERVICE = 'in the web interface of the service';

interface Told {
  readonly runList: string;
  readonly lookedFor: string;
  readonly minutes: string;
}

/** How a step ends whose create was sent once. */
const endOf = ({ runList, lookedFor, minutes }: Told): string =>
  'Creating the agent run failed: the service answered HTTP 502. It is unknown whether a run was ' +
  `created, so the request was not sent again. Look at ${runList}: if the run is there, follow it ` +
  'with `agent_run_id` and no `prompt`; if not, run this step again. ' +
  `No run ${lookedFor} carries the key of this request; it was looked for until ${minutes} ` +
  'minutes had passed or the time of this step was up.';

/** The id of the run in the body of its create. */
function idSent({ http }: MemoryScene, field: string): string {
  const { body } = http.requests.find(({ method }) => method === 'POST') ?? { body: null };
  const sent = JSON.parse(body ?? '{}') as Readonly<Record<string, unknown>>;
  return String(sent[field]);
}

describe('a create whose answer is lost and whose run never shows', () => {
  const LOOKED = serviceRows<readonly number[]>({
    'agent-run': [0, 1, 3, 7, 15, 30, 45, 60, 75, 90, 105, 118],
    // Sent again: below.
    cursor: null,
    devin: [2, 6, 14, 29, 59, 118],
    copilot: [5, 10, 20, 40, 60, 120, 178],
    jules: [2, 5, 10, 20, 40, 60, 118],
    openhands: [2, 5, 10, 20, 40, 60, 118],
  });
  it.each(LOOKED)('is looked for, and not sent again: %s, after %j seconds', async (...row) => {
    const [service, looked] = row;
    expect(times(await lostCreate(service))).toEqual({ sent: [0], looked });
  });

  const IS_LOOKED_FOR = serviceRows<boolean>({
    'agent-run': false,
    cursor: true,
    devin: true,
    copilot: false,
    jules: true,
    openhands: true,
  });
  it.each(IS_LOOKED_FOR)('is looked for without `idempotency`: %s, %s', async (service, is) => {
    const { looked } = times(await lostCreate(service, { idempotency: 'none' }));
    expect(looked.length > 0).toBe(is);
  });

  it('is sent once more where its id makes no second run, and looked for again', async () => {
    expect(times(await lostCreate('cursor'))).toEqual({
      sent: [0, 180],
      looked: [2, 7, 17, 37, 67, 127, 178, 182, 187, 197, 217, 247, 298],
    });
  });

  const TOLD = serviceRows<Told>({
    'agent-run': {
      runList: `the list of runs ${AT_SERVICE}`,
      lookedFor: 'in the list',
      minutes: 'two',
    },
    // Looked for under an id: below.
    cursor: null,
    devin: {
      runList: `the list of sessions ${AT_SERVICE}`,
      lookedFor: 'in the list of sessions',
      minutes: 'two',
    },
    copilot: {
      runList: 'the list of tasks at https://github.com/copilot/agents',
      lookedFor: 'among the tasks of the repository',
      minutes: 'three',
    },
    jules: {
      runList: 'the list of sessions at https://jules.google.com',
      lookedFor: 'in the list of sessions',
      minutes: 'two',
    },
    // Looked for under an id: below.
    openhands: null,
  });
  it.each(TOLD)('ends with where it was looked for: %s', async (service, told) => {
    const { host } = await lostCreate(service);
    expect(host.lines).toContain(
      `HTTP 502: looking for the run ${told.lookedFor}, for up to ${told.minutes} minutes.`,
    );
    expect(host.outputs).toMatchObject({
      error_code: 'ambiguous_create',
      error_message: endOf(told),
    });
  });

  it('ends with the id that its run would have', async () => {
    const scene = await lostCreate('openhands');
    const told = {
      runList: `the list of conversations ${AT_SERVICE}`,
      lookedFor: 'under the id that was sent with it',
      minutes: 'two',
    };
    const id = idSent(scene, 'conversation_id').replaceAll('-', '');
    expect(scene.host.outputs).toMatchObject({
      error_code: 'ambiguous_create',
      error_message: `${endOf(told)} If the run exists, its id is \`${id}\`.`,
    });
  });

  it('ends with both of its sendings, and that id, where it was sent once more', async () => {
    const scene = await lostCreate('cursor');
    expect(scene.host.lines).toContain(
      'HTTP 502: looking for the run under the id that was sent with it, for up to three minutes.',
    );
    expect(scene.host.outputs).toMatchObject({
      error_code: 'ambiguous_create',
      error_message:
        'Creating the agent run failed twice: HTTP 502; sent once more under the same key, which ' +
        'makes no second run: HTTP 502. It is unknown whether a run was created, so the request ' +
        `was not sent a third time. Look at the list of agents ${AT_SERVICE}: if the run is ` +
        'there, follow it with `agent_run_id` and no `prompt`; if not, run this step again. ' +
        'No run under the id that was sent with it carries the key of this request; it was ' +
        'looked for until five minutes had passed or the time of this step was up. If the run ' +
        `exists, its id is \`${idSent(scene, 'agentId')}\`.`,
    });
  });

  const SEARCHED = serviceRows<string>({
    'agent-run': 'The list of runs',
    cursor: 'The agent with the id of this request',
    devin: 'The list of sessions',
    copilot: 'The list of tasks',
    jules: 'The list of sessions',
    openhands: 'The conversation with the id of this request',
  });
  it.each(SEARCHED)('ends with what could not be read: %s, %s', async (service, searched) => {
    const scene = await lostCreate(service, { isReadable: false });
    expect(scene.host.outputs).toMatchObject({ error_code: 'ambiguous_create' });
    expect(scene.host.outputs['error_message']).toContain(
      `run this step again. ${searched} could not be read to find out (HTTP 401).`,
    );
  });
});

describe('a created run that shows its key', () => {
  const LOST_TAGS = new Map([['lost-tags', { forMs: 0, count: 0 }]]);
  const warnings = ({ host }: MemoryScene): readonly string[] =>
    host.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);

  it('nowhere is told: a later attempt cannot find it', async () => {
    const scene = await step('devin', (request, sandbox) =>
      sandbox.answer(request, { habits: LOST_TAGS }),
    );
    expect(warnings(scene)).toEqual([
      `The service did not give the tags of run ${scene.host.outputs['agent_run_id']} back: if ` +
        'the job is run again, or is killed now, the run cannot be found in the list of ' +
        'sessions. In that case, follow it with `agent_run_id` and no `prompt`.',
    ]);
  });

  it('itself needs no word, whatever the answer to its create lacks', async () => {
    const scene = await step('devin', (request, sandbox) =>
      sandbox.answer(request, request.method === 'POST' ? { habits: LOST_TAGS } : {}),
    );
    expect(warnings(scene)).toEqual([]);
  });
});
