/**
 * The inputs that name files (contract 1.1). Files are read or checked only inside their allowed
 * folders.
 */
import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import type { Files } from '../runner/port.ts';
import { jsonOrNull } from '../safe/json.ts';
import { grouped } from '../safe/text.ts';
import { createPathPolicy, isBelowFile } from '../runner/path-policy.ts';
import { InputReader, isNone, type InputReading } from './reader.ts';
import { chosenService } from './service.ts';

const KB = 1024;
/** The most bytes of `output_schema`, a file with tasks (both contract 1.1) and `prompt_file`. */
const SCHEMA_BYTES = 256 * KB;
/** What is accepted for one that is larger. */
const SMALLER_SCHEMA = 'a smaller JSON Schema';
const A_SCHEMA =
  'a JSON Schema, written as JSON, or the path of a UTF-8 file in the workspace that holds one';
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
export function prompt(reading: InputReading): string | null {
  const text = promptText(reading);
  const { read } = reading;
  const service = chosenService(read);
  const most = service?.facts.can.promptMax ?? null;
  if (text !== null && most !== null && text.length > most) {
    read.problem(
      read.text('prompt') === '' ? 'prompt_file' : 'prompt',
      `a text of ${grouped(text.length)} characters`,
      `at most ${grouped(most)} characters with ${String(service?.label)}; ` +
        'shorten it, or put the details into a file of the repository and name that',
    );
  }
  return text;
}

function promptText({ read, afterwards = false, ...reading }: InputReading): string | null {
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
    return workspaceFile({ read, ...reading }, { name: 'prompt_file', path, severalLines });
  }
  const needless =
    read.text('tasks') !== '' ||
    !isNone(read, 'review') ||
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
export function outputSchema(reading: InputReading): string | null {
  const { read, afterwards = false } = reading;
  const schema = schemaText(reading);
  const service = chosenService(read);
  const most = service?.facts.can.promptMax ?? null;
  if (schema === null || afterwards || most === null) {
    return schema;
  }
  // What is wrong with the prompt is told of its own input.
  const unheard = new InputReader((name) => read.text(name));
  const own = promptText({ ...reading, read: unheard }) ?? '';
  const length = compactLength(schema);
  if (length + own.length > most) {
    read.problem(
      'output_schema',
      `a schema of ${grouped(length)} characters`,
      `with the prompt at most ${grouped(most)} characters with ` +
        `${String(service?.label)}, whose prompt it is a part of; ask for less in it`,
    );
  }
  return schema;
}

/** UTF-16 units without the white space between its parts, as the prompt has it. */
function compactLength(json: string): number {
  const value = jsonOrNull(json);
  return value === null ? json.length : JSON.stringify(value).length;
}

function schemaText({ read, afterwards = false, ...reading }: InputReading): string | null {
  const given = read.text('output_schema');
  if (given === '') {
    return null;
  }
  if (afterwards) {
    return given;
  }
  // A schema is an object or a boolean. Other JSON is a mistake, and anything else a path.
  if (!given.startsWith('{') && given !== 'true' && given !== 'false') {
    if (given === 'null' || jsonOrNull(given) !== null) {
      read.refuse('output_schema', A_SCHEMA, ', which is JSON but no JSON Schema');
      return null;
    }
    const text = workspaceFile(
      { read, ...reading },
      {
        name: 'output_schema',
        path: given,
        most: SCHEMA_BYTES,
        accepted: A_SCHEMA,
        severalLines: [NO_JSON, A_SCHEMA],
        tooLarge: SMALLER_SCHEMA,
      },
    );
    // JSON has fewer kinds of white space than files have around it.
    return text?.trim() ?? null;
  }
  if (Buffer.byteLength(given) <= SCHEMA_BYTES) {
    return given;
  }
  read.problem('output_schema', `a schema larger than ${sizeText(SCHEMA_BYTES)}`, SMALLER_SCHEMA);
  return null;
}

/**
 * The resolved path of `logs_file` after checking that it is writable, or null for the default. In
 * the post step also null if it is no longer allowed.
 */
export function logsFile({ read, env, files, afterwards = false }: InputReading): string | null {
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
  /** What is accepted where the file is too large. Absent: `accepted`. */
  readonly tooLarge?: string;
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
  { read, env, files }: InputReading,
  { name, path, most = PROMPT_BYTES, accepted = TEXT_FILE, tooLarge, severalLines }: NamedFile,
  content: (real: string, refuse: (why: string) => null) => T | null,
): T | null {
  const refuse = (why: string, instead = accepted): null => {
    read.refusePart(name, path, { accepted: instead, why: `, ${why}` });
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
    if (files.realPath(real) !== null) {
      return refuse('which is a folder and not a file');
    }
    return refuse('but there is no such file; is the checkout step before this one?');
  }
  try {
    if (files.head(real, 0).size > most) {
      return refuse(`which is larger than ${sizeText(most)}`, tooLarge);
    }
    return content(real, refuse);
  } catch {
    return refuse('which cannot be read');
  }
}

const UTF_16_LE = 'UTF-16 (little endian)';
const UTF_16_BE = 'UTF-16 (big endian)';

/** Byte order marks. That of UTF-16 may be the beginning of one of UTF-32. */
const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], UTF_16_LE],
  [[0xfe, 0xff], UTF_16_BE],
];

/** What is said of bytes that are no UTF-8 text; null: they are. */
function otherEncoding(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.[1] ?? unmarkedUtf16(bytes);
  if (encoding !== null) {
    return `which is ${encoding} and not UTF-8; save it as UTF-8`;
  }
  if (bytes.includes(0)) {
    return 'which contains a zero byte, as no text does';
  }
  return isUtf8(bytes) ? null : 'which is not UTF-8';
}

/**
 * UTF-16 without a mark may pass as UTF-8: each letter of English is a byte of text and a zero
 * byte. Null where a few zero bytes have got into a text.
 */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (!bytes.includes(0)) {
    return null;
  }
  const [even, odd] = [everySecond(bytes, 0), everySecond(bytes, 1)];
  const isOther = !isUtf8(bytes);
  const areHigh = (side: ByteTally, other: ByteTally): boolean =>
    // The high byte of most characters is zero. A low byte may be: `一` is 0x4e00.
    side.zeros > ONE_SIDED * other.zeros && (isOther || side.small * 2 >= side.all);
  if (areHigh(odd, even)) {
    return UTF_16_LE;
  }
  return areHigh(even, odd) ? UTF_16_BE : null;
}

/** How many times more zero bytes lie on one side of the pairs of bytes in UTF-16. */
const ONE_SIDED = 4;

interface ByteTally {
  readonly all: number;
  readonly zeros: number;
  /** Below 0x20: no letters in UTF-8, and the high bytes of alphabets in UTF-16. */
  readonly small: number;
}

function everySecond(bytes: Uint8Array, first: 0 | 1): ByteTally {
  const side = bytes.filter((_, at) => at % 2 === first);
  const zeros = side.filter((byte) => byte === 0).length;
  const small = side.filter((byte) => byte < 0x20).length;
  return { all: side.length, zeros, small };
}

/** The text of a file in the workspace. Returns null and reports a problem if it cannot be read. */
export function workspaceFile(reading: InputReading, file: NamedFile): string | null {
  return readInput(reading, file, (real, refuse) => {
    const bytes = reading.files.readBytes(real, file.most ?? PROMPT_BYTES);
    const other = otherEncoding(bytes);
    if (other !== null) {
      return refuse(other);
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

/** Contract 1.1, as the next one. */
const IMAGE_FILES_MAX = 10;
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
/** Enough bytes for every file signature. */
const HEAD_BYTES = 12;

/** How many files are accepted. Null: the service takes none at all. */
function imageLimit(
  read: InputReader,
): { readonly most: number; readonly accepted: string } | null {
  const service = chosenService(read);
  const most = service?.facts.can.images ?? IMAGE_FILES_MAX;
  if (most === 0) {
    return null;
  }
  const where = most < IMAGE_FILES_MAX ? ` with ${String(service?.label)}` : '';
  const accepted =
    `at most ${most} PNG, JPEG, GIF or WebP files in the workspace, ` +
    `of at most 5 MB each${where}`;
  return { most, accepted };
}

/**
 * Checks each named file. The content is read when it is sent. None in the post step, which sends
 * nothing.
 */
export function images(reading: InputReading): readonly Image[] {
  const { read, files, afterwards = false } = reading;
  const limit = imageLimit(read);
  if (afterwards || limit === null) {
    return [];
  }
  const { most, accepted } = limit;
  const found = new Map<string, Image>();
  for (const pattern of read.list('images')) {
    const paths = pathsOf(pattern, reading);
    if (paths.length === 0) {
      read.refusePart('images', pattern, { accepted, why: ', which matches no file' });
    }
    // One more than allowed is enough to detect the excess.
    for (const path of paths.slice(0, most + 1)) {
      const file = { name: 'images', path, most: IMAGE_BYTES_MAX, accepted };
      const image = readInput<Image>(reading, file, (real, refuse) => {
        const mimeType = imageTypeOf(files.head(real, HEAD_BYTES).bytes);
        if (mimeType === null) {
          return refuse('which is no PNG, JPEG, GIF or WebP image');
        }
        return { path: real, mimeType };
      });
      if (image !== null) {
        found.set(image.path, image);
      }
    }
  }
  if (found.size > most) {
    read.problem('images', `more than ${most} files`, accepted);
  }
  return [...found.values()];
}

/**
 * Expands a glob pattern. The name of a file that exists is not a pattern, whatever characters are
 * in it.
 */
function pathsOf(pattern: string, { env, files }: InputReading): readonly string[] {
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
    const bytes = files.readBytes(path, IMAGE_BYTES_MAX);
    if (imageTypeOf(bytes) !== mimeType) {
      throw new Error(`The image ${path} changed while this step was running`);
    }
    return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  });
}
