/** What the job log of a fleet says of its runs (contract 13). */
import { expect, it } from '@jest/globals';
import { FleetLog } from '../../src/fleet/fleet-log.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function open() {
  const warned: string[] = [];
  const host = new MemoryHost();
  const log = new FleetLog({
    clock: new VirtualClock(),
    host,
    startedAt: 0,
    logs: 'none',
    warn: (message) => void warned.push(message),
    progress: () => ({ ended: 0, tasks: 0, elapsedMs: 0 }),
    waits: () => ({ toBegin: '', halted: 0, checking: 0 }),
  });
  return { log, host, warned };
}

it('many notices leave room for warnings, and warnings for notices', () => {
  const { log, host, warned } = open();
  for (const number of ['one', 'two', 'three', 'four', 'five', 'six']) {
    log.notice(`Pull request ${number} was merged.`);
  }
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
    log.warn({ key: word, message: `The status "${word}" is not known.` });
  }
  log.notice('A new run starts from main.');
  expect([host.messages('notice').length, warned.length]).toEqual([5, 5]);
});

it.each([
  ['by their ids', (id: number) => `The service did not give the metadata of run ${id} back.`],
  ['by short ids', (id: number) => `The task 7f3${id}ab was changed meanwhile.`],
  ['by addresses', (id: number) => `Look at https://agents.example.com/run/${id}.`],
])('a warning that names its run is printed once, with the first task: %s', (_, warningOf) => {
  const { log, warned } = open();
  for (let id = 1001; id < 1010; id += 1) {
    log.warn({ key: `k${id}`, message: warningOf(id) });
  }
  log.warn({ key: 'lint', message: 'The service offers no log of this run' });
  expect(warned).toEqual([
    `${warningOf(1001)} The task "k1001" met it first.`,
    'The service offers no log of this run. The task "lint" met it first.',
  ]);
});
