/**
 * The refusals of each service in its sheet and in the code (contract 5, 18): a word for one that
 * has no row is named, and so is a row whose word no sheet has. What a row says of a refusal is
 * tested beside its service.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { judge as copilot } from '../../src/agents/copilot/refusals.ts';
import { judge as cursor } from '../../src/agents/cursor/refusals.ts';
import { judge as devin } from '../../src/agents/devin/refusals.ts';
import { judge as jules } from '../../src/agents/jules/client.ts';
import { judge as openhands } from '../../src/agents/openhands/client.ts';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { statusError, type Judge } from '../../src/http/errors.ts';

/** The specification of the service by default has statuses alone. */
type Sheeted = Exclude<ServiceName, 'agent-run'>;

interface Refusals {
  readonly judge: Judge;
  /** The words that its sheet has for refusals, one by one, as they stand there. */
  readonly words: (sheet: string) => readonly string[];
  /** An answer with this word. */
  readonly body: (word: string) => unknown;
  /** Words whose status says all that there is to say, with what is done then. */
  readonly byStatus: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What a pattern captures of a sheet, with remarks left out: `agent_busy(409*)`. */
function part(sheet: string, pattern: RegExp): string {
  const [, captured = ''] = pattern.exec(sheet) ?? [];
  return captured.replace(/\([^)]*\)/g, ' ');
}

/** Every word of a part that is a list of them. */
function listed(sheet: string, pattern: RegExp): readonly string[] {
  return part(sheet, pattern).match(/\w+/g) ?? [];
}

/** The words that a part in prose marks as code: `` `RESOURCE_EXHAUSTED` ``. */
function marked(sheet: string, pattern: RegExp): readonly string[] {
  return [...part(sheet, pattern).matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

const SERVICES: Readonly<Record<Sheeted, Refusals>> = {
  cursor: {
    judge: cursor,
    words: (sheet) => listed(sheet, /- Codes \([\s\S]*?\): ([\s\S]*?)\. In-stream/),
    body: (word) => ({ error: { code: word, message: 'No.' } }),
    byStatus: [
      // A request that this action made wrong: 4xx is refused for good.
      'missing_body',
      'client_cancelled',
      'not_implemented',
      // Never asked for.
      'pr_resolution_failed',
      'artifact_not_found',
      // 409: the agent or run is read then.
      'agent_id_conflict',
      'run_not_cancellable',
      // 503: opened again, as after every end of a stream that is not for good.
      'stream_unavailable',
    ],
  },
  jules: {
    judge: jules,
    words: (sheet) => marked(sheet, /Errors have Google's form,([\s\S]*?)No `Retry-After`/),
    body: (word) => ({
      error: { status: word, message: 'No.', details: [{ reason: word }] },
    }),
    // Google's words for 400 and 429.
    byStatus: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'RESOURCE_EXHAUSTED'],
  },
  openhands: {
    judge: openhands,
    words: (sheet) => [...sheet.matchAll(/`detail\.code: (\w+)`/g)].map(([, word = '']) => word),
    body: (word) => ({ detail: { code: word, message: 'No.' } }),
    byStatus: [],
  },
  devin: {
    judge: devin,
    // Refusals are told in sentences, with the words of a session that is out of money.
    words: (sheet) =>
      listed(sheet, /with\s+suspended: ([\s\S]*?)\. Else null/).filter((word) =>
        /limit|out_of|quota|payment|contract/.test(word),
      ),
    body: (word) => ({ title: 'Forbidden', status: 403, detail: `Refused: ${word}.` }),
    byStatus: [],
  },
  copilot: {
    judge: copilot,
    words: (sheet) => listed(sheet, /`errors` only with 422; codes ([^.]*)\./),
    body: (word) => ({ message: 'Validation Failed', errors: [{ code: word }] }),
    // 422: the fields that GitHub names are quoted.
    byStatus: ['missing', 'missing_field', 'invalid', 'already_exists', 'unprocessable', 'custom'],
  },
};
const NAMES = Object.keys(SERVICES) as Sheeted[];

describe.each(NAMES)('%s', (service) => {
  const { judge, words, body, byStatus } = SERVICES[service];
  const sheet = read(`docs/services/${service}.md`);
  const sources = readdirSync(join(ROOT, 'src/agents', service), { recursive: true })
    .map(String)
    // Words of its status are none of a refusal.
    .filter((path) => path.endsWith('.ts') && path !== 'words.ts')
    .map((path) => read(join('src/agents', service, path)))
    .join('\n');

  const told = (status: number, word: string) =>
    statusError({ status, headers: {}, body: JSON.stringify(body(word)) }, { judge });

  /** Whether the word says more of a refusal than its status does. */
  const isJudged = (word: string): boolean => {
    const isRow = [400, 403, 429].some((status) => {
      const [own, plain] = [told(status, word), told(status, 'no_such_word')];
      return own.code !== plain.code || own.advice !== plain.advice || own.proof !== plain.proof;
    });
    return isRow || sources.includes(`'${word}'`);
  };

  it('has a row for each word of the sheet that its status does not tell', () => {
    const all = words(sheet);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((word) => !isJudged(word)).sort()).toEqual([...byStatus].sort());
  });

  it('is told by its status where the body is nested deeper than anybody means it', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const detail = `{"code":"x","message":${deep}}`;
    const body = `{"detail":${detail},"error":${detail},"errors":${deep},"message":${deep}}`;
    expect(statusError({ status: 422, headers: {}, body }, { judge }).message).toBe('HTTP 422');
  });

  it('has no row whose word the sheet lacks', () => {
    const rows = [...sources.matchAll(/\{ reason: '(\w+)',|^const [A-Z_]+ = '(\w+)';/gm)];
    const own = rows.map(([, inRow, named]) => inRow ?? named ?? '');
    expect(own.filter((word) => !sheet.includes(word))).toEqual([]);
  });
});
