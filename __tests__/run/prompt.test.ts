import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import type { OutputSchema } from '../../src/run/output-schema.ts';
import { assemblePrompt, promptHash, type PromptParts } from '../../src/run/prompt.ts';

const payload = {
  issue: {
    number: 7,
    title: 'It broke',
    body: 'Steps to reproduce',
    html_url: 'https://github.com/o/r/issues/7',
    user: { login: 'mona' },
  },
};
const event = readEvent({ GITHUB_EVENT_NAME: 'issues', GITHUB_REPOSITORY: 'o/r' }, payload);
const schema: OutputSchema = {
  promptAddition: () => 'Answer in JSON.',
  repairPrompt: () => '',
  read: () => ({ ok: false, errors: [] }),
};

function assemble(fields: Partial<PromptParts> = {}): Promise<string | null> {
  return assemblePrompt({
    inputs: { prompt: 'Fix it.', context: 'none' },
    schema: null,
    event,
    marker: 'random-marker',
    ...fields,
  });
}

describe('the prompt', () => {
  it("is the author's, unchanged", async () => {
    expect(await assemble()).toBe('Fix it.');
  });

  it('is null if nothing is sent', async () => {
    expect(await assemble({ inputs: { prompt: null, context: 'event' }, schema })).toBeNull();
  });

  it('requests JSON if there is a schema', async () => {
    expect(await assemble({ schema })).toBe('Fix it.\n\nAnswer in JSON.');
  });

  it('ends with the event, framed by the random marker', async () => {
    const prompt = (await assemble({ inputs: { prompt: 'Fix it.', context: 'event' }, schema })) ?? '';
    expect(prompt.startsWith('Fix it.\n\nAnswer in JSON.\n\n')).toBe(true);
    expect(prompt.indexOf('Steps to reproduce')).toBeGreaterThan(prompt.indexOf('random-marker'));
    expect(prompt).toContain('https://github.com/o/r/issues/7');
  });
});

describe('the hash', () => {
  it('has 12 hex digits that distinguish prompts', () => {
    expect(promptHash('Fix it.')).toMatch(/^[0-9a-f]{12}$/);
    expect(promptHash('Fix it.')).toBe(promptHash('Fix it.'));
    expect(promptHash('Fix it!')).not.toBe(promptHash('Fix it.'));
  });
});
