/** The kinds of steps and their names. Their colours and icons are the same in every report. */
import { messageType } from '../../service/message-types.ts';

export type Category = 'read' | 'edit' | 'command' | 'tool' | 'plan' | 'pull_request' | 'checks' | 'talk' | 'error';

export const CATEGORIES: readonly { readonly id: Category; readonly label: string }[] = [
  { id: 'plan', label: 'Planning' },
  { id: 'read', label: 'Searching and reading' },
  { id: 'edit', label: 'Editing' },
  { id: 'command', label: 'Commands' },
  { id: 'tool', label: 'Other tools' },
  { id: 'pull_request', label: 'Pull request' },
  { id: 'checks', label: 'Checks' },
  { id: 'talk', label: 'Messages' },
  { id: 'error', label: 'Errors' },
];

/** Matches words of a tool's name. The first row with a match applies. */
const TOOLS: readonly (readonly [Category, RegExp])[] = [
  ['pull_request', /pull_?request|(^|_)prs?($|_)|merge_request/],
  ['command', /run|command|bash|shell|exec|terminal|script|test|build|install|npm|pytest/],
  ['edit', /edit|write|create|replace|patch|insert|update|delete|remove|rename|move|apply|commit/],
  ['read', /search|grep|glob|find|list|view|read|open|cat|fetch|get|show|look|browse|inspect|(^|_)ls($|_)/],
];

function toolCategory(tool: string): Category {
  const name = tool
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return TOOLS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'tool';
}

export function categoryOf(kind: string | null, tool: string | null, error: boolean): Category {
  if (error) return 'error';
  const phase = messageType(kind)?.phase;
  if (phase === undefined || phase === 'work') return tool === null || tool === '' ? 'tool' : toolCategory(tool);
  return phase;
}

/** `run_command` as `Run command`, `mcp__github__get_issue` as `mcp · github · get issue`. */
function toolName(tool: string): string {
  const words = tool
    .split(/__+/)
    .map((part) => part.replace(/[_-]+/g, ' ').trim())
    .filter((part) => part !== '');
  const [first = tool] = words;
  return words.length > 1 ? words.join(' · ') : `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
}

/** The name of a step: the tool of an action, otherwise the label of its type. */
export function stepName(kind: string | null, tool: string | null): string {
  const type = messageType(kind);
  const own = tool === null || tool === '' ? null : toolName(tool);
  if (type === undefined) return own ?? (kind === null || kind === '' ? 'Entry' : toolName(kind.toLowerCase()));
  if (kind === 'ACTION') return own ?? type.label;
  return type.error === true && own !== null ? `${type.label} · ${own}` : type.label;
}
