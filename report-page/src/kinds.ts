/** The kinds of steps. Their colours and icons are the same in every report. */
import { messageType } from '../../src/message-types.ts';

export type Category =
  | 'read'
  | 'edit'
  | 'command'
  | 'tool'
  | 'plan'
  | 'pull_request'
  | 'checks'
  | 'talk'
  | 'state'
  | 'error';

export const CATEGORIES: readonly { readonly id: Category; readonly label: string }[] = [
  { id: 'plan', label: 'Planning' },
  { id: 'read', label: 'Searching and reading' },
  { id: 'edit', label: 'Editing' },
  { id: 'command', label: 'Commands' },
  { id: 'tool', label: 'Other tools' },
  { id: 'pull_request', label: 'Pull request' },
  { id: 'checks', label: 'Checks' },
  { id: 'talk', label: 'Messages' },
  { id: 'state', label: 'States' },
  { id: 'error', label: 'Errors' },
];

/** Matches words of a tool's name. The first row with a match applies. */
const TOOLS: readonly (readonly [Category, RegExp])[] = [
  ['pull_request', /pull_?request|(^|_)prs?($|_)|merge_request/],
  ['command', /run|command|bash|shell|exec|terminal|script|test|build|install|npm|pytest/],
  ['edit', /edit|write|create|replace|patch|insert|update|delete|remove|rename|move|apply|commit/],
  [
    'read',
    /search|grep|glob|find|list|view|read|open|cat|fetch|get|show|look|browse|inspect|(^|_)ls($|_)/,
  ],
];

function toolCategory(tool: string): Category {
  const name = tool
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return TOOLS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'tool';
}

export function categoryOf(kind: string | null, tool: string | null, error: boolean): Category {
  if (error) {
    return 'error';
  }
  const phase = messageType(kind)?.phase;
  if (phase === undefined || phase === 'work') {
    return tool === null || tool === '' ? 'tool' : toolCategory(tool);
  }
  return phase;
}
