/**
 * A service may lack what the spec does not have (contract 2.1). Status and words of an answer show
 * that.
 */
import { NotOffered, ServiceError } from '../../http/errors.ts';
import { withoutPaths } from '../kit/refusals.ts';

/**
 * Whether the service does not seem to have the endpoint: 405, 501, or a 404 whose message names no
 * record.
 */
export function isNotOffered({ status, said }: Pick<ServiceError, 'said' | 'status'>): boolean {
  if (status !== 404) {
    return status === 405 || status === 501;
  }
  return !/\b(run|repo(sitory)?|sandbox|user|organi[sz]ation)\b/i.test(withoutPaths(said));
}

/** As `request`, but rejects with `NotOffered` where the service lacks the endpoint. */
export async function whereOffered<T>(request: Promise<T>, advice: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServiceError && isNotOffered(error)) {
      throw new NotOffered(error, { advice });
    }
    throw error;
  }
}
