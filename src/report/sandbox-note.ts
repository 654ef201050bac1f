/**
 * What people are told of runs that the sandbox played (contract 10), and where to go from there.
 */
import { repositoryLinks, type ReadLink } from '../safe/url.ts';
import type { StepView } from './step-view.ts';

const NOTE =
  'Played by the sandbox: no agent was at work, and the pull requests that it names do not ' +
  'exist. To run an agent, see the README, section';
/** A section of README.md. */
const NEXT = { title: 'With your account', anchor: 'with-your-account' } as const;

type Played = Pick<StepView, 'isSandbox' | 'provenance'>;

/** A sentence that ends with the title of where to go. */
export interface SandboxNote {
  readonly words: string;
  readonly next: string;
  /** The address of what `next` names. Null where the action's own repository is not known. */
  readonly address: string | null;
}

/** Null for other services. */
export function sandboxNote({ isSandbox, provenance }: Played): SandboxNote | null {
  if (!isSandbox) {
    return null;
  }
  const { actionUrl } = provenance;
  const address = actionUrl === null ? null : `${actionUrl}#${NEXT.anchor}`;
  return { words: NOTE, next: NEXT.title, address };
}

/** The links of a result: none where it names only what the sandbox made up. */
export function resultLinks({ isSandbox, provenance }: Played): ReadLink {
  return isSandbox ? () => null : repositoryLinks(provenance);
}
