/** What is sent: the bodies of requests, exactly as the service takes them (sheet, section 3). */
import type { Message, RequestIdentity, RunOrder } from '../port.ts';
import type { CreateBody, PromptBody } from './client.ts';
import { agentIdOf } from './key.ts';

export function createBody(
  order: RunOrder,
  {
    identity,
    serverUrl,
  }: { readonly identity: RequestIdentity | null; readonly serverUrl: string },
): CreateBody {
  const { prompt, images, fields, model, repository, ref, createPullRequest } = order;
  const body: CreateBody = { ...fields, prompt: promptOf({ text: prompt, images }) };
  if (identity !== null) {
    body.agentId = agentIdOf(identity, serverUrl);
  }
  if (model !== null) {
    body.model = { id: model };
  }
  if (repository !== null) {
    body.repos = [{ url: `${serverUrl}/${repository}`, startingRef: ref ?? undefined }];
    body.autoCreatePR = createPullRequest;
  }
  return body;
}

export function promptOf({ text, images }: Pick<Message, 'images' | 'text'>): PromptBody {
  if (images.length === 0) {
    return { text };
  }
  return { text, images: images.map(imageOf) };
}

/** An image as a data URI, in two parts. */
function imageOf(uri: string): { readonly data: string; readonly mimeType: string } {
  const [, mimeType = '', data = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(uri) ?? [];
  return { data, mimeType };
}
