/** The runner in memory: provides inputs and records everything passed to it. */
import type { AnnotationProperties, Host } from '../../src/runner/port.ts';

export const TOKEN = 'tok-0123456789abcdef';

/** What every step needs. */
export const INPUTS: Readonly<Record<string, string>> = {
  token: TOKEN,
  github_token: 'ghs_0123456789abcdef',
  org_id: '1',
  base_url: 'https://agents.example.com',
  prompt: 'Fix it.',
};

interface Annotation {
  readonly level: 'notice' | 'warning' | 'error';
  readonly message: string;
  readonly title: string | undefined;
}

export class MemoryHost implements Host {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Record<string, string> = {};
  /** Names of outputs in the order they were set, repeats included. */
  readonly outputOrder: string[] = [];
  readonly saved: Record<string, string>;
  readonly masked: string[] = [];
  readonly lines: string[] = [];
  readonly annotations: Annotation[] = [];
  readonly debugged: string[] = [];
  readonly summaries: string[] = [];
  /** Everything that a person sees, in order. */
  readonly printed: string[] = [];
  /** Told each of these. */
  onPrint: (text: string) => void = () => undefined;
  debugOn = false;
  failed = false;

  constructor(
    inputs: Readonly<Record<string, string>> = {},
    saved: Readonly<Record<string, string>> = {},
  ) {
    this.inputs = inputs;
    this.saved = { ...saved };
  }

  /**
   * A bound function, because `redactingHost` spreads the host and calls its functions without
   * their object.
   */
  readonly input = (name: string): string => this.inputs[name] ?? '';
  readonly mask = (value: string): void => void this.masked.push(value);
  readonly output = (name: string, value: string): void => {
    this.outputs[name] = value;
    this.outputOrder.push(name);
  };
  readonly saveState = (name: string, value: string): void => {
    this.saved[name] = value;
  };
  readonly state = (name: string): string => this.saved[name] ?? '';
  readonly line = (text: string): void => {
    this.lines.push(text);
    this.#print(text);
  };
  readonly block = (lines: readonly string[]): void => lines.forEach(this.line);
  readonly drained = (): Promise<void> => Promise.resolve();
  readonly startGroup = (title: string): void => {
    this.lines.push(`[${title}`);
    this.#print(title);
  };
  readonly endGroup = (): void => void this.lines.push(']');
  readonly notice = (message: string, given?: AnnotationProperties): void =>
    this.#note('notice', message, given);
  readonly warning = (message: string, given?: AnnotationProperties): void =>
    this.#note('warning', message, given);
  readonly error = (message: string, given?: AnnotationProperties): void =>
    this.#note('error', message, given);
  readonly debug = (message: string): void => void this.debugged.push(message);
  readonly debugging = (): boolean => this.debugOn;
  readonly summary = (markdown: string): void => void this.summaries.push(markdown);
  readonly fail = (): void => {
    this.failed = true;
  };

  messages(level: Annotation['level']): string[] {
    return this.annotations.filter((given) => given.level === level).map(({ message }) => message);
  }

  /** Everything that left through this host, as one text. */
  everything(): string {
    return JSON.stringify([
      this.outputs,
      this.saved,
      this.lines,
      this.annotations,
      this.debugged,
      this.summaries,
    ]);
  }

  #print(text: string): void {
    this.printed.push(text);
    this.onPrint(text);
  }

  #note(level: Annotation['level'], message: string, properties?: AnnotationProperties): void {
    this.annotations.push({ level, message, title: properties?.title });
    this.#print(`${level}: ${message}`);
  }
}
