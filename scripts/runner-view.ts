/**
 * Shows a step's output as the runner does: commands are executed and hidden, secrets become `***`.
 */

interface LogViewOptions {
  readonly colour: boolean;
  readonly print: (line: string) => void;
}

const COLOURS: Readonly<Record<string, number>> = { error: 31, warning: 33, notice: 36 };
const LABELS: Readonly<Record<string, string>> = {
  error: 'Error',
  warning: 'Warning',
  notice: 'Notice',
};

/** Decodes the runner's escapes. */
function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

export function createLogView({ colour, print }: LogViewOptions): {
  readonly take: (line: string) => void;
} {
  const secrets: string[] = [];
  let stop: string | null = null;
  let indent = '';
  const show = (line: string): void =>
    print(indent + secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line));

  const obey = (name: string, value: string): void => {
    if (name === 'add-mask') {
      secrets.push(value);
    } else if (name === 'stop-commands') {
      stop = value;
    } else if (name === 'group') {
      show(`▾ ${value}`);
      indent = '  ';
    } else if (name === 'endgroup') {
      indent = '';
    } else if (Object.hasOwn(LABELS, name)) {
      const label = `${LABELS[name] ?? name}:`;
      show(`${colour ? `\u001b[${COLOURS[name] ?? 0}m${label}\u001b[0m` : label} ${value}`);
    }
  };

  return {
    take: (line) => {
      if (stop !== null) {
        if (line === `::${stop}::`) {
          stop = null;
        } else {
          show(line);
        }
        return;
      }
      const [, name, value] = /^::([a-z-]+)(?: [^:]*)?::(.*)$/.exec(line) ?? [];
      if (name === undefined) {
        show(line);
      } else {
        obey(name, unescaped(value ?? ''));
      }
    },
  };
}
