/** Edits as unified diffs. */
import type { ComponentChildren, JSX } from 'preact';
import type { DiffLine } from '../data/diff.ts';
import { Fold, Scroll, Some, Text } from './parts.tsx';

/** Lines and edits to show at once. The rest is shown on demand. */
const LINES = 600;
const EDITS = 50;
/** UTF-16 units of edits that are compared at once. */
const COMPARED_MAX = 60_000;
/** Unchanged lines to show around a change. */
const CONTEXT = 4;
const SIGNS = { same: ' ', add: '+', remove: '-', heading: ' ' } as const;

/** Replaces long runs of unchanged lines with a note. */
function withoutFar(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries()) {
    if (line.kind !== 'same') {
      near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
    }
  }
  const kept: DiffLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (near[at] === 1 && line !== undefined) {
      kept.push(line);
    }
    if (near[at] === 1) {
      continue;
    }
    let end = at;
    while (end < lines.length && near[end] === 0) {
      end += 1;
    }
    const parts = [{ text: `… ${end - at} unchanged lines`, marked: false }];
    if (end - at > 3) {
      kept.push({ kind: 'heading', old: null, new: null, parts });
    } else {
      kept.push(...lines.slice(at, end));
    }
    at = end - 1;
  }
  return kept;
}

function Line({ line }: { readonly line: DiffLine }): JSX.Element {
  return (
    <div class={`dl ${line.kind}`}>
      <span class="ln">{line.old}</span>
      <span class="ln">{line.new}</span>
      <span class="code">
        <span class="sign">{SIGNS[line.kind]}</span>
        {line.parts.map(({ text, marked }) =>
          marked ? (
            <mark>
              <Text>{text}</Text>
            </mark>
          ) : (
            <Text>{text}</Text>
          ),
        )}
      </span>
    </div>
  );
}

export function Counts({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): JSX.Element {
  return (
    <span class="counts">
      <span class="added">{`+${added}`}</span> <span class="removed">{`−${removed}`}</span>
    </span>
  );
}

export function Diff({
  lines,
  label,
}: {
  readonly lines: readonly DiffLine[];
  readonly label: string;
}): JSX.Element {
  const isChanged = lines.some(({ kind }) => kind === 'add' || kind === 'remove');
  const shown = isChanged ? withoutFar(lines) : lines;
  const count = (kind: DiffLine['kind']): number =>
    lines.filter((line) => line.kind === kind).length;
  return (
    <>
      <Counts added={count('add')} removed={count('remove')} />
      <Scroll class="diff" label={label}>
        <div class="lines">
          <Some items={shown} atOnce={LINES} what="lines">
            {(line) => <Line line={line} />}
          </Some>
        </div>
      </Scroll>
    </>
  );
}

export interface ShownEdit {
  /** UTF-16 units. */
  readonly size: number;
  readonly lines: () => readonly DiffLine[];
  readonly above: ComponentChildren;
  /** Of the fold that it is in if it waits. */
  readonly title: string;
}

/**
 * Several edits. To compare many long texts at once would freeze the page, so the later ones wait
 * until they are opened.
 */
export function Edits({ edits }: { readonly edits: readonly ShownEdit[] }): JSX.Element {
  let size = 0;
  return (
    <Some items={edits} atOnce={EDITS} what="edits">
      {(edit, n) => {
        size += edit.size;
        const diff = (): JSX.Element => <Diff lines={edit.lines()} label={edit.title} />;
        return [
          edit.above,
          n === 0 || size <= COMPARED_MAX ? diff() : <Fold title={edit.title}>{diff}</Fold>,
        ];
      }}
    </Some>
  );
}
