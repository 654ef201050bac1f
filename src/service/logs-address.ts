/** Which of the two published addresses of the log the service uses (contract 2.3). Kept for a step. */

/** The address in the spec, or the one with `/alpha` in the published API. */
export type LogsAddress = 'spec' | 'alpha';

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
    if (!this.confirmed) this.next = address;
  }
}
