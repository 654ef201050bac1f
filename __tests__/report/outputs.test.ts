/** All outputs, always, within the runner's limit (contract 1.2). */
import { describe, expect, it } from '@jest/globals';
import { presetOutputs, setOutputs, stepOutputs } from '../../src/report/outputs.ts';
import { OUTPUT_NAMES, type OutputName } from '../../src/runner/output-table.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { stepView } from '../support/step-view.ts';

const outputs = (fields: Partial<StepView>) =>
  stepOutputs(stepView({ outcome: 'succeeded', ...fields }));

const units = (values: Readonly<Record<string, string>>): number =>
  Object.values(values).reduce((sum, value) => sum + value.length, 0);

describe('the outputs', () => {
  it('are all set, empty if they do not apply', () => {
    const values = outputs({ outcome: 'skipped' });
    expect(Object.keys(values).sort()).toEqual([...OUTPUT_NAMES].sort());
    expect(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))).toEqual({
      outcome: 'skipped',
      total_logs: '0',
      resumed: 'false',
      duration_seconds: '0.0',
      requests: '0',
      pull_requests: '[]',
    });
  });

  it('contain no NUL, at which the environment of a process would end', () => {
    const odd = 'a\0NODE_OPTIONS=--import=x';
    const view = {
      webUrl: odd,
      status: odd,
      errorMessage: odd,
      skipReason: odd,
      resultFile: odd,
      commentUrl: odd,
    };
    expect(JSON.stringify(outputs(view))).not.toContain('\\u0000');
    expect(outputs(view)['status']).toBe('aNODE_OPTIONS=--import=x');
  });

  it('have the values of the view', () => {
    const files = {
      resultFile: '/temp/r',
      logsFile: '/temp/l',
      reportFile: '/temp/h',
      otlpFile: '/temp/o',
    };
    const view = {
      ...files,
      sarifFile: '/temp/s',
      commentUrl: 'https://c.example',
      webUrl: 'https://a.example/77',
      runId: '77',
      status: 'Weird Word',
      totalLogs: 12,
      mode: 'resumed' as const,
      durationMs: 61_234,
      requests: 9,
      result: 'R\n',
      resultJson: '{"a":1}',
      pullRequests: ['https://a.example/1', 'https://a.example/2'],
    };
    expect(
      outputs({
        ...view,
        outcome: 'error',
        errorCode: 'network',
        errorMessage: 'No.',
        skipReason: 'Because.',
      }),
    ).toMatchObject({
      result_file: '/temp/r',
      logs_file: '/temp/l',
      report_file: '/temp/h',
      otlp_file: '/temp/o',
      sarif_file: '/temp/s',
      comment_url: 'https://c.example',
      web_url: 'https://a.example/77',
      agent_run_id: '77',
      status: 'Weird Word',
      total_logs: '12',
      resumed: 'true',
      duration_seconds: '61.2',
      requests: '9',
      result: 'R\n',
      result_json: '{"a":1}',
      pull_requests: '["https://a.example/1","https://a.example/2"]',
      outcome: 'error',
      error_code: 'network',
      error_message: 'No.',
      skip_reason: 'Because.',
    });
  });
});

describe('the runner’s limit of 1 MB, counted in UTF-16', () => {
  it('cuts the result with a visible mark', () => {
    const values = outputs({ result: '😀'.repeat(600_000), status: 'S'.repeat(100_000) });
    expect(units(values) * 2).toBeLessThan(1_000_000);
    expect(values.result).toMatch(/\[cut: the whole result is in result_file\]$/);
    expect(values.result.isWellFormed()).toBe(true);
  });

  it.each(['', 'x'])('cuts no character in two (after "%s")', (before) => {
    expect(outputs({ result: `${before}${'😀'.repeat(600_000)}` }).result.isWellFormed()).toBe(
      true,
    );
  });

  it('keeps a result that fits', () => {
    const result = 'x'.repeat(480_000);
    expect(outputs({ result }).result).toBe(result);
  });

  it('outputs JSON completely or not at all', () => {
    const json = JSON.stringify('x'.repeat(300_000));
    const both = outputs({ result: 'y'.repeat(300_000), resultJson: json });
    expect(both.result_json).toBe(json);
    expect(both.result).toContain('[cut:');
    expect(units(both) * 2).toBeLessThan(1_000_000);
    expect(outputs({ resultJson: JSON.stringify('x'.repeat(2_000_000)) }).result_json).toBe('');
  });
});

it('presets all of them for a step that ends abnormally', () => {
  const host = new MemoryHost();
  const written = new Map<OutputName, string>();
  presetOutputs(host, stepView(), written);
  expect(host.outputOrder).toEqual([...OUTPUT_NAMES]);
  expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'internal' });
  setOutputs(host, outputs({}), written);
  expect(host.outputOrder.slice(OUTPUT_NAMES.length).toSorted()).toEqual([
    'error_code',
    'error_message',
    'outcome',
  ]);
});

it('sets again only what changed', () => {
  const host = new MemoryHost();
  const written = new Map<OutputName, string>();
  setOutputs(host, outputs({}), written);
  expect(host.outputOrder).toEqual([...OUTPUT_NAMES]);
  setOutputs(host, outputs({ resultFile: '/temp/r', resultJson: '{}' }), written);
  expect(host.outputOrder.slice(OUTPUT_NAMES.length)).toEqual(['result_file', 'result_json']);
});
