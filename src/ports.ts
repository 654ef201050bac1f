/**
 * The ports: every way out of the program. `index.ts` builds the real ones, tests and the simulation hand in
 * their own. Nothing else in `src` may touch a timer, the environment, the network or the file system directly.
 */

/** Time. Deadlines and waits are measured on `now`, which never jumps; `wall` is only for people and HTTP dates. */
export interface Clock {
  /** Milliseconds on a monotonic clock with an arbitrary zero. */
  now(): number;
  /** Milliseconds since the Unix epoch; may jump. */
  wall(): number;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;

/** Read-only view of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface AnnotationProperties {
  readonly title?: string;
}

/**
 * The runner. The texts handed to `line` and the annotations must already have gone through the sanitiser of
 * their sink (`report/sanitize`); the host adds nothing but the runner's own syntax.
 */
export interface Host {
  /** The input as given, trimmed; empty when absent. */
  input(name: string): string;
  /** Registers a secret with the runner's masking. */
  mask(value: string): void;
  /** Sets a step output. May be called again; the last value counts. */
  output(name: string, value: string): void;
  /** Saves a value for the post step. */
  saveState(name: string, value: string): void;
  /** A value saved by the main step; empty when absent. */
  state(name: string): string;
  /** One line of the job log. */
  line(text: string): void;
  /** A folded group in the job log, from here until `endGroup`. */
  startGroup(title: string): void;
  endGroup(): void;
  notice(message: string, properties?: AnnotationProperties): void;
  warning(message: string, properties?: AnnotationProperties): void;
  error(message: string, properties?: AnnotationProperties): void;
  debug(message: string): void;
  /** Whether the runner has debug logging on (`RUNNER_DEBUG=1`). */
  debugging(): boolean;
  /** Appends to the job summary of this step. */
  summary(markdown: string): Promise<void>;
  /** Marks the step as failed; the process goes on and exits by itself. */
  fail(): void;
}

/** Text, or so many bytes of a file. */
export type FilePart = string | { readonly path: string; readonly from: number; readonly to: number };

/** Text files, as far as the action needs them. Paths are absolute. Failures throw with a `code` as Node's do. */
export interface Files {
  /** The path with all links resolved; null when nothing is there. */
  realPath(path: string): string | null;
  /** Whether a link stands at this very path, wherever it leads. */
  isLink(path: string): boolean;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /**
   * A regular file of at most 64 MB, links not followed at its very place.
   * @throws TypeError when it is not valid UTF-8
   * @throws RangeError when it is larger
   */
  readText(path: string): string;
  /** The first bytes of a regular file, and how many it has in all. */
  head(path: string, length: number): { readonly bytes: Uint8Array; readonly size: number };
  /** @throws RangeError when the file is larger than `most` bytes */
  readBytes(path: string, most: number): Uint8Array;
  /** Absolute paths that match a glob below `folder`, in order of their names; those in `.git` folders left out. */
  matching(pattern: string, folder: string): readonly string[];
  makeDirectory(path: string): void;
  /** Puts a new file in the place of a regular one or of none; links are not followed. */
  write(path: string, text: string): void;
  /** Appends to a regular file, which is created if need be; links are not followed. */
  append(path: string, text: string): void;
  /** Removes a regular file; nothing happens when none is there. */
  remove(path: string): void;
  /** Gives a regular file another name, in the place of what has that name. */
  rename(from: string, to: string): void;
  /** How many bytes into the file each of its lines ends, line feed included. */
  lineEnds(path: string): Promise<readonly number[]>;
  /** Puts a new file, made of these parts of others, in the place of `path`, which may be one of them. */
  assemble(path: string, parts: Iterable<FilePart>): Promise<void>;
  /** The lines of a file one by one, without the line feeds that end them. */
  lines(path: string): AsyncIterable<string>;
}
