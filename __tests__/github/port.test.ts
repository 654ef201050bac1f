import { describe, expect, it } from '@jest/globals';
import { redactingGitHub } from '../../src/github/port.ts';
import { gitHubModel } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { clientOf, refusal } from '../support/memory-scene.ts';

const SECRET = 'tok-0123456789abcdef';
const { signal } = new AbortController();
const redact = (text: string): string => text.replaceAll(SECRET, '***');

describe('redactingGitHub', () => {
  it('writes no comment that contains a secret', async () => {
    const guarded = redactingGitHub(clientOf(gitHubModel(), new ManualClock()), redact);
    const { id, body } = await guarded.createComment(7, `It is ${SECRET}.`, signal);
    expect(body).toBe('It is ***.');
    expect((await guarded.updateComment(id, `Now ${SECRET}.`, signal)).body).toBe('Now ***.');
    for await (const page of guarded.comments(7, signal))
      expect(page.map((comment) => comment.body)).toEqual(['Now ***.']);
    expect(await guarded.permissionOf('mona', signal)).toMatchObject({ permission: 'read' });
    expect(await guarded.ownLogin(signal)).toBeNull();
  });

  it('redacts errors before they are truncated, and keeps their fields', async () => {
    const github = gitHubModel();
    github.failure = refusal(403, `${'x'.repeat(490)}${SECRET}`, 5_000);
    const guarded = redactingGitHub(clientOf(github, new ManualClock()), redact);
    const told = { status: 403, retryAfterMs: 5_000, message: `${'x'.repeat(490)}*** - http` };
    await expect(guarded.createComment(7, 'a', signal)).rejects.toMatchObject(told);
    await expect(guarded.comments(7, signal)[Symbol.asyncIterator]().next()).rejects.toMatchObject(told);
    github.failure = refusal(500, 'y'.repeat(900));
    await expect(guarded.updateComment(1, 'a', signal)).rejects.toMatchObject({ message: 'y'.repeat(500) });
  });

  it('leaves other errors unchanged', async () => {
    const other = new Error('aborted');
    const guarded = redactingGitHub(clientOf(gitHubModel(), new ManualClock()), redact);
    await expect(guarded.createComment(7, 'a', AbortSignal.abort(other))).rejects.toBe(other);
  });
});
