/** Endpoint 4, the log, at whichever of its two published addresses answers (contract 2.3). */
import { NotOffered, ServiceError, transportFailure } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { TransportError } from '../../http/proof.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Requests } from '../../http/request.ts';
import { parsed } from '../../http/response.ts';
import { ofAsked } from '../kit/ids.ts';
import type { RunId } from '../port.ts';
import { isNotOffered } from './not-offered.ts';
import { parseLogsPage, type LogsPage } from './schema.ts';

/** The most items on a page: entries of a log (spec 4.5), and those of the published lists. */
export const PAGE_MAX = 100;

export interface LogsRequest {
  readonly runId: RunId;
  readonly skip: number;
  readonly limit: number;
}

/**
 * An answer with more entries than were asked for counts as one that is too large (contract 6.5).
 */
export class MoreThanAsked extends ServiceError {
  constructor({ limit }: Pick<LogsRequest, 'limit'>) {
    const failure = transportFailure(
      new TransportError('too_large', `the answer has more entries than the ${limit} asked for`),
    );
    super(failure.message, failure, { cause: failure });
  }
}

/** The address in the spec, or the one with `/alpha` in the published API. */
type LogsAddress = 'spec' | 'alpha';

/**
 * Which of the two published addresses of the log the service uses (contract 2.3). Kept for a step.
 */
export class KnownLogsAddress {
  /** To try first. */
  next: LogsAddress = 'spec';
  /** Whether it has responded successfully. */
  confirmed = false;

  confirm(address: LogsAddress): void {
    this.next = address;
    this.confirmed = true;
  }

  /** Has no effect once an address is confirmed, possibly for another client. */
  prefer(address: LogsAddress): void {
    if (!this.confirmed) {
      this.next = address;
    }
  }
}

interface LogsPlace {
  /** The path of all runs, as the spec has it. */
  readonly root: string;
  readonly address: KnownLogsAddress;
  /** Whether the run itself was read: a 404 of its log is then one of the address. */
  readonly isKnown: (runId: RunId) => boolean;
}

/** Reads a page of the log. Rejects with `NotOffered` and `MoreThanAsked` beside `ServiceError`. */
export function logsRead(
  requests: Requests,
  { root, address, isKnown }: LogsPlace,
): (page: LogsRequest, call: CallOptions) => Promise<LogsPage> {
  const pathAt = (at: LogsAddress, runId: RunId): string => {
    const path = `${root}/${runId}/logs`;
    return at === 'spec' ? path : path.replace('/v1/', '/v1/alpha/');
  };
  /** The page, or the error if the response has an error status. Rejects for all other failures. */
  const readAt = async (
    at: LogsAddress,
    page: LogsRequest,
    call: CallOptions,
  ): Promise<LogsPage | ServiceError> => {
    const answer = await responseAt(requests, { path: pathAt(at, page.runId), page }, call);
    if (answer instanceof ServiceError) {
      return answer;
    }
    const read = parsed(answer, {
      read: parseLogsPage,
      problem: 'its body has no list of log entries',
    });
    address.confirm(at);
    if (read.logs.length > page.limit) {
      throw new MoreThanAsked(page);
    }
    return ofAsked(read, { id: page.runId, noun: 'run', response: answer });
  };

  return async (page, call) => {
    const { next, confirmed } = address;
    const first = await readAt(next, page, call);
    if (!(first instanceof ServiceError)) {
      return first;
    }
    const mayBeElsewhere = isNotOffered(first) || (first.status === 404 && isKnown(page.runId));
    if (confirmed || !mayBeElsewhere) {
      throw first;
    }

    const other = next === 'spec' ? 'alpha' : 'spec';
    const second = await readAt(other, page, call);
    if (!(second instanceof ServiceError)) {
      return second;
    }
    if (isNotOffered(first) && isNotOffered(second)) {
      address.prefer('spec');
      throw new NotOffered(second, {
        advice: '',
        message:
          `HTTP ${String(second.status)} at ${pathAt('spec', page.runId)} ` +
          `and at ${pathAt('alpha', page.runId)}`,
      });
    }
    // Next time, start with the address that gave a more specific error than "not offered".
    if (!isNotOffered(second)) {
      address.prefer(other);
    }
    throw isNotOffered(second) ? first : second;
  };
}

/** The response, or the error if it has an error status. */
async function responseAt(
  requests: Requests,
  { path, page: { skip, limit } }: { readonly path: string; readonly page: LogsRequest },
  call: CallOptions,
): Promise<HttpResponse | ServiceError> {
  try {
    const query = `skip=${skip}&limit=${limit}`;
    return await requests.send({ method: 'GET', path: `${path}?${query}` }, call);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'status') {
      return error;
    }
    throw error;
  }
}
