/**
 * The trace that leaves the process (contract 16): once, with its headers masked and without
 * secrets.
 */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun, TOKEN } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { scriptedService, type ScriptedService } from '../support/scripted-service.ts';

const servers: ScriptedService[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

it('is sent to the endpoint once, with its headers masked and without secrets', async () => {
  const entries = [entry(0, { tool_output: { text: `the token is ${TOKEN}` } }), finalAnswer(1)];
  const service = await serveRun({
    entries,
    moments: [{ status: 'ACTIVE' }, { status: 'COMPLETE' }],
  });
  const collector = await scriptedService(() => ({ body: { partialSuccess: {} } }));
  servers.push(service, collector);
  const { stdout, outputs } = await runAction({
    inputs: inputsFor(service, { otlp: 'true' }),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=sup3rs3cret',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
      TRACEPARENT: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
    },
  });
  expect(collector.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /base/v1/traces',
  ]);
  const [request] = collector.requests;
  expect(request?.headers).toMatchObject({
    'x-api-key': 'sup3rs3cret',
    'content-type': 'application/json',
  });
  const body = JSON.stringify(request?.body);
  expect(readFileSync(String(outputs['otlp_file']), 'utf8').trim()).toBe(body);
  expect(body).toContain('Fix the bug.');
  expect(body).toContain('1'.repeat(32));
  expect(body).not.toContain(TOKEN);
  expect(stdout).toContain('::add-mask::sup3rs3cret');
  expect(Number(outputs['requests'])).toBe(service.calls.length);
});
