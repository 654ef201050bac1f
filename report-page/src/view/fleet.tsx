/** Several runs in one file: an index with filters, and each run's report behind its row. */
import { render } from 'preact';
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { FleetRow } from '../../../src/report/page/data.ts';
import { outcomeWords, SHOWN, worstFirst, type ShownOutcome } from '../../../src/outcomes.ts';
import { counted } from '../../../src/safe/text.ts';
import { length } from '../data/time.ts';
import { visible } from '../data/visible.ts';
import { Button, Adopted, CodedLine } from './parts.tsx';
import { showRun } from './run.tsx';

interface FleetParts {
  readonly rows: readonly FleetRow[];
  /**
   * By key: elements of the runs in this file, and links, which were validated when the report was
   * written.
   */
  readonly runs: ReadonlyMap<string, HTMLElement>;
  readonly links: ReadonlyMap<string, HTMLElement>;
  readonly toRuns: ReadonlyMap<string, HTMLElement>;
}

/**
 * The key in the address, `#run-web/step-4`, if a run of this file has it. Keys may contain
 * slashes.
 */
function keyInAddress(runs: FleetParts['runs']): string | null {
  const key = /^#run-([A-Za-z0-9._/-]{1,64})\//.exec(location.hash)?.[1] ?? null;
  return key !== null && runs.has(key) ? key : null;
}

const open = (key: string): void => void (location.hash = `run-${key}/`);

function Row({
  row,
  links,
  toRun,
}: {
  readonly row: FleetRow;
  readonly links: HTMLElement | undefined;
  readonly toRun: HTMLElement | undefined;
}): JSX.Element {
  return (
    <tr>
      <th scope="row">
        {row.isInside ? (
          <Button class="link key" onClick={() => open(row.key)}>
            {row.key}
          </Button>
        ) : (
          <span class="key">{row.key}</span>
        )}
        {row.task !== null && <div class="task-line">{visible(row.task)}</div>}
        {!row.isInside && row.reportFile !== null && (
          <div class="note">{`Report: ${row.reportFile}`}</div>
        )}
      </th>
      <td class="pulls">{links !== undefined && <Adopted element={links} />}</td>
      <td class="end">
        <div class="outcome-line">
          <span class={`outcome ${SHOWN[row.outcome].colour}`}>{outcomeWords(row.outcome)}</span>
          {toRun !== undefined && <Adopted element={toRun} />}
        </div>
        {row.reason !== '' && (
          <div class="reason">
            <CodedLine text={row.reason} />
          </div>
        )}
      </td>
      <td class="time">
        {length(row.durationMs)}
        {row.used !== '' && <div class="used">{row.used}</div>}
        <div class="note">
          {[counted(row.steps, 'step'), row.problems > 0 && counted(row.problems, 'problem')]
            .filter(Boolean)
            .join(', ')}
        </div>
      </td>
    </tr>
  );
}

/** How many runs ended how, as one bar. The tabs below it have the numbers. */
function CountsBar({ rows }: { readonly rows: readonly FleetRow[] }): JSX.Element {
  return (
    <div class="counts-bar" aria-hidden="true">
      {outcomesOf(rows).map((outcome) => {
        const count = rows.filter((row) => row.outcome === outcome).length;
        return (
          <span
            key={outcome}
            class={SHOWN[outcome].colour}
            style={{ flexGrow: count }}
            title={`${count} ${outcomeWords(outcome)}`}
          />
        );
      })}
    </div>
  );
}

function outcomesOf(rows: readonly FleetRow[]): readonly ShownOutcome[] {
  return [...new Set(worstFirst(rows).map(({ outcome }) => outcome))];
}

/** Rows of runs that succeeded, above which they are folded behind the others. */
const GREEN_MOST = 5;

/** The rows that pass, in the order in which the index shows them. */
function shownRows(rows: readonly FleetRow[], outcome: string, query: string): readonly FleetRow[] {
  const wanted = query.toLowerCase().split(/\s+/);
  const textOf = ({ key, title, task, outcome: word, status, reason }: FleetRow): string =>
    [key, title, task, word, status, reason].join('\n').toLowerCase();
  return worstFirst(
    rows.filter(
      (row) =>
        (outcome === '' || row.outcome === outcome) &&
        wanted.every((word) => textOf(row).includes(word)),
    ),
  );
}

function Fleet({ rows, runs, links, toRuns }: FleetParts): JSX.Element {
  const [key, setKey] = useState(() => keyInAddress(runs));
  const [outcome, setOutcome] = useState('');
  const [query, setQuery] = useState('');
  const [isUnfolded, setUnfolded] = useState(false);
  useLayoutEffect(() => {
    const follow = (): void => setKey(keyInAddress(runs));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useLayoutEffect(() => {
    const run = key === null ? undefined : runs.get(key);
    document.body.classList.toggle('in-run', run !== undefined);
    if (run === undefined) {
      return;
    }
    run.hidden = false;
    const close = showRun(run, `run-${key ?? ''}/`);
    return () => {
      close();
      run.hidden = true;
    };
  }, [key]);
  const passing = shownRows(rows, outcome, query);
  const others = passing.filter(({ outcome: word }) => SHOWN[word].ending !== 'good');
  const green = passing.length - others.length;
  const isFolded =
    !isUnfolded && outcome === '' && query === '' && green > GREEN_MOST && others.length > 0;
  const shown = isFolded ? others : passing;
  if (key !== null) {
    const inside = shownRows(rows, '', '').filter((row) => runs.has(row.key));
    const at = inside.findIndex((row) => row.key === key);
    const step = (by: -1 | 1, label: string): JSX.Element => {
      const next = inside[at + by];
      return (
        <Button disabled={next === undefined} onClick={() => next !== undefined && open(next.key)}>
          {label}
        </Button>
      );
    };
    return (
      <nav class="run-bar" aria-label="Runs">
        <Button class="back" onClick={() => (location.hash = '')}>
          All runs
        </Button>
        <span class="soft">{`${at + 1} of ${inside.length}`}</span>
        <span class="space" />
        {step(-1, 'Previous run')}
        {step(1, 'Next run')}
      </nav>
    );
  }
  const tab = (value: '' | ShownOutcome, label: string): JSX.Element => (
    <Button
      key={value}
      class={`tab ${value === '' ? '' : SHOWN[value].colour}`.trim()}
      aria-pressed={outcome === value}
      onClick={() => setOutcome(value)}
    >
      {`${label} `}
      <b>{value === '' ? rows.length : rows.filter((row) => row.outcome === value).length}</b>
    </Button>
  );
  return (
    <>
      <CountsBar rows={rows} />
      <div class="tools">
        <span class="tabs" role="group" aria-label="Filter by outcome">
          {tab('', 'All')}
          {outcomesOf(rows).map((value) => tab(value, outcomeWords(value)))}
        </span>
        <input
          type="search"
          placeholder="Search runs"
          aria-label="Search runs"
          autocomplete="off"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <span class="count" role="status">
          {passing.length === rows.length
            ? counted(rows.length, 'run')
            : `${passing.length} of ${counted(rows.length, 'run')}`}
        </span>
      </div>
      <div class="table" tabIndex={0} role="group" aria-label="Runs">
        <table>
          <thead>
            <tr>
              {['Task', 'Pull request', 'Outcome', 'Time'].map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} links={links.get(row.key)} toRun={toRuns.get(row.key)} />
            ))}
          </tbody>
        </table>
      </div>
      {isFolded && (
        <Button class="unfold" onClick={() => setUnfolded(true)}>
          {`Show ${counted(green, 'run')} that succeeded`}
        </Button>
      )}
      {shown.length === 0 && (
        <p class="note">
          {'No matching runs. '}
          <Button
            onClick={() => {
              setOutcome('');
              setQuery('');
            }}
          >
            Show all runs
          </Button>
        </p>
      )}
    </>
  );
}

const byKey = (elements: Iterable<HTMLElement>): ReadonlyMap<string, HTMLElement> =>
  new Map([...elements].map((one) => [one.dataset['key'] ?? '', one]));

/** Shows the index inside its element, which holds its data and the links as they were written. */
export function showFleet(index: HTMLElement): void {
  const rows = JSON.parse(
    index.querySelector('script.fleet-rows')?.textContent ?? '[]',
  ) as readonly FleetRow[];
  const runs = byKey(document.querySelectorAll<HTMLElement>('.run'));
  const links = byKey(index.querySelectorAll<HTMLElement>('.links'));
  const toRuns = byKey(index.querySelectorAll<HTMLElement>('.to-run'));
  for (const one of [...links.values(), ...toRuns.values()]) {
    one.remove();
  }
  const place = document.createElement('div');
  place.className = 'fleet-index';
  index.append(place);
  render(<Fleet rows={rows} runs={runs} links={links} toRuns={toRuns} />, place);
}
