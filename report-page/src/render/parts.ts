/** Renders an entry, each field in a suitable form. */
import type { Step } from '../data/run.ts';
import { filePath } from '../../../src/report/page/data.ts';
import { editLines, patchLines } from './diff.ts';
import { editsOf, patchOf } from './edits.ts';
import { button, copyButton, fold, h, imageNote, scrollBox } from './dom.ts';
import type { Child } from './dom.ts';
import { jsonTree } from './json.ts';
import { markdown } from './markdown.ts';
import { hasControls } from './terminal.ts';
import { diffView, terminalView } from './views.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a tool's output that contain terminal output. */
const OUTPUTS = [
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
] as const;
const EXITS = ['exit_code', 'exitCode', 'exit', 'returncode', 'return_code', 'code', 'status'] as const;
const COMMANDS = ['command', 'cmd', 'script'] as const;

const raw = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function omit(value: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

const tree = (value: unknown, label: string): HTMLElement => scrollBox('json', label, jsonTree(value));

/** The fields of an object that are not shown separately. */
function rest(value: Fields, label: string): readonly Child[] {
  return Object.keys(value).length === 0 ? [] : [tree(value, label)];
}

function path(text: string): HTMLElement {
  return h('div', { class: 'path' }, text);
}

/** Terminal output with lines, colours and tabs. Prose as Markdown. */
function textBlock(text: string, label: string, prose: boolean): HTMLElement {
  const image = imageNote(text);
  if (image !== null) return h('p', { class: 'note' }, image);
  return prose && !hasControls(text) ? scrollBox('prose', label, markdown(text)) : terminalView(text, label);
}

function inputBlocks(input: unknown): readonly Child[] {
  const edits = editsOf(input);
  const patch = patchOf(input);
  if (edits.length > 0 && isFields(input)) {
    const names = Object.keys(input).filter(
      (name) =>
        typeof input[name] === 'string' &&
        edits.some((edit) => [edit.before, edit.after, edit.path].includes(input[name] as string)),
    );
    const blocks = edits.flatMap((edit) => [
      ...(edit.path === null ? [] : [path(edit.path)]),
      diffView(editLines(edit), 'Edit'),
    ]);
    return [...blocks, ...rest(omit(input, [...names, 'edits', 'changes', 'replacements']), 'Input')];
  }
  if (patch !== null) {
    const file = filePath(input);
    const names = isFields(input) ? Object.keys(input).filter((name) => name === patch[0] || input[name] === file) : [];
    return [
      ...(file === null ? [] : [path(file)]),
      diffView(patchLines(patch[1]), 'Patch'),
      ...(isFields(input) ? rest(omit(input, names), 'Input') : []),
    ];
  }
  if (typeof input === 'string') return [textBlock(input, 'Input', false)];
  const name = isFields(input) ? COMMANDS.find((field) => typeof input[field] === 'string') : undefined;
  if (isFields(input) && name !== undefined)
    return [scrollBox('terminal command', 'Command', String(input[name])), ...rest(omit(input, [name]), 'Input')];
  return [tree(input, 'Input')];
}

function outputBlocks(output: unknown, label: string): readonly Child[] {
  if (typeof output === 'string') {
    const patch = patchOf(output);
    return [patch === null ? textBlock(output, label, false) : diffView(patchLines(patch[1]), label)];
  }
  if (!isFields(output)) return [tree(output, label)];
  const exit = EXITS.find((name) => typeof output[name] === 'number');
  const texts = OUTPUTS.filter((name) => typeof output[name] === 'string' && output[name] !== '');
  if (texts.length === 0) return [tree(output, label)];
  const code = exit === undefined ? null : Number(output[exit]);
  const badge = code === null ? [] : [h('span', { class: code === 0 ? 'exit' : 'exit bad' }, `exit ${code}`)];
  const blocks = texts.flatMap((name) => {
    const text = String(output[name]);
    const patch = patchOf(text);
    const view = patch === null ? textBlock(text, name, false) : diffView(patchLines(patch[1]), name);
    return texts.length === 1 ? [view] : [h('div', { class: 'field' }, name), view];
  });
  const empty = OUTPUTS.filter((name) => output[name] === '' || output[name] === null);
  return [
    ...badge,
    ...blocks,
    ...rest(omit(output, [...texts, ...empty, ...(exit === undefined ? [] : [exit])]), label),
  ];
}

/** A titled part with a switch to the original text. */
function part(title: string, value: unknown, build: () => readonly Child[]): HTMLElement {
  const body = h('div', { class: 'part-body' });
  let plain = false;
  const toggle = button(
    'Raw',
    { class: 'small', 'aria-pressed': 'false', 'aria-label': `Raw ${title.toLowerCase()}` },
    () => {
      plain = !plain;
      toggle.setAttribute('aria-pressed', String(plain));
      draw();
    },
  );
  const draw = (): void =>
    body.replaceChildren(...(plain ? [scrollBox('terminal', title, raw(value).slice(0, 500_000))] : build()));
  draw();
  const head = h(
    'div',
    { class: 'part-head' },
    h('h3', {}, title),
    toggle,
    copyButton(title.toLowerCase(), () => raw(value)),
  );
  return h('section', { class: 'part' }, head, body);
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isFields(value) && Object.keys(value).length === 0);

/** The most relevant fields in chronological order, then the original entry. */
export function entryParts(step: Step, entry: unknown): readonly HTMLElement[] {
  if (entry === null) return [h('p', { class: 'note' }, 'Left out of this report for its size: see the logs file.')];
  if (!isFields(entry))
    return [
      part('Entry', entry, () =>
        typeof entry === 'string' ? [textBlock(entry, 'Entry', false)] : [tree(entry, 'Entry')],
      ),
    ];
  const { thought, tool_input: input, tool_output: output, observation } = entry;
  const prose = !step.error && (step.category === 'talk' || step.category === 'plan' || step.category === 'checks');
  const isProse = (value: unknown): value is string => typeof value === 'string' && prose;
  const texts: readonly (readonly [string, unknown, () => readonly Child[]])[] = [
    [
      step.error ? 'Error' : 'Observation',
      observation,
      () =>
        isProse(observation) ? [textBlock(observation, 'Observation', true)] : outputBlocks(observation, 'Observation'),
    ],
    [
      'Thought',
      thought,
      () => (typeof thought === 'string' ? [textBlock(thought, 'Thought', true)] : [tree(thought, 'Thought')]),
    ],
    ['Input', input, () => inputBlocks(input)],
    ['Output', output, () => outputBlocks(output, 'Output')],
  ];
  const [first, ...others] = texts;
  const order =
    first === undefined ? [] : step.error || step.kind === 'FINAL_ANSWER' ? [first, ...others] : [...others, first];
  const parts = order
    .filter(([, value]) => !isNothing(value))
    .map(([title, value, build]) => part(title, value, build));
  const whole = fold(['Whole entry'], { class: 'whole' }, () => part('Entry', entry, () => [tree(entry, 'Entry')]));
  return [...parts, whole];
}
