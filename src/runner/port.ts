/**
 * The ports of the runner: interfaces for all side effects but HTTP and GitHub. `index.ts` builds
 * the real ones; tests and the simulation provide their own. No other module in `src` may use
 * timers, the environment or the file system directly.
 */

/**
 * Time. Deadlines and waits are measured on `now`, which never jumps; `wall` is only for people and
 * HTTP dates.
 */
export interface Clock {
  /** Milliseconds on a monotonic clock with an arbitrary zero. */
  now(): number;
  /** Milliseconds since the Unix epoch; may jump. */
  wall(): number;
  /**
   * Resolves after `ms` milliseconds; rejects with `signal.reason` as soon as the signal aborts.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;

/**
 * Uploads a file, unarchived and under its own name, as an artifact of the workflow run. Resolves
 * to its ID. Rejects with the reason of `signal` on abort.
 */
export type UploadArtifact = (path: string, signal: AbortSignal) => Promise<number>;

/** Read-only view of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface AnnotationProperties {
  /** Begins with `Agent` or `Pull request` (contract 6.4). */
  readonly title: string;
}

/**
 * The runner. Texts for `line` and the annotations must already be sanitized for their destination
 * (`src/safe`). The host adds only the runner's own syntax.
 */
export interface Host {
  /** The raw input, trimmed. Empty if absent. */
  input(name: string): string;
  /** Registers a secret with the runner's masking. */
  mask(value: string): void;
  /** Sets a step output. May be called again; the last value is used. */
  output(name: string, value: string): void;
  /** Saves a value for the post step. */
  saveState(name: string, value: string): void;
  /** A value saved by the main step, or empty if absent. */
  state(name: string): string;
  /** One line of the job log. */
  line(text: string): void;
  /** Several lines of the job log in one write: much cheaper than as many calls of `line`. */
  block(lines: readonly string[]): void;
  /**
   * Resolves once the runner has read what was printed, does not read for seconds, or the signal
   * aborts. What waits to be read takes memory.
   */
  drained(signal: AbortSignal): Promise<void>;
  /** A folded group in the job log, from here until `endGroup`. */
  startGroup(title: string): void;
  endGroup(): void;
  notice(message: string, properties: AnnotationProperties): void;
  warning(message: string, properties: AnnotationProperties): void;
  error(message: string, properties: AnnotationProperties): void;
  debug(message: string): void;
  /** Whether the runner has debug logging on (`RUNNER_DEBUG=1`). */
  debugging(): boolean;
  /** Appends to the job summary of this step. */
  summary(markdown: string): void;
  /** Marks the step as failed. The process continues and exits normally. */
  fail(): void;
}

/** The first bytes of a file. */
export interface FileHead {
  readonly bytes: Uint8Array;
  /** The size of the whole file, in bytes. */
  readonly size: number;
}

/**
 * The file operations that the action needs. Paths are absolute, and for writing the folder has all
 * links resolved. Failures throw errors with a `code`, as in Node.
 */
export interface Files {
  /** The path with all links resolved, or null if it does not exist. */
  realPath(path: string): string | null;
  /** Whether the path itself is a link. */
  isLink(path: string): boolean;
  isFile(path: string): boolean;
  /**
   * Reads a regular file of at most 64 MB. Does not follow a link at the path itself. @throws
   * TypeError if it is not valid UTF-8 @throws RangeError if it is larger
   */
  readText(path: string): string;
  /** The first bytes of a regular file, and its size. */
  head(path: string, length: number): FileHead;
  /** @throws RangeError if the file is larger than `most` bytes */
  readBytes(path: string, most: number): Uint8Array;
  /**
   * Absolute paths that match a glob below `folder`, sorted by name, without those in `.git`
   * folders.
   */
  matching(pattern: string, folder: string): readonly string[];
  makeDirectory(path: string): void;
  /** Creates a file or replaces a regular one. Does not follow links. */
  write(path: string, text: string): void;
  /** Appends to a regular file and creates it if necessary. Does not follow links. */
  append(path: string, text: string): void;
  /** Removes a regular file if it exists. */
  remove(path: string): void;
  /** Yields the lines of a file, without their line feeds. */
  lines(path: string): AsyncIterable<string>;
}
