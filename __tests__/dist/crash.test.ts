/**
 * A process that ends by itself in no orderly way: aborted, or out of memory. The runner drops outputs that a post step sets, so that all
 * of them must be set before; the post step completes the rest (contract 1.2, 7.3).
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { OUTPUT_NAMES } from '../../src/runner/output-table.ts';
import { entry, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

/** Does this where the first entry is printed. */
const preload = (act: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const { write } = process.stdout;
     process.stdout.write = function (text, ...rest) {
       if (String(text).includes('step 0')) { ${act} }
       return write.call(this, text, ...rest);
     };`,
  )}`;

describe.each([
  ['an abort', preload('process.abort()')],
  [
    'no memory left',
    `--max-old-space-size=64 ${preload('const held = []; for (;;) held.push(Array.from({ length: 1e4 }, () => ({})));')}`,
  ],
])('%s', (_, options) => {
  it('leaves all outputs set, and the rest to the post step', async () => {
    service = await serveRun({ entries: [entry(0)], moments: [{ status: 'ACTIVE' }] });
    const inputs = inputsFor(service);
    const crashed = await runAction({ inputs, env: { NODE_OPTIONS: options } });
    expect([crashed.exitCode === 0, crashed.signal ?? 'SIGABRT']).toEqual([false, 'SIGABRT']);
    expect(Object.keys(crashed.outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    expect(crashed.outputs).toMatchObject({ agent_run_id: '77', outcome: 'error', error_code: 'internal' });
    expect(crashed.outputs['error_message']).toContain('ran out of memory');
    expect(crashed.outputs['web_url']).toContain('/runs/77');
    expect(crashed.summary).toBe('');

    const after = await runAction({ inputs, state: crashed.state });
    expect(after.exitCode).toBe(0);
    expect(after.outputs).toEqual({});
    expect(after.summary).toContain('/runs/77');
    expect(after.stdout).toMatch(/::warning title=Agent run%3A killed::.*77/);
  });
});
