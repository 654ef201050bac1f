/** What a request to stop a run is told to have come to (contract 7.3). */
import { expect, it } from '@jest/globals';
import type { StopResponse } from '../../src/agents/port.ts';
import { requestStop, stopText } from '../../src/run/stop-request.ts';

const call = { signal: new AbortController().signal, deadline: 1e12 };
const AT = { runId: '7', webUrl: 'https://a.example/7', wantedBy: '`on_cancel: stop`' };

it.each<[StopResponse, string]>([
  [
    { kind: 'accepted', text: 'It is paused.' },
    'The request to stop it (`on_cancel: stop`) was accepted. It is paused. Look at https://a.example/7.',
  ],
  [
    { kind: 'over', text: 'It sleeps.' },
    'Nothing was left to stop (`on_cancel: stop`). It sleeps. Look at https://a.example/7.',
  ],
])('%j is told as that', async (response, told) => {
  const agent = { stop: () => Promise.resolve(response) };
  expect(stopText({ ...(await requestStop(agent, '7', call)), ...AT })).toBe(told);
});
