/** Frames as entries of the specification's form (sheet, section 6; contract 18.3). */
import { describe, expect, it } from '@jest/globals';
import { Entries, type LogEnd } from '../../../src/agents/cursor/entries.ts';
import { createRedactor } from '../../../src/safe/redaction.ts';
import { plain } from './scene.ts';

const AT = Date.UTC(2026, 9, 2, 8);

function entries(): Entries {
  return new Entries({ runId: () => 'bc-1/run-1', wall: () => AT });
}

const end = (fields: Partial<LogEnd> = {}): LogEnd => ({
  kind: 'succeeded',
  text: null,
  cause: null,
  sourceId: null,
  ...fields,
});

type Piece = readonly [event: string, data: Readonly<Record<string, unknown>>];
const thinking = (text: string): Piece => ['thinking', { text }];
const said = (text: string): Piece => ['assistant', { text }];
const call = (fields: object): Piece => ['tool_call', { callId: 'c', name: 'x', ...fields }];
const completed = (fields: object = {}): Piece => call({ status: 'completed', ...fields });

function told(pieces: readonly Piece[], last: LogEnd = end()): readonly unknown[] {
  const log = entries();
  const all = pieces.flatMap(([event, data], at) => log.take({ id: `${at}`, event, data }));
  return plain([...all, ...log.end(last)]);
}

describe('entries', () => {
  it('have the fields of the specification, and the id of their event', () => {
    const log = entries();
    const [first] = log.take({
      id: '7-0',
      event: 'tool_call',
      data: { callId: 'c', name: 'read', status: 'completed', args: 'a', result: { success: {} } },
    });
    expect(JSON.parse(String(first?.line))).toEqual({
      agent_run_id: 'bc-1/run-1',
      created_at: '2026-10-02T08:00:00.000Z',
      message_type: 'ACTION',
      thought: null,
      tool_name: 'read',
      tool_input: { value: 'a' },
      tool_output: { success: {} },
      observation: null,
      source_id: '7-0',
    });
    expect(first).toMatchObject({ index: 0, time: AT });
  });

  it('pieces of text are joined, and belong to the entry after them', () => {
    const pieces = [thinking('I look '), thinking('at it. '), said('So:'), completed()];
    expect(told(pieces)).toEqual([['ACTION', 'I look at it.\n\nSo:', 'x', null]]);
  });

  it('a call is one entry, with its last arguments, and only when it has completed', () => {
    const failed = { error: { message: 'not yet' } };
    const pieces = [
      call({ status: 'running' }),
      call({ status: 'running', args: { a: 1 }, result: failed }),
      completed(),
      completed(),
    ];
    expect(told(pieces)).toEqual([['ACTION', null, 'x', null]]);
  });

  it.each<[unknown, string | null]>([
    [{ success: {} }, null],
    [{ success: {}, isBackground: true }, null],
    [{ isBackground: true }, null],
    [undefined, null],
    [{ error: { message: 'no such file' } }, 'no such file'],
    [{ error: { code: 'x', message: 'y' } }, 'x: y'],
    [{ error: 'broken' }, 'broken'],
    [{ failure: { exitCode: 2, stdout: 'out', stderr: 'err' } }, 'out\nerr'],
    [{ failure: { exitCode: 2 } }, 'exit code 2'],
    [{ rejected: { reason: 'not allowed' } }, 'not allowed'],
    [{ isBackground: false, strange: { a: 1 } }, 'strange: {"a":1}'],
    [{ strange: 7 }, 'strange: 7'],
  ])('the outcome %j is told as %j', (result, observation) => {
    expect(told([completed({ result })])).toEqual([['ACTION', null, 'x', observation]]);
  });

  it.each<[unknown, unknown]>([
    [{ success: { stdout: '' } }, undefined],
    [{ failure: { exitCode: 137, stdout: 'Killed' } }, 137],
    [{ error: { message: 'no such file' } }, 1],
    [{ rejected: { reason: 'not allowed' } }, 1],
    [{ strange: 7, isBackground: true }, 1],
  ])('the call that brought %j has the exit code %j, by which it counts as failed', (...given) => {
    const [result, code] = given;
    const log = entries();
    const data = { callId: 'c', name: 'run_terminal_cmd', status: 'completed', result };
    const [entry] = log.take({ id: '1', event: 'tool_call', data });
    const untold = code === 1 ? { is_error: true } : {};
    expect(entry?.view.tool_output).toEqual({ ...(result as object), exit_code: code, ...untold });
  });

  it('an answer that thinking interrupts is joined as it was written', () => {
    const pieces = [said('The '), thinking('Hm.'), said('end.')];
    expect(told(pieces)).toEqual([['FINAL_ANSWER', 'Hm.', null, 'The end.']]);
    // What is said before a call is not said after it.
    const around = [said('I run it.'), call({ status: 'running' }), said('Done.')];
    expect(told(around).at(-1)).toEqual(['FINAL_ANSWER', null, null, 'Done.']);
  });

  it('an error without a cause is no cause of its own', () => {
    const [bare] = entries().end(end({ kind: 'failed' }));
    const [told] = entries().end(end({ kind: 'failed', cause: 'oom: No memory.' }));
    expect([bare?.namesNoCause, told?.namesNoCause]).toEqual([true, false]);
  });

  it('what the service has truncated is said', () => {
    const data = { truncated: { result: true, args: false }, result: { error: 'e' } };
    expect(told([completed(data)])).toEqual([
      ['ACTION', null, 'x', 'e\n(The service has truncated: result.)'],
    ]);
  });

  it('a list of tasks is a plan', () => {
    const todos = [
      { content: 'One', status: 'completed' },
      { content: 'Two', status: 'in_progress' },
      { content: 'Three', status: 'pending' },
    ];
    const piece: Piece = [
      'tool_call',
      { callId: 't', name: 'todo_write', status: 'completed', args: { todos } },
    ];
    expect(told([piece])).toEqual([
      ['PLAN_EVALUATION', '- [x] One\n- [ ] Two (in progress)\n- [ ] Three', null, null],
    ]);
  });

  it('the answer is the text of the end, or else what was said last', () => {
    expect(told([thinking('Hm.'), said('Fixed.')])).toEqual([
      ['FINAL_ANSWER', 'Hm.', null, 'Fixed.'],
    ]);
    expect(told([thinking('Hm.'), said('Fixed.')], end({ text: 'All fixed.' }))).toEqual([
      ['FINAL_ANSWER', 'Hm.\n\nFixed.', null, 'All fixed.'],
    ]);
    expect(told([said('Fixed.')], end({ text: 'It is: Fixed.' }))).toEqual([
      ['FINAL_ANSWER', null, null, 'It is: Fixed.'],
    ]);
  });

  it('thinking without a tool or an answer after it is a plan', () => {
    expect(told([thinking('Hm.')])).toEqual([['PLAN_EVALUATION', 'Hm.', null, null]]);
    expect(told([])).toEqual([]);
  });

  it.each<[Partial<LogEnd>, readonly unknown[]]>([
    [{ kind: 'failed' }, ['ERROR', null, null, 'the service gave no cause']],
    [{ kind: 'failed', cause: 'c: m' }, ['ERROR', null, null, 'c: m']],
    [{ kind: 'cancelled', text: 'half' }, ['PLAN_EVALUATION', 'half an answer', null, null]],
  ])('the end %j', (last, entry) => {
    const pieces = last.kind === 'cancelled' ? [said('half an answer')] : [];
    expect(told(pieces, end(last))).toEqual([entry]);
  });

  it('an error that ended the stream is told once', () => {
    const log = entries();
    const fatal = log.fatal('forbidden: no');
    expect(plain([fatal, ...log.end(end({ kind: 'failed' }))])).toEqual([
      ['ERROR', null, null, 'forbidden: no'],
    ]);
  });

  it('calls without a result are told at the end, in their place', () => {
    const pieces = [thinking('Before.'), call({ status: 'running' }), thinking('After.')];
    expect(told(pieces, end({ text: 'Done.' }))).toEqual([
      ['ACTION', 'Before.', 'x', 'no result was sent'],
      ['FINAL_ANSWER', 'After.', null, 'Done.'],
    ]);
  });

  it('a plan whose list has not come is a call like any other', () => {
    const begun: Piece = ['tool_call', { callId: 't', name: 'todo_write', status: 'running' }];
    expect(told([thinking('Hm.'), begun], end({ text: 'Done.' }))).toEqual([
      ['ACTION', 'Hm.', 'todo_write', 'no result was sent'],
      ['FINAL_ANSWER', null, null, 'Done.'],
    ]);
  });

  it('a secret is taken out also where its pieces come apart', () => {
    const log = entries();
    log.redact = createRedactor(['crsr_secret']);
    log.take({ id: '1', event: 'assistant', data: { text: 'The key is crsr_' } });
    log.take({ id: '2', event: 'assistant', data: { text: 'secret.' } });
    expect(plain(log.end(end()))).toEqual([['FINAL_ANSWER', null, null, 'The key is ***.']]);
  });

  it('the end counts once, and its last words stay known', () => {
    const log = entries();
    log.take({ id: '1', event: 'assistant', data: { text: 'Sorry.' } });
    expect(log.end(end({ kind: 'failed' }))).toHaveLength(2);
    expect(log.end(end())).toEqual([]);
    expect(log.lastText).toBe('Sorry.');
  });
});
