/**
 * What must hold once a run has ended well (the input `expect`; contract 1.1, 14, 19): a row each.
 * A proof is looked at until it is proven or lacking; between two looks it is waited for, or the
 * run is asked for more. `verify` walks it.
 */
import type { Context } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { SessionEnd } from '../run/events.ts';
import { endOfCrash, plainEnd } from '../run/failure.ts';
import { Cancelled } from '../runner/clock.ts';
import { provenPullRequest, whyUnverified } from '../report/pull-requests.ts';
import { openChecksProof } from './checks-proof.ts';
import { lacking, type Look, type OpenedProof, type ProofPorts } from './proof.ts';

type Expected = Exclude<Inputs['expect'], 'none'>;
type OpenProof = (ports: ProofPorts) => Promise<OpenedProof>;

export const PROOFS: Readonly<Record<Expected, OpenProof>> = {
  pull_request: ({ context: { step, stop } }) => {
    const isThere = provenPullRequest(step.view()) !== null;
    const end: SessionEnd = { ...plainEnd('unverified'), lacks: 'pull_request' };
    return Promise.resolve(atOnce(isThere ? { kind: 'proven' } : unlessCut(end, { step, stop })));
  },
  checks: (ports) => {
    const { step, stop } = ports.context;
    const view = step.view();
    const pull = provenPullRequest(view);
    if (pull !== null) {
      return openChecksProof(ports, pull);
    }
    const errorMessage = whyUnverified(view, 'checks');
    const end: SessionEnd = { ...plainEnd('unverified'), lacks: 'checks', errorMessage };
    return Promise.resolve(atOnce(unlessCut(end, { step, stop })));
  },
  result: ({ context: { step } }) => {
    const { result, resultIsOld } = step.view();
    const isThere = result.trim() !== '' && !resultIsOld;
    const end: SessionEnd = { ...plainEnd('unverified'), lacks: 'result' };
    return Promise.resolve(atOnce(isThere ? { kind: 'proven' } : lacking(end)));
  },
};

/** A proof that one look decides. */
function atOnce(look: Look): OpenedProof {
  const never = (): never => {
    throw new Error('nothing was waited for');
  };
  return { look: () => Promise.resolve(look), timedOut: never, answered: never };
}

/** A signal has cut the look-ups short, so that they show nothing (contract 7.3). */
function unlessCut(end: SessionEnd, { step, stop }: Pick<Context, 'step' | 'stop'>): Look {
  const { runId, webUrl } = step.view();
  const isCut = stop.reason instanceof Cancelled;
  return lacking(isCut ? endOfCrash(stop.reason, { runId, webUrl }) : end);
}
