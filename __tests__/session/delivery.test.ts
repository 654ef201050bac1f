/** The authors of waiting comments while GitHub limits requests (contract 6.1, 7.2). */
import { expect, it } from '@jest/globals';
import { GitHubError } from '../../src/github/port.ts';
import { deliver } from '../../src/session/turn/delivery.ts';
import type { TurnPorts } from '../../src/session/turn/ports.ts';
import { readThread } from '../../src/thread-comment/find.ts';
import { writeMarker } from '../../src/thread-comment/marker.ts';
import { ThreadMemory } from '../../src/thread-comment/memory.ts';
import { MemoryGitHub } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const PLACE = { secret: 'token', repository: 'octo/repo', thread: 7, commentKey: 'key' };

it('are asked about for a minute in all, and their comments are left to a later step', async () => {
  const stop = new AbortController().signal;
  const clock = new VirtualClock();
  const memory = new ThreadMemory();
  const asked: string[] = [];
  const github = Object.assign(new MemoryGitHub(), {
    permissionOf: (login: string) => {
      asked.push(login);
      return Promise.reject(new GitHubError({ status: 403, message: 'secondary rate limit', retryAfterMs: 40_000 }));
    },
  });
  const ask = (author: string) => {
    const id = github.thread.length + 1;
    const comment = { id, body: '@agent go', htmlUrl: `https://github.com/c/${id}`, author, authorIsBot: false };
    github.thread.push(comment);
    return comment;
  };
  await github.createComment(7, writeMarker({ ...PLACE, runId: 5 }));
  for (const login of ['ann', 'ben', 'eve']) ask(login);
  const own = ask('mona');
  const asks = ({ body }: { readonly body: string }) => Promise.resolve(body.startsWith('@agent'));
  const reading = await readThread(github, { place: PLACE, asks }, stop);
  memory.restart(reading.found?.record ?? null);
  const inputs = { triggerPhrase: '@agent', timeoutMs: 600_000, requirePermission: 'write', allowedBots: [] };
  const ports = {
    ...{ clock, stop, deadline: clock.now() + 600_000, env: {}, host: { saveState: () => undefined } },
    inputs: { ...inputs, maxTurns: null, idempotency: 'none', commentKey: 'key' },
    event: { name: 'issue_comment', payload: {}, repository: 'octo/repo', actor: 'mona', triggeringActor: 'mona' },
    thread: { github, place: PLACE, memory, reading, readAt: clock.now() },
    ...{ note: () => undefined, warn: () => undefined },
  };
  const { delivery } = await deliver(ports as unknown as TurnPorts, { own, again: false, anew: false });
  expect(delivery).toMatchObject({ kind: 'deliver', comments: [{ id: own.id }] });
  expect(asked).toEqual(['ann', 'ann']);
  expect(clock.elapsed).toBeLessThan(60_000);
  expect(memory.mailbox.settled).toEqual([]);
});
