/** The skeleton of `task: check` (contract 12): questions in order, each answered by a read. */
import { asServiceError, isMissing } from '../../http/errors.ts';
import type { ErrorCode } from '../../runner/output-table.ts';
import type { CheckFinding, RunId } from '../port.ts';

/** Answers one question. Rejects with `ServiceError` where the service does not. */
export type Question = () => Promise<readonly CheckFinding[]>;

export const ok = (message: string): CheckFinding => ({ kind: 'ok', message });
export const noteThat = (message: string): CheckFinding => ({ kind: 'note', message });

export function problem(code: ErrorCode, message: string): CheckFinding {
  return { kind: 'problem', code, message };
}

/**
 * All findings. Ends early where a question was answered with a problem, or not at all, because
 * those that follow could not be answered either.
 */
export async function askInOrder(questions: readonly Question[]): Promise<readonly CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const question of questions) {
    const answers = await answersTo(question);
    findings.push(...answers);
    if (answers.some(endsQuestions)) {
      break;
    }
  }
  return findings;
}

/**
 * Asks about the run of `agent_run_id`. That input alone is wrong where the run is not there: the
 * questions before have shown that the others fit.
 *
 * @param name of the run, as people read it
 */
export async function askAboutRun(
  name: string,
  question: Question,
): Promise<readonly CheckFinding[]> {
  try {
    return await question();
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    const message = `${name} does not exist for this key: check the input \`agent_run_id\`.`;
    return [problem('not_found', message)];
  }
}

/**
 * The question about the run of `agent_run_id`, in the words of most services.
 *
 * @param nameOf the run, as people read it: `Session 31415`
 * @param read the run, as text in which state it is
 */
export async function runFindings(
  runId: RunId | null,
  {
    nameOf,
    read,
  }: {
    readonly nameOf: (id: RunId) => string;
    readonly read: (id: RunId) => Promise<string | null>;
  },
): Promise<readonly CheckFinding[]> {
  if (runId === null) {
    return [];
  }
  const name = nameOf(runId);
  return askAboutRun(name, async () => [ok(`${name} is there: ${String(await read(runId))}.`)]);
}

/** Whether the questions that follow could not be answered either. */
export function endsQuestions({ kind }: CheckFinding): boolean {
  return kind === 'problem' || kind === 'failed';
}

async function answersTo(question: Question): Promise<readonly CheckFinding[]> {
  try {
    return await question();
  } catch (error) {
    return [{ kind: 'failed', error: asServiceError(error) }];
  }
}
