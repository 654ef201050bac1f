/**
 * What people are told of runs that the sandbox played (contract 10), and where to go from there.
 */
import { htmlLink, htmlText } from '../safe/html.ts';
import { markdownLink, markdownText } from '../safe/markdown.ts';
import { repositoryLinks, type ReadLink } from '../safe/url.ts';
import type { StepView } from './step-view.ts';

const NOTE =
  'Played by the sandbox: no agent was at work, and the pull requests that it names do not ' +
  'exist. To run an agent, see the README, section';
/** A section of README.md. */
const NEXT = { title: 'With your account', anchor: 'with-your-account' } as const;

type Played = Pick<StepView, 'isSandbox' | 'provenance'>;

/** Null where the action's own repository is not known. */
function sandboxAddress({ provenance: { actionUrl } }: Played): string | null {
  return actionUrl === null ? null : `${actionUrl}#${NEXT.anchor}`;
}

/** A block that GitHub shows as a note. Empty for other services. */
export function sandboxMarkdown(view: Played): string {
  if (view.isSandbox) {
    return `> [!NOTE]\n> ${markdownText(NOTE)} ${markdownLink(NEXT.title, sandboxAddress(view))}.`;
  }
  return '';
}

/** A paragraph. Empty for other services. */
export function sandboxHtml(view: Played): string {
  if (!view.isSandbox) {
    return '';
  }
  const address = sandboxAddress(view);
  const next = address === null ? htmlText(NEXT.title) : htmlLink(NEXT.title, address);
  return `<p class="played">${htmlText(NOTE)} ${next}.</p>`;
}

/** The links of a result: none where it names only what the sandbox made up. */
export function resultLinks({ isSandbox, provenance }: Played): ReadLink {
  return isSandbox ? () => null : repositoryLinks(provenance);
}
