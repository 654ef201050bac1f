/** What people read of a run that may exist already (contract 4.9), word for word. */
import { describe, expect, it } from '@jest/globals';
import { shownRun } from '../../src/agents/agent-run/shown.ts';
import { parseRun, type IdentifiedRun } from '../../src/agents/agent-run/schema.ts';
import type { Match } from '../../src/agents/port.ts';
import { afterCreate, beforeCreate, minutesText } from '../../src/run/once/adopt.ts';
import type { Looked } from '../../src/run/once/find.ts';
import { createClassifier } from '../../src/run/status.ts';
import { httpError, MemoryClient, RUN_ID, WEB_URL } from '../support/memory-client.ts';
import { scriptedAgent } from '../support/scripted-agent.ts';
import { agentOf } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const clock = new VirtualClock();
const agent = agentOf(new MemoryClient(clock, {}), { clock });
const identity = { key: 'a'.repeat(32), generation: 1, asked: 'b'.repeat(32) };
const classify = createClassifier({ successStatuses: [], failureStatuses: [] });

const match = (asks: Match['asks'], id = RUN_ID): Match => {
  const web_url = id === RUN_ID ? WEB_URL : null;
  const run = parseRun({ id, web_url, status: 'ACTIVE' }) as IdentifiedRun;
  return { run: shownRun(run, id), generation: 1, asks };
};
const found = (...[newest, ...others]: readonly [Match, ...Match[]]): Looked => ({
  kind: 'found',
  matches: [newest, ...others],
});
const NAMED = `run ${RUN_ID} (${WEB_URL})`;
const TELL_APART =
  ' Where several calls of one reusable workflow, or a matrix that calls it, run this step, give ' +
  'each its own `comment_key`: their variables are the same, so that they share a key otherwise.';
const ATTACHED = {
  type: 'note',
  message: `Run ${RUN_ID} was started by an earlier attempt of this step: attaching to it.`,
};
const NO_LIST = 'Where the service shows no such list at any time, set `idempotency: none`.';
const NOT_CHECKED =
  'Nothing was created. Look at the list of runs in the web interface of the service: ' +
  'if the run is there, follow it with `agent_run_id` and no `prompt`; ' +
  'if not, start the workflow anew, without `idempotency_key` if it is set: ' +
  'a new workflow run has a key of its own.';

describe('before a create', () => {
  const decide = (looked: Looked, { keys } = agent, toDrop: readonly string[] = []) =>
    beforeCreate(looked, { identity, classify, keys, toDrop });

  it.each<[string, Looked, string]>([
    [
      'several runs',
      found(match('same'), match('same', '5')),
      'Earlier attempts of this step seem to have started more than one run: ' +
        `${NAMED}, run 5. Nothing was sent. Follow the right one with \`agent_run_id\` ` +
        `and no \`prompt\`, or set another \`idempotency_key\` to start a new run.${TELL_APART}`,
    ],
    [
      'a run that was asked something else',
      found(match('other')),
      `An earlier attempt of this step started ${NAMED} with another prompt, schema or event ` +
        'text. Nothing was sent. To follow that run, use `agent_run_id` and no `prompt`; ' +
        `to start a new one, set another \`idempotency_key\`.${TELL_APART}`,
    ],
    [
      'a list that cannot be read for now',
      { kind: 'failed', error: httpError(503) },
      'A run may have been started under this key before, and that could not be checked: ' +
        `the list of runs could not be read (HTTP 503). ${NOT_CHECKED}`,
    ],
    [
      'a list without an end',
      { kind: 'open', why: 'the list goes on' },
      'A run may have been started under this key before, and that could not be checked: ' +
        `the list goes on. ${NOT_CHECKED}`,
    ],
  ])('%s: nothing is sent', (_, looked, why) => {
    expect(decide(looked)).toEqual({ kind: 'refused', why });
  });

  it('a run is attached to with a word on what was chosen', () => {
    expect(decide(found(match('same')))).toMatchObject({ kind: 'attach', say: [ATTACHED] });
    const warned: Looked = { kind: 'found', matches: [match('same')], warning: 'Seen twice.' };
    expect(decide(warned)).toMatchObject({
      say: [{ type: 'warning', message: 'Seen twice.' }, ATTACHED],
    });
  });

  it('what the step has to drop to follow a run stands with the advice', () => {
    const looks: readonly Looked[] = [
      found(match('same'), match('same', '5')),
      found(match('other')),
      { kind: 'open', why: 'a page is missing' },
    ];
    const follow = expect.stringContaining('`agent_run_id` and no `prompt` or `budget`');
    for (const looked of looks) {
      expect(decide(looked, agent, ['budget'])).toEqual({ kind: 'refused', why: follow });
    }
    const two = found(match('same'), match('same', '5'));
    const settled = afterCreate(two, { ...agent, toDrop: ['budget'] });
    expect(settled).toEqual({ kind: 'unsettled', why: follow });
  });

  it('a run that may be a second one is created with a warning', () => {
    const begun = 'started a run. A new run is created, which may be a second one. Look at ';
    const told = (message: string): object => ({ kind: 'create', say: [{ message }] });
    expect(decide({ kind: 'untold', why: 'nothing shows metadata' })).toMatchObject(
      told(
        'Nothing shows metadata, so it is not known whether an earlier attempt of this step ' +
          `${begun}the list of runs in the web interface of the service. ${NO_LIST}`,
      ),
    );
    const { agent: other } = scriptedAgent({});
    expect(decide({ kind: 'failed', error: httpError(403) }, other)).toMatchObject(
      told(
        'The agent of this key cannot be read (HTTP 403), so it is not known whether an earlier ' +
          `attempt of this step ${begun}the list of agents in the web interface of the service. ` +
          NO_LIST,
      ),
    );
  });
});

describe('after a lost create', () => {
  it.each<[string, Looked, string]>([
    [
      'a run that was asked something else',
      found(match('other')),
      `${NAMED} carries the key of this request, but was started with another prompt, schema or ` +
        `event text.${TELL_APART}`,
    ],
    [
      'nothing that shows keys',
      { kind: 'untold', why: 'nothing shows metadata' },
      'Nothing shows metadata, so the run cannot be found there.',
    ],
    [
      'no run',
      { kind: 'none' },
      'No run in the list carries the key of this request; it was looked for until two minutes ' +
        'had passed or the time of this step was up.',
    ],
  ])('%s: none is adopted', (_, looked, why) => {
    expect(afterCreate(looked, { ...agent, toDrop: [] })).toEqual({ kind: 'unsettled', why });
  });

  it('the run is adopted with a word on what was chosen', () => {
    expect(afterCreate(found(match('same')), { ...agent, toDrop: [] })).toMatchObject({
      kind: 'adopted',
      say: [],
    });
    const warned: Looked = { kind: 'found', matches: [match('same')], warning: 'Seen twice.' };
    expect(afterCreate(warned, { ...agent, toDrop: [] })).toMatchObject({
      kind: 'adopted',
      say: [{ type: 'warning', message: 'Seen twice.' }],
    });
  });
});

it('minutes are told as words, and many as a number', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((minutes) => minutesText(minutes * 60_000))).toEqual([
    'no minutes',
    'one minute',
    'two minutes',
    'three minutes',
    'four minutes',
    'five minutes',
    '6 minutes',
  ]);
});
