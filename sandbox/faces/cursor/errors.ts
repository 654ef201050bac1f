/** Error answers of `cursor` (sheet, section 2). */

export class CursorRefused extends Error {
  override readonly name = 'CursorRefused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function errorBody(code: string, message: string): unknown {
  return { error: { code, message } };
}
