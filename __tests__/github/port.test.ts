import { describe, expect, it } from '@jest/globals';
import { GitHubError, redactingGitHub } from '../../src/github/port.ts';
import { MemoryGitHub } from '../support/memory-scene.ts';

const SECRET = 'tok-0123456789abcdef';
const { signal } = new AbortController();
const redact = (text: string): string => text.replaceAll(SECRET, '***');

describe('redactingGitHub', () => {
  it('writes no comment that contains a secret', async () => {
    const github = new MemoryGitHub();
    const guarded = redactingGitHub(github, redact);
    const { id, body } = await guarded.createComment(7, `It is ${SECRET}.`, signal);
    expect(body).toBe('It is ***.');
    expect((await guarded.updateComment(id, `Now ${SECRET}.`, signal)).body).toBe('Now ***.');
    for await (const page of guarded.comments(7, signal))
      expect(page.map((comment) => comment.body)).toEqual(['Now ***.']);
    expect(await guarded.permissionOf('mona', signal)).toMatchObject({ permission: 'read' });
    expect(await guarded.ownLogin(signal)).toBeNull();
  });

  it('redacts errors before they are truncated, and keeps their fields', async () => {
    const github = new MemoryGitHub();
    github.failure = new GitHubError({ status: 403, message: `${'x'.repeat(490)}${SECRET}`, retryAfterMs: 5 });
    const guarded = redactingGitHub(github, redact);
    const told = { status: 403, retryAfterMs: 5, message: `${'x'.repeat(490)}***` };
    await expect(guarded.createComment(7, 'a', signal)).rejects.toMatchObject(told);
    await expect(guarded.comments(7, signal)[Symbol.asyncIterator]().next()).rejects.toMatchObject(told);
    github.failure = new GitHubError({ status: null, message: 'y'.repeat(900), retryAfterMs: null });
    await expect(guarded.updateComment(1, 'a', signal)).rejects.toMatchObject({ message: 'y'.repeat(500) });
  });

  it('leaves other errors unchanged', async () => {
    const github = new MemoryGitHub();
    const other = new Error(`aborted`);
    github.failure = other;
    await expect(redactingGitHub(github, redact).createComment(7, 'a', signal)).rejects.toBe(other);
  });
});
