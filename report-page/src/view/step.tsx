/** One step: its title, and each field of its entry in a suitable form. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { entryMeaning } from '../../../src/message-types.ts';
import { isRecord } from '../../../src/safe/json.ts';
import { filePath, isProse } from '../../../src/report/page/data.ts';
import { editLines, patchLines } from '../data/diff.ts';
import type { Edit } from '../data/diff.ts';
import { editsOf, patchOf } from '../data/edits.ts';
import type { Step } from '../data/run.ts';
import type { Entry } from '../data/texts.ts';
import { clock, length } from '../data/time.ts';
import { visible } from '../data/visible.ts';
import { Diff, Edits } from './diff.tsx';
import type { ShownEdit } from './diff.tsx';
import { Button, Copy, Exit, Fold, Icon, Scroll, Text } from './parts.tsx';
import { Prose, TextBlock, Tree } from './prose.tsx';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a tool's output that contain terminal output. */
const OUTPUTS = [
  ...[
    'stdout',
    'stderr',
    'output',
    'content',
    'text',
    'message',
    'result',
    'logs',
    'log',
    'error',
    'diff',
  ],
] as const;
const EXITS = [
  'exit_code',
  'exitCode',
  'exit',
  'returncode',
  'return_code',
  'code',
  'status',
] as const;
const COMMANDS = ['command', 'cmd', 'script'] as const;
/** UTF-16 units of a value shown as it is. */
const RAW_MAX = 500_000;
const raw = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function without(value: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The fields of an object that are not shown separately. */
function Rest({
  value,
  label,
}: {
  readonly value: Fields;
  readonly label: string;
}): JSX.Element | null {
  return Object.keys(value).length === 0 ? null : <Tree value={value} label={label} />;
}

function Path({ children }: { readonly children: string }): JSX.Element {
  return (
    <div class="path">
      <Text>{children}</Text>
    </div>
  );
}

/** The edits of one entry, each below its path if that changes. */
function shownEdits(edits: readonly Edit[]): readonly ShownEdit[] {
  return edits.map((edit, n) => ({
    size: edit.before.length + edit.after.length,
    lines: () => editLines(edit),
    above: edit.path !== null && edit.path !== edits[n - 1]?.path && <Path>{edit.path}</Path>,
    title: `Edit ${n + 1} of ${edits.length}`,
  }));
}

function Input({
  input,
  isEditor,
}: {
  readonly input: unknown;
  readonly isEditor: boolean;
}): JSX.Element {
  const patch = patchOf(input);
  const edits = patch === null ? editsOf(input, { isEditor }) : [];
  if (edits.length > 0 && isRecord(input)) {
    const shown = new Set<unknown>(
      edits.flatMap(({ before, after, path }) => [before, after, path]),
    );
    const names = Object.keys(input).filter(
      (name) => typeof input[name] === 'string' && shown.has(input[name]),
    );
    return (
      <>
        <Edits edits={shownEdits(edits)} />
        <Rest
          value={without(input, [...names, 'edits', 'changes', 'replacements'])}
          label="Input"
        />
      </>
    );
  }
  if (patch !== null) {
    const file = filePath(input);
    const fields = isRecord(input) ? input : {};
    const names = Object.keys(fields).filter((name) => name === patch[0] || fields[name] === file);
    return (
      <>
        {file !== null && <Path>{file}</Path>}
        <Diff lines={patchLines(patch[1])} label="Patch" />
        <Rest value={without(fields, names)} label="Input" />
      </>
    );
  }
  if (typeof input === 'string') {
    return <TextBlock text={input} label="Input" />;
  }
  if (!isRecord(input)) {
    return <Tree value={input} label="Input" />;
  }
  const name = COMMANDS.find((field) => typeof input[field] === 'string');
  if (name === undefined) {
    return <Tree value={input} label="Input" />;
  }
  return (
    <>
      <Scroll class="terminal command" label="Command">
        <Text>{String(input[name])}</Text>
      </Scroll>
      <Rest value={without(input, [name])} label="Input" />
    </>
  );
}

/** A text, or the diff that it is. */
function OutputText({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): JSX.Element {
  const patch = patchOf(text);
  if (patch === null) {
    return <TextBlock text={text} label={label} />;
  }
  return <Diff lines={patchLines(patch[1])} label={label} />;
}

function Output({
  output,
  label,
}: {
  readonly output: unknown;
  readonly label: string;
}): JSX.Element {
  if (typeof output === 'string') {
    return <OutputText text={output} label={label} />;
  }
  if (!isRecord(output)) {
    return <Tree value={output} label={label} />;
  }
  const exit = EXITS.find((name) => typeof output[name] === 'number');
  const texts = OUTPUTS.filter((name) => typeof output[name] === 'string' && output[name] !== '');
  if (texts.length === 0) {
    return <Tree value={output} label={label} />;
  }
  const empty = OUTPUTS.filter((name) => output[name] === '' || output[name] === null);
  return (
    <>
      {exit !== undefined && <Exit code={Number(output[exit])} />}
      {texts.map((name) => [
        texts.length > 1 && <div class="field">{name}</div>,
        <OutputText text={String(output[name])} label={name} />,
      ])}
      <Rest
        value={without(output, [...texts, ...empty, ...(exit === undefined ? [] : [exit])])}
        label={label}
      />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly value: unknown;
  readonly children: ComponentChildren;
}

/** A titled part with a switch to the original text. */
function Part({ title, value, children }: PartProps): JSX.Element {
  const [isRaw, setRaw] = useState(false);
  const name = title.toLowerCase();
  return (
    <section class="part">
      <div class="part-head">
        <h3>{title}</h3>
        <Button
          class="small"
          aria-pressed={isRaw}
          aria-label={`Raw ${name}`}
          onClick={() => setRaw(!isRaw)}
        >
          Raw
        </Button>
        <Copy what={name} text={() => raw(value)} />
      </div>
      {isRaw ? (
        <Scroll class="terminal" label={title}>
          <Text>{raw(value).slice(0, RAW_MAX)}</Text>
        </Scroll>
      ) : (
        children
      )}
    </section>
  );
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isRecord(value) && Object.keys(value).length === 0);

/** The value of a text that is a JSON object or array, as a structured answer is, or null. */
function structured(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || text.length > RAW_MAX) {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function Observed({
  observation,
  step,
  markup,
}: {
  readonly observation: unknown;
  readonly step: Step;
  readonly markup: Entry['markup']['observation'];
}): JSX.Element {
  if (typeof observation !== 'string' || !isProse(step.kind, step.error)) {
    return <Output output={observation} label="Observation" />;
  }
  const value = structured(observation);
  if (value === null) {
    return <Prose text={observation} markup={markup} label="Observation" />;
  }
  return <Tree value={value} label="Observation" />;
}

/** The most relevant fields in chronological order, then the original entry. */
function EntryView({ step, entry }: { readonly step: Step; readonly entry: Entry }): JSX.Element {
  const { value, markup } = entry;
  if (value === null) {
    return <p class="note">Left out of this report for its size: see the logs file.</p>;
  }
  const whole =
    typeof value === 'string' ? (
      <TextBlock text={value} label="Entry" />
    ) : (
      <Tree value={value} label="Entry" />
    );
  if (!isRecord(value)) {
    return (
      <Part title="Entry" value={value}>
        {whole}
      </Part>
    );
  }
  const { thought, tool_input: input, tool_output: output, observation } = value;
  const said =
    typeof thought === 'string' ? (
      <Prose text={thought} markup={markup.thought} label="Thought" />
    ) : (
      <Tree value={thought} label="Thought" />
    );
  const observed = <Observed observation={observation} step={step} markup={markup.observation} />;
  const first = [step.error ? 'Error' : 'Observation', observation, observed] as const;
  const others = [
    ['Thought', thought, said],
    ['Input', input, <Input input={input} isEditor={step.category === 'edit'} />],
    ['Output', output, <Output output={output} label="Output" />],
  ] as const;
  const parts =
    step.error || entryMeaning(step.kind) === 'answer' ? [first, ...others] : [...others, first];
  return (
    <>
      {parts
        .filter(([, field]) => !isNothing(field))
        .map(([title, field, view]) => (
          <Part key={title} title={title} value={field}>
            {view}
          </Part>
        ))}
      <Fold title="Whole entry" class="whole">
        {() => (
          <Part title="Entry" value={value}>
            {whole}
          </Part>
        )}
      </Fold>
    </>
  );
}

function timeOf({ time }: Step): string {
  if (time === null) {
    return 'time unknown';
  }
  return new Date(time).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

/** @param props.entry undefined while it is being read */
export function StepView({
  step,
  entry,
}: {
  readonly step: Step;
  readonly entry: Entry | undefined;
}): JSX.Element {
  return (
    <>
      <div class="step-title">
        <h2>
          <Icon category={step.category} />
          {` Step ${step.number}: ${visible(step.name)}`}
        </h2>
        <p class="badges">
          <code>{visible(step.kind)}</code>
          {step.tool !== '' && [' ', <code>{visible(step.tool)}</code>]}
        </p>
        <p class="facts">{`at ${clock(step.at)} · took ${length(step.end - step.start)} · ${timeOf(step)}`}</p>
      </div>
      {entry !== undefined && <EntryView key={step.index} step={step} entry={entry} />}
    </>
  );
}
