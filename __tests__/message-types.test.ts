import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  MESSAGE_TYPES,
  MESSAGE_TYPE_TABLE,
  STATE_TYPE,
  entryMeaning,
  messageType,
} from '../src/message-types.ts';
import { SPEC_TYPES } from './support/spec-types.ts';

const ROOT = resolve(import.meta.dirname, '..');

describe('types of log entries', () => {
  it('are those of the specification (spec 2.4), and one of the action itself', () => {
    const spec = readFileSync(join(ROOT, 'docs/service-api.md'), 'utf8');
    expect(SPEC_TYPES.filter((name) => !spec.includes(name))).toEqual([]);
    expect(MESSAGE_TYPES.filter((name) => !SPEC_TYPES.includes(name))).toEqual([STATE_TYPE]);
  });

  it('have one meaning each, and an unknown one has none', () => {
    expect(entryMeaning('FINAL_ANSWER')).toBe('answer');
    expect(entryMeaning(STATE_TYPE)).toBe('state');
    expect(entryMeaning('SOMETHING_NEW')).toBe('unknown');
    expect(entryMeaning(null)).toBe('unknown');
    expect(messageType('toString')).toBeUndefined();
  });

  it('report an error only where the log of the run is searched for a cause', () => {
    const errors = MESSAGE_TYPES.filter((name) => MESSAGE_TYPE_TABLE[name].error);
    expect(errors.map(entryMeaning)).toEqual(['error', 'pull_request_failed']);
  });
});

describe('names of message types', () => {
  const files = ['src', 'report-page/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  // `ERROR` is a status word as well, so it counts only where something is compared with it.
  const names = MESSAGE_TYPES.map((name) => (name === 'ERROR' ? `[!=]== ?'ERROR` : `'${name}`));
  const pattern = new RegExp(`(?:${names.join('|')})'`);

  it('stand in the table alone: elsewhere only their meanings are compared', () => {
    const users = files.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(users).toEqual(['src/message-types.ts']);
  });
});
