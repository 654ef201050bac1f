/**
 * Texts of the agent: terminal output, prose, and values as a tree. Markdown was parsed when the
 * report was written, by the same parser as for summary and comment; here it becomes elements, in
 * which nothing is live (contract 6.4).
 */
import { h } from 'preact';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MarkupNode } from '../../../src/safe/markdown-document.ts';
import { hasControls, linesAtOnce, terminalLines } from '../data/terminal.ts';
import { Button, Fold, imageNote, Scroll, Some, Text } from './parts.tsx';

/** Children of one value to show at once. */
const CHILDREN = 200;
/** UTF-16 units of a string in a tree to show at once. */
const STRING_MAX = 20_000;

export function Terminal({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): JSX.Element {
  const lines = terminalLines(text);
  return (
    <Scroll class="terminal" label={label}>
      <Some items={lines} atOnce={linesAtOnce(lines)} what="lines">
        {(spans) => (
          <div class="tl">
            {spans.map(({ text: words, style, colour }) =>
              style === '' && colour === null ? (
                <Text>{words}</Text>
              ) : (
                <span class={style} style={colour === null ? '' : `color: var(--fg${colour})`}>
                  <Text>{words}</Text>
                </span>
              ),
            )}
            {spans.length === 0 && '\n'}
          </div>
        )}
      </Some>
    </Scroll>
  );
}

/** Elements that the report was written with. Tables scroll by themselves. */
function elements(nodes: readonly MarkupNode[]): ComponentChildren {
  return nodes.map((node): ComponentChildren => {
    if (typeof node === 'string') {
      return node;
    }
    const [tag, attributes, children] = node;
    if (tag === 'tight') {
      return elements(children);
    }
    const element = h(tag, attributes, elements(children));
    if (tag !== 'table') {
      return element;
    }
    return (
      <Scroll class="table" label="Table">
        {element}
      </Scroll>
    );
  });
}

interface TextProps {
  readonly text: string;
  readonly label: string;
}

/** Terminal output, or what an image is. */
export function TextBlock({ text, label }: TextProps): JSX.Element {
  const image = imageNote(text);
  return image === null ? <Terminal text={text} label={label} /> : <p class="note">{image}</p>;
}

/** Prose, with its Markdown as elements if it has any. */
export function Prose({
  text,
  label,
  markup,
}: TextProps & { readonly markup: readonly MarkupNode[] | undefined }): JSX.Element {
  if (hasControls(text) || imageNote(text) !== null) {
    return <TextBlock text={text} label={label} />;
  }
  return (
    <Scroll class="prose markdown" label={label}>
      {markup === undefined ? (
        <p>
          <Text>{text}</Text>
        </p>
      ) : (
        elements(markup)
      )}
    </Scroll>
  );
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function LongString({ text }: { readonly text: string }): JSX.Element {
  const [isWhole, setWhole] = useState(text.length <= STRING_MAX);
  return (
    <span class="string">
      <Text>{isWhole ? text : text.slice(0, STRING_MAX)}</Text>
      {!isWhole && (
        <Button class="small" onClick={() => setWhole(true)}>
          {`… ${text.length - STRING_MAX} more characters`}
        </Button>
      )}
    </span>
  );
}

function Leaf({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === 'string' && value !== '') {
    const image = imageNote(value);
    return image === null ? <LongString text={value} /> : <span class="note">{image}</span>;
  }
  return <span class="scalar">{JSON.stringify(value)}</span>;
}

function Branch({ value, depth }: { readonly value: object; readonly depth: number }): JSX.Element {
  return (
    <div class="tree">
      <Some
        items={Object.entries(value as Readonly<Record<string, unknown>>)}
        atOnce={CHILDREN}
        what=""
      >
        {([key, child]) => {
          const name = (
            <span class="key">
              <Text>{key}</Text>
            </span>
          );
          if (!isBranch(child)) {
            return (
              <div class="leaf">
                {name} <Leaf value={child} />
              </div>
            );
          }
          const size = Object.keys(child).length;
          const count = (
            <span class="soft">{Array.isArray(child) ? ` [${size}]` : ` {${size}}`}</span>
          );
          return (
            <Fold title={[name, count]} isOpen={depth < 2 && size <= 50}>
              {() => <Branch value={child} depth={depth + 1} />}
            </Fold>
          );
        }}
      </Some>
    </div>
  );
}

/** A value as a collapsible tree. Branches are built when they are first opened. */
export function Tree({
  value,
  label,
}: {
  readonly value: unknown;
  readonly label: string;
}): JSX.Element {
  return (
    <Scroll class="json" label={label}>
      {isBranch(value) ? <Branch value={value} depth={0} /> : <Leaf value={value} />}
    </Scroll>
  );
}
