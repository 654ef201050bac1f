/** In which order a service lists the log (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import { orderAtEnd, orderOf } from '../../../../src/agents/agent-run/log/order.ts';

const at = (...seconds: (number | null)[]) =>
  seconds.map((second) => ({ time: second === null ? null : second * 1000 }));

describe('the order of a log is ascending, unless the list as a whole says otherwise', () => {
  it.each([
    ['rising', at(1, 2, 3, 4), 'asc'],
    ['falling', at(4, 3, 2, 1), 'desc'],
    ['the second 5 ms before the first', at(1.005, 1, 3, 4), 'asc'],
    ['rising, the first two stamped late', at(9, 8, 5, 6, 7, 8), 'asc'],
    ['all within a second, most of them falling', at(0.3, 0.2, 0.25, 0.1), 'asc'],
    ['all within a second, falling throughout', at(0.4, 0.3, 0.2, 0.1), 'desc'],
    ['all within a second, three steps back and an equal one', at(0.4, 0.3, 0.2, 0.1, 0.1), 'desc'],
    ['all within a second, two steps back', at(0.3, 0.2, 0.1, 0.1), 'asc'],
    ['the later half a second before the earlier', at(2, 2, 1, 1), 'asc'],
    ['the later half more than a second before the earlier', at(2.01, 2, 1, 0.9), 'desc'],
    ['falling, but for one', at(9, 8, 7, 6.5, 6.6, 5), 'desc'],
    ['equal ones only', at(1, 1, 1, 1, 1), 'asc'],
    ['no times', at(null, null, null, null), 'asc'],
    ['times of some', at(null, 9, null, null, 1), 'desc'],
    ['times before 1970', at(-2e9, -1.9e9, -1.8e9, -1.7e9), 'asc'],
    ['three entries', at(3, 2, 1), null],
    ['none', [], null],
  ] as const)('%s', (_, list, order) => {
    expect(orderOf(list)).toBe(order);
  });

  it.each([
    ['three falling by more than a second', at(9, 5, 1), 'desc'],
    ['two falling by more than a second', at(9, 5), 'desc'],
    ['two falling by 5 ms', at(1.005, 1), 'asc'],
    ['three falling within a second', at(0.3, 0.2, 0.1), 'asc'],
    ['one', at(1), 'asc'],
    ['none', [], 'asc'],
    ['four falling within a second', at(0.4, 0.3, 0.2, 0.1), 'desc'],
  ] as const)('at the end of the run, also of a few: %s', (_, list, order) => {
    expect(orderAtEnd(list)).toBe(order);
  });
});
