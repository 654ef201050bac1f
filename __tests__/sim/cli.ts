/**
 * `npm run sim -- --seeds N [--service NAME] [--from S] [--only NAME]` simulates N consecutive
 * seeds; `npm run sim -- --seed S --trace` replays one step by step; `npm run sim -- --list` names
 * the services, the default first. Exits with 1 at the first violated invariant (later with
 * `--keep-going`), if no step ended in one of the usual ways, and if a long run did not reach all
 * rare states.
 */
import { parseArgs } from 'node:util';
import {
  DEFAULT_SERVICE,
  SERVICE_NAMES,
  type ServiceName,
} from '../../src/agents/service-table.ts';
import { warmUp, type Marks } from './engine/simulated.ts';
import { scenarioOf, scenariosOf, simulate, type ScenarioName } from './scenarios.ts';

/** Number of seeds of all scenarios that must reach every rare state. */
const MARKS_SEEDS = 2_000;
/** Number of seeds of all scenarios among which these ends must be. */
const ENDS_SEEDS = 60;
const ENDS = ['succeeded', 'failed', 'error'];
/** Maximum violations to print per seed. */
const SHOWN = 6;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    service: { type: 'string', default: DEFAULT_SERVICE },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    marks: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
});

const service = serviceNamed(values.service);
const only = values.only === undefined ? null : scenarioNamed(values.only);
if (values.list) {
  console.log(SERVICE_NAMES.join('\n'));
} else {
  await warmUp();
  if (values.seed !== undefined) {
    await one(Number(values.seed));
  } else {
    await many(Number(values.from), Number(values.seeds));
  }
}

function serviceNamed(name: string): ServiceName {
  const found = SERVICE_NAMES.find((known) => known === name);
  if (found === undefined) {
    throw new Error(`--service takes one of ${SERVICE_NAMES.join(', ')}`);
  }
  return found;
}

function scenarioNamed(name: string): ScenarioName {
  const names = scenariosOf(service);
  const found = names.find((known) => known === name);
  if (found === undefined) {
    throw new Error(`--only takes one of ${names.join(', ')}`);
  }
  return found;
}

async function one(seed: number): Promise<void> {
  const say = (line: string): void => console.log(line);
  const name = only ?? scenarioOf(seed, service);
  const { outcome, requests, lasted, marks, violations } = await simulate(
    { service, name, seed },
    values.trace ? { trace: say } : {},
  );
  say(
    `${name} ${seed}: ${outcome} after ${(lasted / 1000).toFixed(1)} s and ${requests} requests; marks: ${reached(marks).join(', ')}`,
  );
  report(violations);
}

async function many(from: number, seeds: number): Promise<void> {
  const startedAt = performance.now();
  const ends = new Map<string, number>();
  const met = new Set<string>();
  const marks = new Map<string, number>();
  let requests = 0;
  let violated = 0;
  let virtualMs = 0;
  let done = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const scenario = only ?? scenarioOf(seed, service);
    const end = await simulate({ service, name: scenario, seed });
    const name = `${scenario} ${end.outcome}`;
    ends.set(name, (ends.get(name) ?? 0) + 1);
    end.outcome.split('+').forEach((one) => met.add(one));
    for (const [mark, is] of Object.entries(end.marks)) {
      marks.set(mark, (marks.get(mark) ?? 0) + Number(is));
    }
    requests += end.requests;
    virtualMs += end.lasted;
    done += 1;
    if (end.violations.length === 0) {
      continue;
    }
    violated += 1;
    const chosen = service === DEFAULT_SERVICE ? '' : `--service ${service} `;
    console.log(
      `${scenario} ${seed} (replay: npm run sim -- ${chosen}--only ${scenario} --seed ${seed} --trace)`,
    );
    report(end.violations);
    if (!values['keep-going']) {
      break;
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${done} seeds, ${violated} with violations, ${requests} requests, ${(virtualMs / 3_600_000).toFixed(0)} virtual hours in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(0)} seeds/s`,
  );
  for (const [name, times] of [...ends].sort((a, b) => b[1] - a[1])) {
    console.log(`  ${name}: ${times}`);
  }
  tellEnds(met, done);
  tellMarks(marks, done);
}

function tellEnds(met: ReadonlySet<string>, seeds: number): void {
  const missed = ENDS.filter((end) => !met.has(end));
  if (missed.length === 0 || only !== null || seeds < ENDS_SEEDS) {
    return;
  }
  console.log(`  NO STEP ENDED AS ${missed.join(', ')}`);
  process.exitCode = 1;
}

function reached(marks: Marks): readonly string[] {
  return Object.keys(marks).filter((mark) => marks[mark]);
}

function tellMarks(marks: ReadonlyMap<string, number>, seeds: number): void {
  const missed = [...marks].filter(([, times]) => times === 0).map(([mark]) => mark);
  console.log(`${marks.size - missed.length} of ${marks.size} rare states reached`);
  if (values.marks) {
    for (const [mark, times] of marks) {
      console.log(`  ${mark}: ${times}`);
    }
  }
  if (missed.length === 0 || only !== null || seeds < MARKS_SEEDS) {
    return;
  }
  console.log(`  NOT REACHED ${missed.join(', ')}`);
  process.exitCode = 1;
}

function report(violations: readonly string[]): void {
  for (const violation of violations.slice(0, SHOWN)) {
    console.log(`  VIOLATION ${violation}`);
  }
  if (violations.length > SHOWN) {
    console.log(`  and ${violations.length - SHOWN} more`);
  }
  if (violations.length > 0) {
    process.exitCode = 1;
  }
}
