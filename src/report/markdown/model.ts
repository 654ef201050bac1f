/**
 * Agent Markdown as a small tree that contains only what the renderers in this folder support. HTML is text, an image is its alternative
 * text, and a link is its text and host (contract 6.4 "Readable").
 */
import type { RepositoryLink } from '../links.ts';

export interface Emphasis {
  readonly kind: 'em' | 'strong' | 'strike';
  readonly children: readonly Inline[];
}

/** A link into this repository. Other links become their text and, as code, their host. */
export interface Link {
  readonly kind: 'link';
  /** Empty: the target's label. */
  readonly children: readonly Inline[];
  readonly target: RepositoryLink;
}

export type Leaf =
  { readonly kind: 'text' | 'code'; readonly text: string } | { readonly kind: 'break'; readonly hard: boolean };

export type Inline = Leaf | Link | Emphasis;

export interface ListItem {
  /** Null: not a task. */
  readonly checked: boolean | null;
  readonly blocks: readonly Block[];
}

export type Alignment = 'left' | 'center' | 'right' | null;

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** The first number; null: bullets. */
      readonly start: number | null;
      readonly tight: boolean;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | {
      readonly kind: 'table';
      readonly align: readonly Alignment[];
      /** The header row first. All rows have the length of `align`. */
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/** Parses an address by the agent. Null unless it points into this repository. */
export type ReadLink = (address: string) => RepositoryLink | null;
