/**
 * A language model on loopback, in the place of a real one. It does what the newest message of the
 * user says in square brackets, and `finish` after that:
 *
 * - `[slow 20]` runs a command of 20 seconds, `[calls 3]` three commands one after the other;
 * - `[json second]` answers with JSON, but for the first message of the conversation with words;
 * - `[refused]` fails as a model does that takes no such request.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const contentSchema = z.union([
  z.string(),
  z.array(z.object({ type: z.string(), text: z.string().optional() })),
]);
const messageSchema = z.object({
  role: z.string(),
  content: contentSchema.nullish(),
});
const requestSchema = z.object({
  messages: z.array(messageSchema),
  stream: z.boolean().optional(),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});
type ModelRequest = z.infer<typeof requestSchema>;

interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}
type Decision =
  | ({ readonly kind: 'call' } & ToolCall)
  | { readonly kind: 'refuse' }
  | { readonly kind: 'say'; readonly text: string };

export interface Model {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** What one request of the model costs, in tokens. */
export const TOKENS = { prompt: 100, completion: 10 };
const ANSWER_AS_JSON = '```json\n{"verdict": "fine"}\n```';
const ANSWER_IN_WORDS = 'It is fine.';
export const REFUSAL = 'the scripted model takes no such request';

/** The server puts parts of its own before what the user said. */
function textOf(content: z.infer<typeof contentSchema> | null | undefined): string {
  if (typeof content === 'string') {
    return content;
  }
  return (content ?? []).findLast(({ type }) => type === 'text')?.text ?? '';
}

function decide({ messages, tools = [] }: ModelRequest): Decision {
  const names = tools.map((tool) => tool.function.name);
  // Without tools it is asked for the title of the conversation.
  if (names.length === 0) {
    return { kind: 'say', text: 'A title' };
  }
  const asked = messages.filter(({ role }) => role === 'user');
  const said = textOf(asked.at(-1)?.content);
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const callsMade = since.filter(({ role }) => role === 'tool').length;
  const numberOf = (word: string): number | null => {
    const digits = new RegExp(`\\[${word} (\\d+)\\]`).exec(said)?.[1];
    return digits === undefined ? null : Number(digits);
  };
  if (said.includes('[refused]')) {
    return { kind: 'refuse' };
  }
  const seconds = numberOf('slow');
  if (callsMade < (numberOf('calls') ?? 1)) {
    const command =
      seconds === null ? `echo call ${callsMade + 1}` : `sleep ${seconds}; echo slept`;
    const input = { command, summary: 'work', security_risk: 'LOW' };
    return { kind: 'call', tool: 'terminal', input };
  }
  const isFirst = asked.length === 1;
  const wantsJson = messages.some(({ content }) => textOf(content).includes('[json second]'));
  const answer = isFirst ? ANSWER_IN_WORDS : ANSWER_AS_JSON;
  const message = wantsJson ? answer : `Done: ${said.split('\n')[0] ?? ''}`;
  const input = { message, summary: 'finish', security_risk: 'LOW' };
  return { kind: 'call', tool: 'finish', input };
}

/** Of the API of chat completions, as much as a client needs. */
export async function startModel(): Promise<Model> {
  let answers = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url?.includes('chat/completions') !== true) {
        response.writeHead(404).end();
        return;
      }
      const asked = requestSchema.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
      const decision = decide(asked);
      if (decision.kind === 'refuse') {
        const error = { message: REFUSAL, type: 'invalid_request_error', code: 'refused' };
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error }));
        return;
      }
      answers += 1;
      const answer = completionOf(decision, answers);
      if (asked.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(framesOf(answer));
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(wholeOf(answer)));
      }
    });
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Completion {
  readonly base: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

const USAGE = {
  prompt_tokens: TOKENS.prompt,
  completion_tokens: TOKENS.completion,
  total_tokens: TOKENS.prompt + TOKENS.completion,
};

function completionOf(
  decision: Exclude<Decision, { readonly kind: 'refuse' }>,
  number: number,
): Completion {
  const base = { id: `completion-${number}`, created: 1_700_000_000, model: 'scripted' };
  if (decision.kind === 'say') {
    const message = { role: 'assistant', content: decision.text };
    return { base, message, reason: 'stop' };
  }
  const { tool, input } = decision;
  const call = { name: tool, arguments: JSON.stringify(input) };
  const calls = [{ index: 0, id: `call-${number}`, type: 'function', function: call }];
  const message = { role: 'assistant', content: null, tool_calls: calls };
  return { base, message, reason: 'tool_calls' };
}

function wholeOf({ base, message, reason }: Completion): unknown {
  const choices = [{ index: 0, message, finish_reason: reason }];
  return { ...base, object: 'chat.completion', choices, usage: USAGE };
}

function framesOf({ base, message, reason }: Completion): string {
  const chunk = { ...base, object: 'chat.completion.chunk' };
  const frames = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...chunk, choices: [], usage: USAGE },
  ];
  const lines = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
  return `${lines.join('')}data: [DONE]\n\n`;
}

function listen(server: Server): Promise<void> {
  return new Promise((listening) => server.listen(0, '127.0.0.1', listening));
}
