/**
 * Agent Markdown as a small tree: what the renderers beside this module know how to write, and nothing else. HTML is text in it, images are
 * their alternative text, a link is its text and a host (contract 6.4 "Readable").
 */
import type { RepositoryLink } from '../links.ts';

export interface Emphasis {
  readonly kind: 'em' | 'strong' | 'strike';
  readonly children: readonly Inline[];
}

/** A link into this repository; any other is its text and, as code, its host. */
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
  /** Null: no task. */
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
      /** The heading first; all as long as `align`. */
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/** Reads an address of the agent's; null unless it leads into this repository. */
export type ReadLink = (address: string) => RepositoryLink | null;
