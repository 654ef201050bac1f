/** The inputs that name files (contract 1.1). Files are read or checked only inside their allowed folders. */
import type { InputReader } from './reader.ts';
import type { Reading } from './row.ts';
import { createPathPolicy, isBelowFile } from '../runner/path-policy.ts';

type Place = Pick<Reading, 'env' | 'files'>;

/** `prompt`, or the text of `prompt_file`, or null if there is nothing to send, as in the post step. */
export function prompt({ read, afterwards = false, ...place }: Reading): string | null {
  if (afterwards) return null;
  const inline = read.text('prompt');
  const path = read.text('prompt_file');
  if (inline !== '' && path !== '') {
    read.problem('prompt_file', `"${path}" together with \`prompt\``, 'one of the two');
    return null;
  }
  if (inline !== '') return inline;
  if (path !== '') return workspaceFile(read, { name: 'prompt_file', path, ...place });
  const needless =
    read.text('tasks') !== '' ||
    !['', 'none'].includes(read.text('review').toLowerCase()) ||
    !['', 'run'].includes(read.text('task').toLowerCase());
  if (!needless && read.text('agent_run_id') === '') {
    read.problem(
      'prompt',
      'nothing',
      'an instruction, here or in `prompt_file`; without one, an `agent_run_id` to follow',
    );
  }
  return null;
}

/** The text of `output_schema`, given inline or as a file, or null if not set. The post step gets the input as given. */
export function outputSchema({ read, afterwards = false, ...place }: Reading): string | null {
  const given = read.text('output_schema');
  if (given === '') return null;
  // A schema is an object or a boolean. Anything else is a path.
  if (afterwards || given.startsWith('{') || given === 'true' || given === 'false') return given;
  return workspaceFile(read, { name: 'output_schema', path: given, ...place });
}

/**
 * The resolved path of `logs_file` after checking that it is writable, or null for the default. In the post step also
 * null if it is no longer allowed.
 */
export function logsFile({ read, env, files, afterwards = false }: Reading): string | null {
  const given = read.text('logs_file');
  if (given === '') return null;
  const refuse = (why: string): null => {
    if (!afterwards)
      read.problem('logs_file', `"${given}"${why}`, 'the path of a file inside the workspace or RUNNER_TEMP');
    return null;
  };
  const checked = createPathPolicy(env, files).forWriting(given);
  if (!checked.ok) return refuse(`, ${checked.why}`);
  const { path } = checked;
  const isOther = files.realPath(path) !== null && !files.isFile(path);
  return isOther || isBelowFile(files, path) || /[/\\]$/.test(given) ? refuse('') : path;
}

/** The text of a file in the workspace. Returns null and reports a problem if it cannot be read. */
export function workspaceFile(
  read: InputReader,
  { name, path, env, files }: { readonly name: string; readonly path: string } & Place,
): string | null {
  const accepted = 'the path of a UTF-8 text file inside the workspace that is not empty';
  const checked = createPathPolicy(env, files).forReading(path);
  if (!checked.ok) {
    read.problem(name, `"${path}", ${checked.why}`, accepted);
    return null;
  }
  const real = checked.path;
  if (!files.isFile(real)) {
    read.problem(name, `"${path}", but there is no such file`, `${accepted}; is the checkout step before this one?`);
    return null;
  }
  try {
    const text = files.readText(real);
    if (text.trim() !== '') return text;
    read.problem(name, `"${path}", which is empty`, accepted);
  } catch (error) {
    const why =
      error instanceof TypeError
        ? 'which is not UTF-8'
        : error instanceof RangeError
          ? 'which is too large'
          : 'which cannot be read';
    read.problem(name, `"${path}", ${why}`, accepted);
  }
  return null;
}
