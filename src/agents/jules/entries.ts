/** What activities are in a turn's log (contract 18.3; sheet, section 6). Pure. */
import { ENTRY_TYPE } from '../../message-types.ts';
import { joined } from '../../safe/text.ts';
import { cutText, unknownDraft } from '../kit/entries.ts';
import type { LogSigns } from '../kit/found-turn.ts';
import type { LogPiece, UnstampedDraft } from '../kit/turn-log.ts';
import { jsonText } from '../entry.ts';
import type { Activity, Artifact } from './client.ts';

/** A turn that asks ends with its question, and no activity says so (sheet, section 4). */
export const TURN_SIGNS: LogSigns<Activity> = {
  promptOf: ({ userMessaged }) => (userMessaged === null ? null : (userMessaged.userMessage ?? '')),
  signOf({ agentMessaged, sessionCompleted, sessionFailed }) {
    if (sessionCompleted !== null || sessionFailed !== null) {
      return 'ended';
    }
    return agentMessaged === null ? 'works' : 'answered';
  },
};

export function pieceOf(activity: Activity): LogPiece {
  const stamp = { id: activity.id, at: activity.createTime };
  const { userMessaged, agentMessaged, sessionCompleted, sessionFailed } = activity;
  if (userMessaged !== null) {
    return { ...stamp, kind: 'prompt', text: userMessaged.userMessage ?? '' };
  }
  if (agentMessaged !== null) {
    return { ...stamp, kind: 'said', text: agentMessaged.agentMessage ?? '' };
  }
  if (sessionFailed !== null) {
    return { ...stamp, kind: 'end', end: 'failed', reason: sessionFailed.reason ?? '' };
  }
  if (sessionCompleted !== null) {
    return { ...stamp, kind: 'end', end: 'succeeded' };
  }
  return { ...stamp, kind: 'other', drafts: draftsOf(activity) };
}

function draftsOf(activity: Activity): readonly UnstampedDraft[] {
  const { planGenerated, progressUpdated, planApproved, other } = activity;
  if (planGenerated !== null) {
    return [{ type: ENTRY_TYPE.plan, thought: planText(planGenerated.plan.steps) }];
  }
  if (progressUpdated !== null) {
    const { title, description } = progressUpdated;
    return progress(joined([title ?? '', description ?? '']), activity.artifacts);
  }
  if (planApproved !== null) {
    return [];
  }
  const text = joined([activity.description ?? '', other === null ? '' : jsonText(other.value)]);
  return [unknownDraft(other?.name ?? 'activity', text)];
}

function planText(
  steps: readonly { readonly title: string | null; readonly description: string | null }[],
): string {
  const lines = steps.map(({ title, description }, index) => {
    const text = joined([title ?? '', description ?? ''], ': ');
    return `${index + 1}. ${text}`;
  });
  return lines.join('\n');
}

/** One entry for each command and patch; without any, the progress itself. */
function progress(
  thought: string,
  artifacts: readonly Artifact[],
): readonly [UnstampedDraft, ...UnstampedDraft[]] {
  const pictures = artifacts.flatMap(({ media }) => (media === null ? [] : [mediaText(media)]));
  const said = joined([thought, ...pictures]);
  const [first, ...others] = artifacts.flatMap(toolDrafts);
  if (first === undefined) {
    return [{ type: ENTRY_TYPE.plan, thought: said }];
  }
  return [said === '' ? first : { ...first, thought: said }, ...others];
}

function mediaText({ mimeType }: { readonly mimeType: string | null }): string {
  return `(The activity has a file of the type ${mimeType ?? 'unknown'}.)`;
}

function toolDrafts({ bashOutput, changeSet }: Artifact): readonly UnstampedDraft[] {
  const drafts: UnstampedDraft[] = [];
  if (bashOutput !== null) {
    const { command, output, exitCode } = bashOutput;
    drafts.push({
      type: ENTRY_TYPE.tool,
      tool: 'shell',
      input: { command: cutText(command ?? '') },
      output: { output: cutText(output ?? ''), exit_code: exitCode },
    });
  }
  if (changeSet !== null) {
    drafts.push({
      type: ENTRY_TYPE.tool,
      tool: 'edit',
      input: editInput(changeSet.gitPatch.unidiffPatch ?? ''),
      output: {},
    });
  }
  return drafts;
}

/** The names of the files first, because people read them and not the patch. */
function editInput(patch: string): Readonly<Record<string, unknown>> {
  const files = Array.from(patch.matchAll(/^diff --git a\/.+ b\/(.+)$/gm), ([, path]) => path);
  const cut = cutText(patch);
  if (files.length === 0) {
    return { patch: cut };
  }
  return files.length === 1 ? { path: files[0], patch: cut } : { files, patch: cut };
}
