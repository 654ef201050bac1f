/** Which file a tool works on, based on its input. Pure. Also used by the report's script. */

const FIELDS = ['path', 'file_path', 'filepath', 'filename', 'file', 'target_file'] as const;

/** The value of the first field that names a file, or null. */
export function filePath(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const fields = input as Readonly<Record<string, unknown>>;
  const found = FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
}
