/**
 * The published endpoints that start special kinds of runs, and those that stop the runs of a pull
 * request.
 */
import type { EndpointOptions } from './options.ts';
import {
  bodyFields,
  onlyQuery,
  optional,
  pathId,
  positive,
  requiredText,
  type EndpointRequest,
  type Fields,
} from './request.ts';
import { knownRepository, knownRun } from './runs.ts';

/** Starts a run that generates the setup commands of a repository. */
export function generateSetupCommands(options: EndpointOptions, request: EndpointRequest): Fields {
  const body = bodyFields(request, ['repo_id', 'prompt']);
  const repoId = positive(body, 'repo_id');
  const hint = optional(body, 'prompt', requiredText);
  knownRepository(options, repoId);
  const { store, organization, scenarioFor } = options;
  const name =
    organization.repositories.find(({ id }) => id === repoId)?.fullName ?? `repository ${repoId}`;
  const prompt = [`Generate setup commands for ${name}.`, ...(hint === null ? [] : [hint])].join(
    '\n\n',
  );
  const scenario = scenarioFor(prompt);
  const run = store.create({
    repoId,
    prompt,
    scenario,
    sourceType: 'SETUP_COMMANDS',
    request: body,
  });
  const { status, webUrl } = store.state(run);
  return { agent_run_id: Number(run.id), status, url: webUrl };
}

/** Starts a run that analyzes the logs of a sandbox. */
export function analyzeLogs(
  { store, scenarioFor }: EndpointOptions,
  { sandboxId, query }: { readonly sandboxId: string; readonly query: URLSearchParams },
): Fields {
  onlyQuery(query, []);
  const id = pathId(sandboxId, 'sandbox_id');
  const prompt = `Analyze the logs of sandbox ${id}.`;
  const run = store.create({
    prompt,
    scenario: scenarioFor(prompt),
    request: {},
  });
  return {
    agent_run_id: Number(run.id),
    status: store.state(run).status,
    message: `Analyzing the logs of sandbox ${id}`,
  };
}

/** Stops the run and all later turns until `unban`. */
export function ban(options: EndpointOptions, request: EndpointRequest): Fields {
  options.store.ban(knownRun(options, namedRun(request)));
  return { message: 'All agents of the pull request are stopped.' };
}

/** Allows later turns again. */
export function unban(options: EndpointOptions, request: EndpointRequest): Fields {
  options.store.unban(knownRun(options, namedRun(request)));
  return { message: 'Agents may work on the pull request again.' };
}

/** Has no effect, because runs of the sandbox have no real pull request. */
export function removeFromPullRequest(options: EndpointOptions, request: EndpointRequest): Fields {
  knownRun(options, namedRun(request));
  return { message: 'The agent is removed from the pull request.' };
}

function namedRun(request: EndpointRequest): number {
  return positive(bodyFields(request, ['agent_run_id']), 'agent_run_id');
}
