/** The input `images`: workspace files that are sent with the prompt (contract 1.1). */
import type { Files } from '../ports.ts';
import { createPathPolicy } from '../runner/path-policy.ts';
import type { InputReader } from './reader.ts';
import type { Reading } from './row.ts';

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

/** Checks each named file. The content is read when it is sent. None in the post step, which sends nothing. */
export function images({ read, env, files, afterwards = false }: Reading): readonly Image[] {
  if (afterwards) return [];
  const policy = createPathPolicy(env, files);
  const found = new Map<string, Image>();
  for (const pattern of read.list('images')) {
    const paths = pathsOf(pattern, { files, workspace: env['GITHUB_WORKSPACE'] ?? '' });
    if (paths.length === 0) read.problem('images', `"${pattern}", which matches no file`, ACCEPTED);
    // One more than allowed is enough to detect the excess.
    for (const path of paths.slice(0, MAX_FILES + 1)) {
      const checked = policy.forReading(path);
      if (!checked.ok) {
        read.problem('images', `"${path}", ${checked.why}`, ACCEPTED);
        continue;
      }
      const image = imageAt(checked.path, { shown: path, files, read });
      if (image !== null) found.set(image.path, image);
    }
  }
  if (found.size > MAX_FILES) read.problem('images', `more than ${MAX_FILES} files`, ACCEPTED);
  return [...found.values()];
}

/** Expands a glob pattern. If nothing matches, the pattern is taken as a file name, because file names may contain glob characters. */
function pathsOf(
  pattern: string,
  { files, workspace }: { readonly files: Files; readonly workspace: string },
): readonly string[] {
  if (!/[*?[{]/.test(pattern) || workspace === '') return [pattern];
  return files.matching(pattern, workspace).filter((path) => files.isFile(path));
}

function imageAt(
  path: string,
  at: { readonly shown: string; readonly files: Files; readonly read: InputReader },
): Image | null {
  const { shown, files, read } = at;
  const refuse = (why: string): null => {
    read.problem('images', `"${shown}", ${why}`, ACCEPTED);
    return null;
  };
  if (!files.isFile(path)) return refuse('but there is no such file; is the checkout step before this one?');
  try {
    const { bytes, size } = files.head(path, HEAD_BYTES);
    if (size > MAX_BYTES) return refuse('which is larger than 5 MB');
    const mimeType = imageTypeOf(bytes);
    return mimeType === null ? refuse('which is no PNG, JPEG, GIF or WebP image') : { path, mimeType };
  } catch {
    return refuse('which cannot be read');
  }
}

/** Detects the image type from the content. Returns null for other content. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : null;
}

/** The images as data URIs for the service. @throws Error if a file is no longer a valid image */
export function dataUrisOf(images: readonly Image[], files: Pick<Files, 'readBytes'>): readonly string[] {
  return images.map(({ path, mimeType }) => {
    const bytes = files.readBytes(path, MAX_BYTES);
    if (imageTypeOf(bytes) !== mimeType) throw new Error(`The image ${path} changed while this step was running`);
    return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  });
}
