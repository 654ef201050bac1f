/** The IDs that services give, of runs and of what leads to one. */
import * as z from 'zod/mini';
import { bodyFailure, ServiceError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { orNull } from './fields.ts';

/**
 * IDs are opaque, but they stand as they are in request paths, the job log, comments and the marker
 * of a thread. So only characters are allowed that act in none of these (contract 6.4); no sheet
 * shows others. Anything else is not an ID.
 */
export const safeId = z.string().check(z.regex(/^[\w-]{1,200}$/));
export const safeIdOrNull = orNull(safeId);

/** A 2xx response about another run or session than the one that was asked about (contract 2.3). */
export class AboutAnother extends ServiceError {
  /**
   * Unlike `bodyError`, it never calls the answer a web page, whatever its content type: the body
   * was JSON with an id.
   *
   * @param noun what the service calls it, such as `session`
   */
  constructor(response: HttpResponse, noun: string, id: string) {
    super(
      `HTTP ${response.status}, but it is about another ${noun} (${id})`,
      bodyFailure(response),
    );
  }
}

interface AskedAbout {
  readonly id: string;
  /** What the service calls it, such as `session`. */
  readonly noun: string;
  readonly response: HttpResponse;
  /** One form of an id that the service writes in several. Absent: it has one alone. */
  readonly formOf?: (id: string) => string;
}

/**
 * What was read, which is about what was asked for. An answer without an id need not repeat it.
 *
 * @throws AboutAnother
 */
export function ofAsked<T extends { readonly id: string | null }>(
  read: T,
  { id, noun, response, formOf = (form) => form }: AskedAbout,
): T {
  if (read.id !== null && formOf(read.id) !== formOf(id)) {
    throw new AboutAnother(response, noun, read.id);
  }
  return read;
}
