/**
 * What the promises share: a step of the committed bundle as a runner runs it, and what a person
 * sees of it.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { FakeRun } from '../support/fake-run.ts';
import { entry, finalAnswer } from '../support/fake-run.ts';
import type { ActionRun } from '../support/run-action.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export const MANIFEST = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Manifest;
export const OUTPUT_NAMES = Object.keys(MANIFEST.outputs).sort();

/** A run of two entries that ends well. */
export const DONE: FakeRun = {
  entries: [entry(0), finalAnswer(1, 'All good.')],
  moments: [
    { status: 'ACTIVE', entries: 1 },
    { status: 'COMPLETE', entries: 2, result: 'All good.' },
  ],
};

/** Servers of a test, closed in the reverse order. */
export class Servers {
  readonly #closing: (() => unknown)[] = [];

  add<T extends { readonly close: () => unknown }>(server: T): T {
    this.#closing.push(() => server.close());
    return server;
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) {
      await close();
    }
  }
}

/** The annotations of a step, by level; without the properties of the command. */
export function annotations(
  run: Pick<ActionRun, 'stdout'>,
  level: 'error' | 'warning' | 'notice',
): readonly string[] {
  const pattern = new RegExp(`^::${level}(?: [^:]*)?::(.*)$`, 'gm');
  return Array.from(run.stdout.matchAll(pattern), ([, message = '']) => message);
}

/** The titles of all annotations. */
export function titles({ stdout }: Pick<ActionRun, 'stdout'>): readonly string[] {
  return Array.from(
    stdout.matchAll(/^::(?:error|warning|notice)([^\n]*?)::/gm),
    ([, properties = '']) =>
      (/title=([^,]*)/.exec(properties)?.[1] ?? '').replaceAll('%3A', ':').replaceAll('%2C', ','),
  );
}
