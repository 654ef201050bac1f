/**
 * `npm run sim -- --seeds N [--from S]` simulates N seeds in a row; `npm run sim -- --seed S --trace` replays one step by
 * step. Ends with 1 as soon as an invariant is violated, unless `--keep-going`.
 */
import { parseArgs } from 'node:util';
import { simulate, warmUp } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
});

await warmUp();
if (values.seed !== undefined) await one(Number(values.seed));
else await many(Number(values.from), Number(values.seeds));

async function one(seed: number): Promise<void> {
  const say = (line: string): void => console.log(line);
  const { outcome, code, requests, lasted, violations } = await simulate(seed, values.trace ? { trace: say } : {});
  say(
    `seed ${seed}: ${outcome}${code === '' ? '' : `/${code}`} after ${(lasted / 1000).toFixed(1)} s and ${requests} requests`,
  );
  report(violations);
}

async function many(from: number, seeds: number): Promise<void> {
  const startedAt = performance.now();
  const ends = new Map<string, number>();
  let requests = 0;
  let violated = 0;
  let virtualMs = 0;
  let done = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const end = await simulate(seed);
    const name = end.code === '' ? end.outcome : `${end.outcome}/${end.code}`;
    ends.set(name, (ends.get(name) ?? 0) + 1);
    requests += end.requests;
    virtualMs += end.lasted;
    done += 1;
    if (end.violations.length === 0) continue;
    violated += 1;
    console.log(`seed ${seed} (replay: npm run sim -- --seed ${seed} --trace)`);
    report(end.violations);
    if (!values['keep-going']) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${done} seeds, ${violated} with violations, ${requests} requests, ${(virtualMs / 3_600_000).toFixed(0)} virtual hours in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(0)} seeds/s`,
  );
  for (const [name, times] of [...ends].sort((a, b) => b[1] - a[1])) console.log(`  ${name}: ${times}`);
}

function report(violations: readonly string[]): void {
  for (const violation of violations) console.log(`  VIOLATION ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}
