/** Error answers of `copilot`: those of GitHub (sheet, section 2). */

interface FieldError {
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'unprocessable' | 'custom';
  readonly message?: string;
}

const DOCUMENTATION = 'https://docs.github.com/rest/agent-tasks/agent-tasks';

export class CopilotRefused extends Error {
  override readonly name = 'CopilotRefused';
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export function refusalBody(
  message: string,
  errors: readonly FieldError[] = [],
): Readonly<Record<string, unknown>> {
  const body = { message, documentation_url: DOCUMENTATION };
  return errors.length > 0 ? { ...body, errors } : body;
}
