/**
 * Texts of the agent: terminal output, Markdown, and values as a tree. Markdown is rendered from the blocks that the rest of the action
 * uses too. Links are text followed by their host, images are their alternative text, and HTML is text: nothing that the agent wrote
 * becomes live (contract 6.4).
 */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { readDocument } from '../../../src/safe/markdown-document.ts';
import type { Block, Inline, ListItem } from '../../../src/safe/markdown-document.ts';
import { hasControls, terminalLines } from '../data/terminal.ts';
import { Button, Fold, imageNote, Scroll, Some, Text } from './parts.tsx';

/** Lines to show at once. The rest is shown on demand. */
const LINES = 600;
/** Maximum UTF-16 units of Markdown to render. Longer texts are shown as they are. */
const MARKDOWN_MAX = 60_000;
/** Children of one value to show at once. */
const CHILDREN = 200;
/** UTF-16 units of a string in a tree to show at once. */
const STRING_MAX = 20_000;

export function Terminal({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  return (
    <Scroll class="terminal" label={label}>
      <Some items={terminalLines(text)} atOnce={LINES} what="lines">
        {(spans) => (
          <div class="tl">
            {spans.map((span) =>
              span.style === '' ? (
                <Text>{span.text}</Text>
              ) : (
                <span class={span.style}>
                  <Text>{span.text}</Text>
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

function inline(nodes: readonly Inline[]): ComponentChildren {
  return nodes.map((node): ComponentChildren => {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'code':
        return <code>{node.text}</code>;
      case 'break':
        return node.hard ? <br /> : '\n';
      case 'link':
        // The tree only has links into the repository, which are not resolved here.
        return node.children.length > 0 ? inline(node.children) : node.target.label;
      case 'em':
        return <em>{inline(node.children)}</em>;
      case 'strong':
        return <strong>{inline(node.children)}</strong>;
      case 'strike':
        return <s>{inline(node.children)}</s>;
    }
  });
}

function item({ checked, blocks }: ListItem, isTight: boolean): JSX.Element {
  return (
    <li>
      {checked !== null && (checked ? '☑ ' : '☐ ')}
      {blocks.map((one) => block(one, isTight))}
    </li>
  );
}

function table({ rows }: Extract<Block, { kind: 'table' }>): JSX.Element {
  const [head = [], ...body] = rows;
  return (
    <Scroll class="table" label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th>{inline(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function block(one: Block, isTight = false): ComponentChildren {
  switch (one.kind) {
    case 'paragraph':
      return isTight ? inline(one.children) : <p>{inline(one.children)}</p>;
    case 'heading':
      // The agent's headings are below those of the report.
      return (
        <div class="heading" role="heading" aria-level={Math.min(6, one.level + 3)}>
          {inline(one.children)}
        </div>
      );
    case 'list': {
      const items = one.items.map((each) => item(each, one.tight));
      return one.start === null ? <ul>{items}</ul> : <ol start={one.start}>{items}</ol>;
    }
    case 'quote':
      return <blockquote>{one.blocks.map((each) => block(each))}</blockquote>;
    case 'code':
      return (
        <pre tabIndex={0} role="group" aria-label="Code">
          {one.text}
        </pre>
      );
    case 'table':
      return table(one);
    case 'rule':
      return <hr />;
  }
}

/** Markdown as elements, or as plain text if it is too long or too deeply nested. */
export function Markdown({ text }: { readonly text: string }): JSX.Element {
  const blocks = text.length > MARKDOWN_MAX ? null : readDocument(text, () => null);
  if (blocks !== null) return <div class="markdown">{blocks.map((one) => block(one))}</div>;
  return (
    <pre>
      <Text>{text}</Text>
    </pre>
  );
}

/** Terminal output, or Markdown for prose. */
export function TextBlock({
  text,
  label,
  isProse = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly isProse?: boolean;
}): JSX.Element {
  const image = imageNote(text);
  if (image !== null) return <p class="note">{image}</p>;
  if (!isProse || hasControls(text)) return <Terminal text={text} label={label} />;
  return (
    <Scroll class="prose" label={label}>
      <Markdown text={text} />
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
      <Some items={Object.entries(value as Readonly<Record<string, unknown>>)} atOnce={CHILDREN} what="">
        {([key, child]) => {
          const name = (
            <span class="key">
              <Text>{key}</Text>
            </span>
          );
          if (!isBranch(child))
            return (
              <div class="leaf">
                {name} <Leaf value={child} />
              </div>
            );
          const size = Object.keys(child).length;
          const count = <span class="soft">{Array.isArray(child) ? ` [${size}]` : ` {${size}}`}</span>;
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
export function Tree({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  return (
    <Scroll class="json" label={label}>
      {isBranch(value) ? <Branch value={value} depth={0} /> : <Leaf value={value} />}
    </Scroll>
  );
}
