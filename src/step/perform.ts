/**
 * One run from prompt to verified pull requests, for a step with a single run and for each task of
 * a fleet (contract 4, 13).
 */
import type { Context } from '../context.ts';
import { namedBy, replyOf, subjectOf, type Provenance } from '../github/provenance.ts';
import type { EventBranches, PullRequestHead } from '../github/event-pull-request.ts';
import { sectionsOf } from '../github/event-sections.ts';
import type { Sinks } from './finish.ts';
import { earlyLeads } from './early-leads.ts';
import { startNotice, startsAtHead } from './start-branch.ts';
import { TOLD, untold, type Performed } from './performed.ts';
import { verify, workRepository } from './verify.ts';
import type { Pace } from './github-reads.ts';
import type { Inputs } from '../inputs/parse.ts';
import { tellingOfRun } from '../report/telling.ts';
import { delayedStop } from '../runner/clock.ts';
import { annotation } from '../safe/job-log.ts';
import { grouped } from '../safe/text.ts';
import type { Agent, RequestIdentity } from '../agents/port.ts';
import { withoutRepository } from '../agents/repository.ts';
import type { TurnPlan } from '../thread/turn.ts';
import { budgetOf, limitToSend } from '../run/budget.ts';
import { exactlyOnceOf, repairIdentityOf, stepKey, type ExactlyOnce } from '../run/once/key.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { assemblePrompt } from '../run/prompt.ts';
import { lookUpRepository, type LookedUp } from '../run/repository.ts';
import { runSession, type EndedRun, type ProvenEnd, type SessionContext } from '../run/session.ts';
import type { RunContext } from '../run/send.ts';
import { startOrderOf, type RunRepository, type StartOrder } from '../run/start.ts';
import { createClassifier } from '../run/status.ts';
import { notice, type RunEvent } from '../run/events.ts';

/** The place of mends among the requests of a step, for `stepKey`. */
const MENDS = 3;

/** What a review asks about. */
interface ReviewedHead {
  /** The commit that was read. */
  readonly headSha: string;
  /** See `FollowUpOrder`. */
  readonly onlyFound: string | null;
}

interface PerformOrder {
  readonly inputs: Inputs;
  /**
   * What the run is asked, before what is added for its answer and from the event: the input
   * `prompt`, or the words of a review. Null if nothing is sent.
   */
  readonly request: string | null;
  readonly schema: OutputSchema | null;
  /** What a review asks about. Default: no review. */
  readonly reviewed?: ReviewedHead;
  readonly sinks: Pick<Sinks, 'begin'>;
  readonly agent: Agent;
  /**
   * Begins the time of the run: before the look-ups, anew before the run is started, and anew once
   * it was created. Returns when it is over, on the clock's `now`.
   */
  readonly beginTime: () => number;
  /** What the thread makes of this step, or null without a thread. */
  readonly plan?: TurnPlan | null;
  /** The repository to look up if the inputs name none. */
  readonly presumed?: string | null;
  /** Those of the event's pull request, where its payload does not name them. Default: none. */
  readonly branches?: EventBranches | null;
  /** The head of the pull request that the step is about, where a new run starts. Default: none. */
  readonly headBranch?: PullRequestHead | null;
  /** The key of the task in a fleet. */
  readonly task?: string;
  readonly session?: Pick<RunContext, 'beforeSending' | 'wait'>;
  /** Waits before each read of GitHub, where many runs share its limit (contract 19.5). */
  readonly pace?: Pace;
}

export type PerformRun = typeof performRun;

/** Untold is the end of a run that was not started. Rejects as `runSession`. */
export async function performRun(context: Context, order: PerformOrder): Promise<Performed> {
  const { step, stop, warn } = context;
  const { inputs, agent, presumed = null, headBranch = null } = order;
  const prompt = await promptOf(context, order);
  step.dispatch({ type: 'asked', ...aboutTurn(context, order) });

  const call = { signal: stop, deadline: order.beginTime() };
  const lookUp = await lookUpRepository(inputs, { ...context, agent, warn, presumed }, call);
  if (lookUp.kind === 'ended') {
    return untold(lookUp.end);
  }
  const headSha = order.reviewed?.headSha ?? null;
  const sources = { ...context, inputs, task: order.task ?? null, headSha };
  const wish = { keys: agent.keys, request: order.request, uuid: context.uuid };
  const exactlyOnce = exactlyOnceOf(sources, wish);
  const { can } = agent.facts;
  const startHead = startsAtHead(
    { ...inputs, can },
    { headBranch, here: context.event.repository },
  );
  const start = startOf(order, { prompt, exactlyOnce, startHead, lookedUp: lookUp });

  const deadline = order.beginTime();
  order.sinks.begin({ inputs, prompt, telling: tellingOfRun(step, inputs.outputSchema) });

  const isInThread = (order.plan ?? null) !== null;
  const repairIdentity = repairIdentityOf(sources, { exactlyOnce, isInThread });
  const mendKey = stepKey(sources, MENDS);
  const ofNew = { startHead, bare: whyBare(order, lookUp) };
  const given = { start, ofNew, exactlyOnce, repairIdentity, mendKey, deadline };
  await runToItsEnd(context, order, given);
  return TOLD;
}

/** What is told of a new run, because the inputs do not say it. */
interface NewRun {
  /** That it has no repository. Null: it has one, or is to have none. */
  readonly bare: string | null;
  /** The branch that it starts from. Null: as the inputs say. */
  readonly startHead: PullRequestHead | null;
}

/** That a new run has no repository, where that is rarely meant (contract 12, 17); else null. */
function whyBare(
  { inputs, agent, presumed = null }: PerformOrder,
  { repository, repositoryId, missing }: LookedUp,
): string | null {
  if (missing !== null) {
    return `The run is created without a repository: ${missing}`;
  }
  const isBare = repository === null && repositoryId === null && presumed === null;
  // Elsewhere `repo` has said so.
  const isByDefault = agent.facts.repository === 'none';
  return isBare && isByDefault && inputs.task === 'run' ? withoutRepository() : null;
}

/**
 * Tells both when the create goes out, and only once, because the step may attach to a run
 * instead. A task of a fleet prints no notice: the fleet has told about repositories, and collects
 * the branch from the event.
 */
function newRunNotices(
  { host, step }: Context,
  { bare, startHead }: NewRun,
): (event: RunEvent) => void {
  let isTold = false;
  return (event) => {
    // A follow-up names its run.
    const isCreate = event.type === 'sending' && event.runId === null;
    if (!isCreate || isTold) {
      return;
    }
    isTold = true;
    if (bare !== null) {
      host.notice(annotation(bare), { title: 'Agent run: repository' });
    }
    if (startHead !== null) {
      step.dispatch(notice(startNotice(startHead)));
    }
  };
}

/** The whole prompt, within what the service takes, or null if nothing is sent. */
async function promptOf(context: Context, order: PerformOrder): Promise<string | null> {
  const { event, warn, uuid } = context;
  const { inputs, agent, request, schema, branches = null } = order;
  const { promptMax } = agent.facts.can;
  const fence = uuid();
  const prompt = await assemblePrompt({
    request,
    context: inputs.context,
    schema,
    event,
    branches,
    fence,
    most: promptMax,
  });
  const hasEvent = inputs.context === 'event' && sectionsOf(event).length > 0;
  // What the event says stands between two lines with it.
  if (hasEvent && promptMax !== null && prompt !== null && !prompt.includes(fence)) {
    warn(
      'What the event says was left out: `prompt` leaves no room for it in the ' +
        `${grouped(String(promptMax))} characters that the service takes. Shorten it.`,
    );
  }
  return prompt;
}

/** What the step's reports say of where the turn comes from. */
function aboutTurn({ event }: Context, { inputs, task }: PerformOrder): Partial<Provenance> {
  const about = { ...replyOf(event, inputs), ...namedBy(inputs) };
  // The tasks of a fleet differ by their own words, and have the event in common.
  return task === undefined ? { ...about, ...subjectOf(event, inputs) } : about;
}

function startOf(
  { inputs, agent, schema, reviewed, plan = null }: PerformOrder,
  {
    prompt,
    exactlyOnce,
    startHead,
    lookedUp,
  }: {
    readonly prompt: string | null;
    readonly exactlyOnce: ExactlyOnce | null;
    readonly startHead: PullRequestHead | null;
    readonly lookedUp: RunRepository;
  },
): StartOrder {
  if (plan?.kind === 'attach') {
    return plan;
  }
  const ref = startHead?.branch ?? inputs.ref;
  const asked = { ...inputs, ref };
  return startOrderOf(asked, {
    prompt,
    recordedRun: plan?.kind === 'resume' ? plan : null,
    marks: exactlyOnce?.followUp ?? null,
    repository: lookedUp.repository,
    repositoryId: lookedUp.repositoryId,
    limit: limitToSend(inputs.budget, agent.facts.budget),
    schema: schema?.source ?? null,
    onlyFound: reviewed?.onlyFound ?? null,
  });
}

/** Starts the run, follows it, and has its work proven. Rejects as `runSession`. */
async function runToItsEnd(
  context: Context,
  { inputs, request, schema, agent, pace, session, beginTime }: PerformOrder,
  {
    start,
    exactlyOnce,
    repairIdentity,
    mendKey,
    deadline,
    ofNew,
  }: {
    readonly start: StartOrder;
    readonly ofNew: NewRun;
    readonly exactlyOnce: ExactlyOnce | null;
    readonly repairIdentity: RequestIdentity | null;
    readonly mendKey: string;
    readonly deadline: number;
  },
): Promise<void> {
  const { clock, host, random, files, step, stop } = context;
  step.dispatch({ type: 'known', budget: budgetOf(inputs, agent.facts) });
  const done = new AbortController();
  const worksIn = workRepository(inputs, context.event);
  const signal = AbortSignal.any([stop, done.signal]);
  const tellNewRun = newRunNotices(context, ofNew);
  const followNewLeads = earlyLeads(context, { inputs, agent, pace, worksIn, signal });
  const run: SessionContext = {
    clock,
    random,
    files,
    agent,
    inputs,
    exactlyOnce,
    repairIdentity,
    sendStop: delayedStop(clock, { stop, done: done.signal }),
    call: { signal: stop, deadline },
    beginTime,
    room: (until) => host.drained(until),
    classify: createClassifier(inputs),
    emit: (event, record) => {
      tellNewRun(event);
      step.dispatch(event, record);
      followNewLeads();
    },
    ...session,
  };
  const { promptMax } = agent.facts.can;
  const proving = { inputs, agent, request, mendKey, promptMax, pace };
  const prove = (ended: EndedRun): Promise<ProvenEnd> =>
    verify(context, { ...proving, deadline: ended.deadline }, ended);
  try {
    await runSession(run, { start, schema, prove });
  } finally {
    done.abort();
  }
}
