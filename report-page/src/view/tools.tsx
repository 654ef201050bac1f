/** The row of filters above the list, with the search and what it found. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { counted, grouped } from '../../../src/safe/text.ts';
import { stepName, toolName } from '../../../src/agents/entry.ts';
import { sumsBy } from '../data/run.ts';
import type { Run } from '../data/run.ts';
import type { Model } from './model.ts';
import { Button, shortName } from './parts.tsx';

const OPTIONS_MAX = 500;

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly choose: (value: string) => void;
}

function Select({ label, value, choices, choose }: SelectProps): JSX.Element {
  return (
    <select
      aria-label={`Filter by ${label}`}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{`All ${label}s`}</option>
      {choices.slice(0, OPTIONS_MAX).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

function choicesOf({ steps }: Run): {
  readonly kinds: readonly Choice[];
  readonly tools: readonly Choice[];
} {
  const choice =
    (nameOf: (name: string) => string) =>
    ({ name, steps: count }: { readonly name: string; readonly steps: number }): Choice => ({
      value: name,
      text: `${shortName(nameOf(name))} (${count})`,
    });
  const used = steps.filter(({ tool }) => tool !== '');
  return {
    kinds: sumsBy(steps, ({ kind }) => kind).map(
      choice((name) => stepName({ kind: name, tool: null })),
    ),
    tools: sumsBy(used, ({ tool }) => tool).map(choice(toolName)),
  };
}

/** `3 / 7 of 48 steps` */
function status({ run, passing, state, isSearching, isFiltered }: Model): string {
  if (isSearching) {
    return 'Searching…';
  }
  if (passing.length === run.steps.length) {
    return grouped(counted(run.steps.length, 'step'));
  }
  const place = state.step === null || !isFiltered ? -1 : passing.indexOf(state.step);
  return `${place < 0 ? '' : `${grouped(place + 1)} / `}${grouped(passing.length)} of ${grouped(counted(run.steps.length, 'step'))}`;
}

interface ToolsProps {
  readonly model: Model;
  readonly showKeys: () => void;
}

export function Tools({ model, showKeys }: ToolsProps): JSX.Element {
  const { run, state } = model;
  const { kinds, tools } = useMemo(() => choicesOf(run), [run]);
  return (
    <div class="tools" role="toolbar" aria-label="Filters">
      <input
        type="search"
        placeholder="Search all text"
        aria-label="Search all text"
        autocomplete="off"
        spellcheck={false}
        value={state.query}
        onInput={({ currentTarget }) => model.change({ query: currentTarget.value })}
      />
      <span class="pair">
        <Button class="small" aria-label="Previous match" onClick={() => model.move(-1, true)}>
          ↑
        </Button>
        <Button class="small" aria-label="Next match" onClick={() => model.move(1, true)}>
          ↓
        </Button>
      </span>
      <Select
        label="type"
        value={state.kind}
        choices={kinds}
        choose={(kind) => model.change({ kind })}
      />
      <Select
        label="tool"
        value={state.tool}
        choices={tools}
        choose={(tool) => model.change({ tool })}
      />
      <Button
        class="errors"
        aria-pressed={state.errors}
        disabled={run.problems.length === 0}
        title="Errors, and commands that ended with another exit code than 0"
        onClick={() => model.change({ errors: !state.errors })}
      >
        {`Problems (${run.problems.length})`}
      </Button>
      <Button aria-pressed={model.isGrouping} onClick={() => model.setGrouping(!model.isGrouping)}>
        Group
      </Button>
      <Button disabled={!model.isFiltered} onClick={() => model.reset()}>
        Reset
      </Button>
      <span class="count" role="status">
        {status(model)}
      </span>
      <span class="space" />
      <Button
        class="small"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={showKeys}
      >
        ?
      </Button>
    </div>
  );
}
