/**
 * The inputs that name files (contract 1.1). Files are read or checked only inside their allowed
 * folders.
 */
import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import type { Files } from '../runner/port.ts';
import { createPathPolicy, isBelowFile } from '../runner/path-policy.ts';
import type { Reading } from './reader.ts';

const KB = 1024;
const SCHEMA_BYTES = 256 * KB;
export const TASKS_BYTES = 1024 * KB;
const PROMPT_BYTES = 16 * 1024 * KB;
const TEXT_FILE = 'the path of a UTF-8 text file inside the workspace that is not empty';

function sizeText(bytes: number): string {
  return bytes < 1024 * KB ? `${bytes / KB} kB` : `${bytes / KB / KB} MB`;
}

/**
 * `prompt`, or the text of `prompt_file`, or null if there is nothing to send. The post step does
 * not read the file.
 */
export function prompt({ read, afterwards = false, ...place }: Reading): string | null {
  const inline = read.text('prompt');
  const path = read.text('prompt_file');
  if (afterwards) {
    return inline === '' ? null : inline;
  }
  if (inline !== '' && path !== '') {
    read.refuse('prompt_file', 'one of the two', ' together with `prompt`');
    return null;
  }
  if (inline !== '') {
    return inline;
  }
  if (path !== '') {
    const severalLines = [
      'several lines of text',
      `${TEXT_FILE}. Did you mean the input \`prompt\`?`,
    ] as const;
    return workspaceFile({ read, ...place }, { name: 'prompt_file', path, severalLines });
  }
  const needless =
    read.text('tasks') !== '' ||
    !['', 'none'].includes(read.text('review').toLowerCase()) ||
    !['', 'run'].includes(read.text('task').toLowerCase());
  if (!needless && read.text('agent_run_id') === '') {
    read.refuse(
      'prompt',
      'an instruction, here or in `prompt_file`; without one, an `agent_run_id` to follow',
    );
  }
  return null;
}

/**
 * The text of `output_schema`, given inline or as a file, or null if not set. The post step gets
 * the input as given.
 */
export function outputSchema({ read, afterwards = false, ...place }: Reading): string | null {
  const given = read.text('output_schema');
  if (given === '') {
    return null;
  }
  // A schema is an object or a boolean. Anything else is a path.
  if (afterwards) {
    return given;
  }
  if (!given.startsWith('{') && given !== 'true' && given !== 'false') {
    const severalLines = [
      NO_JSON,
      'a JSON Schema, written as JSON, or the path of a file in the workspace that holds one',
    ] as const;
    return workspaceFile(
      { read, ...place },
      { name: 'output_schema', path: given, most: SCHEMA_BYTES, severalLines },
    );
  }
  if (Buffer.byteLength(given) <= SCHEMA_BYTES) {
    return given;
  }
  read.problem(
    'output_schema',
    `a schema larger than ${sizeText(SCHEMA_BYTES)}`,
    'a smaller JSON Schema',
  );
  return null;
}

/**
 * The resolved path of `logs_file` after checking that it is writable, or null for the default. In
 * the post step also null if it is no longer allowed.
 */
export function logsFile({ read, env, files, afterwards = false }: Reading): string | null {
  const given = read.text('logs_file');
  if (given === '') {
    return null;
  }
  const refuse = (why: string): null => {
    if (!afterwards) {
      read.refuse('logs_file', 'the path of a file inside the workspace or RUNNER_TEMP', why);
    }
    return null;
  };
  const checked = createPathPolicy(env, files).forWriting(given);
  if (!checked.ok) {
    return refuse(`, ${checked.why}`);
  }
  const { path } = checked;
  const isOther = files.realPath(path) !== null && !files.isFile(path);
  return isOther || isBelowFile(files, path) || /[/\\]$/.test(given) ? refuse('') : path;
}

interface NamedFile {
  /** The input. */
  readonly name: string;
  readonly path: string;
  /** Maximum size in bytes. By default that of a prompt. */
  readonly most?: number;
  readonly accepted?: string;
  /** What is given and accepted where the value is no path but several lines. */
  readonly severalLines?: readonly [given: string, accepted: string];
}

/** What lines of YAML are to an input that takes JSON or a path. */
export const NO_JSON = 'several lines that are not JSON';

/**
 * What `content` makes of a file in the workspace that an input names. Returns null and reports a
 * problem if the file is refused.
 */
function readInput<T>(
  { read, env, files }: Reading,
  { name, path, most = PROMPT_BYTES, accepted = TEXT_FILE, severalLines }: NamedFile,
  content: (real: string, refuse: (why: string) => null) => T | null,
): T | null {
  const refuse = (why: string): null => {
    read.problem(name, `"${path}", ${why}`, accepted);
    return null;
  };
  if (severalLines !== undefined && /[\r\n]/.test(path)) {
    read.problem(name, severalLines[0], severalLines[1]);
    return null;
  }
  const checked = createPathPolicy(env, files).forReading(path);
  if (!checked.ok) {
    return refuse(checked.why);
  }
  const real = checked.path;
  if (!files.isFile(real)) {
    return refuse('but there is no such file; is the checkout step before this one?');
  }
  try {
    if (files.head(real, 0).size > most) {
      return refuse(`which is larger than ${sizeText(most)}`);
    }
    return content(real, refuse);
  } catch {
    return refuse('which cannot be read');
  }
}

/** The text of a file in the workspace. Returns null and reports a problem if it cannot be read. */
export function workspaceFile(reading: Reading, file: NamedFile): string | null {
  return readInput(reading, file, (real, refuse) => {
    const bytes = reading.files.readBytes(real, file.most ?? PROMPT_BYTES);
    if (!isUtf8(bytes)) {
      return refuse('which is not UTF-8');
    }
    const text = new TextDecoder().decode(bytes);
    return text.trim() === '' ? refuse('which is empty') : text;
  });
}

export interface Image {
  /** Resolved path. */
  readonly path: string;
  readonly mimeType: ImageType;
}

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const MAX_FILES = 10;
const MAX_BYTES = 5 * 1024 * 1024;
/** Enough bytes for every file signature. */
const HEAD_BYTES = 12;
const ACCEPTED = `at most ${MAX_FILES} PNG, JPEG, GIF or WebP files in the workspace, of at most 5 MB each`;

/**
 * Checks each named file. The content is read when it is sent. None in the post step, which sends
 * nothing.
 */
export function images(reading: Reading): readonly Image[] {
  const { read, files, afterwards = false } = reading;
  if (afterwards) {
    return [];
  }
  const found = new Map<string, Image>();
  for (const pattern of read.list('images')) {
    const paths = pathsOf(pattern, reading);
    if (paths.length === 0) {
      read.problem('images', `"${pattern}", which matches no file`, ACCEPTED);
    }
    // One more than allowed is enough to detect the excess.
    for (const path of paths.slice(0, MAX_FILES + 1)) {
      const file = { name: 'images', path, most: MAX_BYTES, accepted: ACCEPTED };
      const image = readInput<Image>(reading, file, (real, refuse) => {
        const mimeType = imageTypeOf(files.head(real, HEAD_BYTES).bytes);
        return mimeType === null
          ? refuse('which is no PNG, JPEG, GIF or WebP image')
          : { path: real, mimeType };
      });
      if (image !== null) {
        found.set(image.path, image);
      }
    }
  }
  if (found.size > MAX_FILES) {
    read.problem('images', `more than ${MAX_FILES} files`, ACCEPTED);
  }
  return [...found.values()];
}

/**
 * Expands a glob pattern. The name of a file that exists is not a pattern, whatever characters are
 * in it.
 */
function pathsOf(pattern: string, { env, files }: Reading): readonly string[] {
  const workspace = env['GITHUB_WORKSPACE'] ?? '';
  if (!/[*?[{]/.test(pattern) || workspace === '' || files.isFile(resolve(workspace, pattern))) {
    return [pattern];
  }
  return files.matching(pattern, workspace).filter((path) => files.isFile(path));
}

/** Detects the image type from the content. Returns null for other content. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) {
    return 'image/png';
  }
  if (start.startsWith('\xff\xd8\xff')) {
    return 'image/jpeg';
  }
  if (/^GIF8[79]a/.test(start)) {
    return 'image/gif';
  }
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : null;
}

/** The images as data URIs for the service. @throws Error if a file is no longer a valid image */
export function dataUrisOf(
  images: readonly Image[],
  files: Pick<Files, 'readBytes'>,
): readonly string[] {
  return images.map(({ path, mimeType }) => {
    const bytes = files.readBytes(path, MAX_BYTES);
    if (imageTypeOf(bytes) !== mimeType) {
      throw new Error(`The image ${path} changed while this step was running`);
    }
    return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  });
}
