/** Error answers of `jules`, in Google's form (sheet, section 2). */

export type JulesStatus =
  | 'FAILED_PRECONDITION'
  | 'INTERNAL'
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE';

const CODES: Readonly<Record<JulesStatus, number>> = {
  FAILED_PRECONDITION: 400,
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

interface Violation {
  readonly field: string;
  readonly description: string;
}

export class JulesRefused extends Error {
  override readonly name = 'JulesRefused';
  readonly status: JulesStatus;
  readonly details: readonly unknown[];

  constructor(status: JulesStatus, message: string, details: readonly unknown[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }

  get code(): number {
    return CODES[this.status];
  }
}

/** 400 that names the fields which it is about. */
export function badFields(violations: readonly Violation[]): JulesRefused {
  const [first] = violations;
  const message = `Invalid value at '${first?.field ?? ''}': ${first?.description ?? ''}`;
  return new JulesRefused('INVALID_ARGUMENT', message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ]);
}

/** The key belongs to nobody: 400, not 401. */
export function invalidKey(): JulesRefused {
  const message = 'API key not valid. Please pass a valid API key.';
  return new JulesRefused('INVALID_ARGUMENT', message, [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
    },
  ]);
}

export function errorBody({ code, message, status, details }: JulesRefused): unknown {
  const error = { code, message, status };
  return { error: details.length > 0 ? { ...error, details } : error };
}
