/** A diff with a switch between unified and side by side. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pairedLines } from '../data/diff.ts';
import type { DiffLine } from '../data/diff.ts';
import { Button, Scroll, Some, Text } from './parts.tsx';

/** Lines to show at once. The rest is shown on demand. */
const LINES = 600;
/** Unchanged lines to show around a change. */
const CONTEXT = 4;
const SIGNS = { same: ' ', add: '+', remove: '-', heading: ' ' } as const;

/** The chosen layout, which applies to all diffs that are drawn from then on. */
let isSideBySide = false;

/** Replaces long runs of unchanged lines with a note. */
function withoutFar(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries())
    if (line.kind !== 'same') near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  const kept: DiffLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (near[at] === 1 && line !== undefined) kept.push(line);
    if (near[at] === 1) continue;
    let end = at;
    while (end < lines.length && near[end] === 0) end += 1;
    const parts = [{ text: `… ${end - at} unchanged lines`, marked: false }];
    if (end - at > 3) kept.push({ kind: 'heading', old: null, new: null, parts });
    else kept.push(...lines.slice(at, end));
    at = end - 1;
  }
  return kept;
}

function Words({ line }: { readonly line: DiffLine }): JSX.Element {
  return (
    <>
      {line.parts.map(({ text, marked }) =>
        marked ? (
          <mark>
            <Text>{text}</Text>
          </mark>
        ) : (
          <Text>{text}</Text>
        ),
      )}
    </>
  );
}

function Unified({ line }: { readonly line: DiffLine }): JSX.Element {
  return (
    <div class={`dl ${line.kind}`}>
      <span class="ln">{line.old}</span>
      <span class="ln">{line.new}</span>
      <span class="code">
        <span class="sign">{SIGNS[line.kind]}</span>
        <Words line={line} />
      </span>
    </div>
  );
}

function Paired({ left, right }: { readonly left: DiffLine | null; readonly right: DiffLine | null }): JSX.Element {
  if (left?.kind === 'heading') return <Unified line={left} />;
  const side = (line: DiffLine | null, number: number | null): JSX.Element => (
    <>
      <span class="ln">{number}</span>
      <span class={`code ${line?.kind ?? 'none'}`}>{line !== null && <Words line={line} />}</span>
    </>
  );
  return (
    <div class="dl">
      {side(left, left?.old ?? null)}
      {side(right, right?.new ?? null)}
    </div>
  );
}

export function Counts({ added, removed }: { readonly added: number; readonly removed: number }): JSX.Element {
  return (
    <span class="counts">
      <span class="added">{`+${added}`}</span> <span class="removed">{`−${removed}`}</span>
    </span>
  );
}

export function Diff({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }): JSX.Element {
  const [isPaired, setPaired] = useState(isSideBySide);
  const shown = lines.some(({ kind }) => kind === 'add' || kind === 'remove') ? withoutFar(lines) : lines;
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  const toggle = (): void => {
    isSideBySide = !isPaired;
    setPaired(isSideBySide);
  };
  return (
    <div class="diff-box">
      <div class="diff-head">
        <Counts added={count('add')} removed={count('remove')} />
        <Button class="small" onClick={toggle}>
          {isPaired ? 'Unified' : 'Side by side'}
        </Button>
      </div>
      <Scroll class={isPaired ? 'diff paired' : 'diff'} label={label}>
        <div class="lines">
          {isPaired ? (
            <Some items={pairedLines(shown)} atOnce={LINES} what="lines">
              {([left, right]) => <Paired left={left} right={right} />}
            </Some>
          ) : (
            <Some items={shown} atOnce={LINES} what="lines">
              {(line) => <Unified line={line} />}
            </Some>
          )}
        </div>
      </Scroll>
    </div>
  );
}
