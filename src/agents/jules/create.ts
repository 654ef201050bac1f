/** What a session is created with (contract 18.1, 18.4; sheet, section 3). */
import { isMissing, type ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { promptTitle } from '../kit/asked.ts';
import type { CreateRequest } from '../kit/define.ts';
import { beforehand, insist, refusal } from '../kit/failures.ts';
import { markerOf, withMarker, withoutMarkers } from '../kit/marker.ts';
import type { RequestIdentity, RunOrder, RunShown } from '../port.ts';
import { NO_SOURCE, SOURCE_BUSY, type Source } from './client.ts';
import type { Jules } from './memory.ts';
import { BY_ITSELF, shownSession } from './shown.ts';

/** A source may be refused for a moment as if it were not there (sheet, section 2). */
const SOURCE_PAUSES_MS = [5_000];
/** The same of a create, although the source was just read (sheet, section 7). */
const CREATE_PAUSES_MS = [5_000, 15_000];

export async function create(
  service: Jules,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const { client, clock, memory } = service;
  const context = await contextOf(service, order, call).catch((error: unknown) => {
    throw beforehand(error);
  });
  const body = createBody(order, { identity, context });
  const isSourceKnown = context !== null;
  const session = await insist(
    () => client.create(body, call),
    {
      clock,
      pausesMs: CREATE_PAUSES_MS,
      mayPass: ({ reason }) => isSourceKnown && reason === SOURCE_BUSY,
    },
    call,
  );
  memory.asksForPullRequest.set(session.id, asksForPullRequest(order));
  return { ...shownSession(session, { ...BY_ITSELF, mode: 'created' }), meaning: 'active' };
}

/** Without a repository there is none to open one in. */
export function asksForPullRequest({ repository, createPullRequest }: RunOrder): boolean {
  return repository !== null && createPullRequest;
}

interface SourceContext {
  readonly source: string;
  readonly githubRepoContext: { readonly startingBranch: string };
}

/** Null: without a repository. */
async function contextOf(
  service: Jules,
  { repository, ref }: RunOrder,
  call: CallOptions,
): Promise<SourceContext | null> {
  if (repository === null) {
    return null;
  }
  const { name, defaultBranch } = await sourceOf(service, repository, call);
  const startingBranch = ref ?? defaultBranch;
  if (startingBranch === null) {
    throw refusal(`the service does not tell the default branch of ${repository}`, {
      code: 'invalid_input',
      advice: 'Name the branch to start from in the input `ref`. Nothing was sent.',
    });
  }
  return { source: name, githubRepoContext: { startingBranch } };
}

/** Proves that the GitHub app of Jules sees the repository. */
export async function sourceOf(
  { client, clock, memory }: Jules,
  repository: string,
  call: CallOptions,
): Promise<Source> {
  const known = memory.sources.get(repository.toLowerCase());
  if (known !== undefined) {
    return known;
  }
  const ports = { clock, pausesMs: SOURCE_PAUSES_MS, mayPass: isMissing };
  const source = await insist(() => client.source(repository, call), ports, call).catch(
    (error: unknown) => {
      throw isMissing(error) ? noSource(error, repository) : error;
    },
  );
  memory.sources.set(repository.toLowerCase(), source);
  return source;
}

function noSource(error: ServiceError, repository: string): ServiceError {
  const advice = `Jules does not see ${repository}. ${NO_SOURCE}`;
  return error.with({ code: 'not_found', advice, mayConcernRepository: true });
}

function createBody(
  order: RunOrder,
  {
    identity,
    context,
  }: { readonly identity: RequestIdentity | null; readonly context: SourceContext | null },
): object {
  const { prompt, fields } = order;
  const body: Record<string, unknown> = {
    ...fields,
    prompt: withMarker(prompt, identity),
    title: titleOf(prompt, identity),
  };
  if (context !== null) {
    body['sourceContext'] = context;
  }
  if (asksForPullRequest(order)) {
    body['automationMode'] = 'AUTO_CREATE_PR';
    // Refused without it, and otherwise better left out (sheet, section 3).
    body['requirePlanApproval'] = false;
  }
  return body;
}

/** With the key too, because a list may cut the prompt, and with no other one. */
function titleOf(prompt: string, identity: RequestIdentity | null): string {
  const title = withoutMarkers(promptTitle(prompt));
  return identity === null ? title : `${title} ${markerOf(identity)}`;
}
