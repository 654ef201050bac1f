import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { boundingHeap, type HeapControl } from '../../src/runner/heap.ts';
import type { Http, HttpRequest } from '../../src/service/http/port.ts';

const MIB = 1024 * 1024;
const ANSWER = { status: 200, headers: {}, body: '{}' };
const REQUEST = { method: 'GET', url: 'https://agents.example' } as HttpRequest;
const { signal } = new AbortController();

/** The flags that were set after each answer, for young generations of these sizes. */
async function flagsFor(sizes: readonly number[], fleet = false): Promise<readonly (readonly string[])[]> {
  const flags: string[] = [];
  let size = 0;
  const control: HeapControl = {
    getHeapSpaceStatistics: () => [
      { space_name: 'old_space', space_size: 99 * MIB },
      { space_name: 'new_space', space_size: size },
    ],
    setFlagsFromString: (flag) => void flags.push(flag),
  };
  const http = boundingHeap(answering(), { fleet, control: () => Promise.resolve(control) });
  const found: string[][] = [];
  for (size of sizes) {
    expect(await http.send(REQUEST, signal)).toBe(ANSWER);
    found.push(flags.splice(0));
  }
  return found;
}

function answering(): Http {
  return { reached: () => 3, close: () => Promise.resolve(), send: () => Promise.resolve(ANSWER) };
}

/** MiB of the young generation after answers with garbage that outlives a collection. */
function youngMiB(bounded: boolean): number {
  const script = `
    import { boundingHeap } from ${JSON.stringify(join(import.meta.dirname, '../../src/runner/heap.ts'))};
    import { getHeapSpaceStatistics } from 'node:v8';
    const plain = { reached: () => 0, close: async () => {}, send: async () => ({ status: 200, headers: {}, body: '' }) };
    const http = ${bounded} ? boundingHeap(plain, { fleet: true }) : plain;
    const kept = [];
    for (let n = 0; n < 300; n += 1) {
      await http.send({}, null);
      kept.push(Array.from({ length: 10_000 }, (_, at) => ({ n, at })));
      if (kept.length > 10) kept.shift();
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / ${MIB});`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

describe('the bound of the heap', () => {
  it('ends the growth of the young generation once, at 8 MiB', async () => {
    expect(await flagsFor([2 * MIB, 7 * MIB, 8 * MIB, 8 * MIB])).toEqual([
      [],
      [],
      ['--semi-space-growth-factor=1'],
      [],
    ]);
  });

  it('bounds the old generation of a fleet from the first answer on', async () => {
    expect(await flagsFor([2 * MIB, 9 * MIB], true)).toEqual([
      ['--heap-growing-percent=50'],
      ['--semi-space-growth-factor=1'],
    ]);
  });

  it('hands on answers, faults and counts where V8 cannot be told', async () => {
    const control = (): Promise<HeapControl> => Promise.reject(new Error('no such module'));
    const http = boundingHeap(answering(), { fleet: true, control });
    expect(await http.send(REQUEST, signal)).toBe(ANSWER);
    expect(http.reached()).toBe(3);
    const broken = boundingHeap({ ...answering(), send: () => Promise.reject(new Error('lost')) }, { fleet: true });
    await expect(broken.send(REQUEST, signal)).rejects.toThrow('lost');
  });

  it('has an effect in this version of Node', () => {
    expect(youngMiB(true)).toBeLessThanOrEqual(16);
    expect(youngMiB(false)).toBeGreaterThan(32);
  });
});
