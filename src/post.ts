/** The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. */
import { parseInputs } from './action/inputs.ts';
import { Cancelled } from './action/signals.ts';
import { openThread } from './action/conversation.ts';
import { readEvent } from './action/event.ts';
import { provenanceOf } from './action/provenance.ts';
import { readRunState, type RunState } from './action/state.ts';
import { Step } from './action/step.ts';
import { guarded, type Ports } from './main.ts';
import { annotation } from './report/sanitize/index.ts';
import { attachTo } from './run/start.ts';
import { RunRecord } from './run/record.ts';
import { createClassifier, isTerminal, outcomeOf } from './run/status.ts';
import { createClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 8_000;

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null || state.phase === 'done' || state.phase === 'idle') return;
  if (state.phase === 'sending') {
    const doubt =
      state.runId === null || state.runId === undefined
        ? 'created an agent run, so it is not known whether there is one. Look at the list of runs'
        : `resumed the agent run ${state.runId}, so it is not known whether the run took the follow-up. Look at the run`;
    const message = `The step was killed while it ${doubt} in the web interface of the service before you run this again.`;
    host.warning(annotation(message), { title: 'Agent run: killed' });
    return;
  }
  try {
    await finish(ports, state);
  } catch (error) {
    // The runner reads standard error for commands as well: nothing may get there by itself.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

/** Says once more, where the main step could not, what is known of the run. Failures here are only said. */
async function finish(ports: Ports, state: RunState): Promise<void> {
  const { host, clock, http, env, files } = ports;
  const event = readEvent(env, ports.payload);
  const parsed = parseInputs({ input: (name) => host.input(name), env, files });
  const runId = state.runId ?? null;
  if (!parsed.ok || runId === null) return;
  const { inputs } = parsed;
  const step = new Step(
    { clock, host, requests: () => http.reached() },
    { ...provenanceOf(event), orgId: inputs.orgId },
  );
  const record = new RunRecord({ ...attachTo(runId), webUrl: state.webUrl ?? null });
  step.setRun(record, { repair: false });
  step.outcome = 'cancelled';
  const client = createClient({ ...ports, baseUrl: inputs.baseUrl, orgId: inputs.orgId, token: inputs.token });
  try {
    record.takeRun(await client.run(runId, { signal: ports.stop, deadline: clock.now() + BUDGET_MS / 2 }));
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof Cancelled)) throw error;
  }
  const meaning = createClassifier(inputs)(record.status);
  if (isTerminal(meaning)) {
    record.end();
    step.outcome = outcomeOf(meaning);
  }
  if (state.phase === 'running') {
    const where = record.webUrl === null ? '' : ` at ${record.webUrl}`;
    const now = isTerminal(meaning)
      ? `The run has ended since (status ${String(record.status)})${where}; read its result`
      : `The run goes on${where}; follow it`;
    const message = `The step was killed before it saw the agent run ${runId} end. ${now} with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
    host.warning(annotation(message), { title: 'Agent run: killed' });
    if (inputs.summary) {
      const { renderSummary } = await import('./report/summary.ts');
      await host.summary(renderSummary(step.view()));
    }
  }
  const thread = await openThread({ ...ports, inputs, event, step });
  await thread?.finish(step.view(), { budgetMs: BUDGET_MS });
}
