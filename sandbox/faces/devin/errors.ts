/** Error answers of `devin`: problem details (sheet, section 2). */
import type { Misfit } from '../shape.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};

export class DevinRefused extends Error {
  override readonly name = 'DevinRefused';
  readonly status: number;
  readonly misfits: readonly Misfit[];

  constructor(status: number, detail: string, misfits: readonly Misfit[] = []) {
    super(detail);
    this.status = status;
    this.misfits = misfits;
  }
}

export const PROBLEM_TYPE = { 'content-type': 'application/problem+json' };

export function problem(
  status: number,
  detail: string,
  misfits: readonly Misfit[] = [],
): Readonly<Record<string, unknown>> {
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    detail,
    ...(misfits.length > 0 && { errors: misfits.map(({ at, why }) => ({ loc: at, msg: why })) }),
  };
}

/** The form of earlier versions. */
export function earlierProblem(detail: string, misfits: readonly Misfit[]): unknown {
  const list = misfits.map(({ at, why }) => ({ loc: at, msg: why, type: 'value_error' }));
  return { detail: misfits.length > 0 ? list : detail };
}
