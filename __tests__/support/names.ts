/**
 * An invalid host name. One label is too long, so the system's resolver rejects it without a DNS
 * query.
 */
export const NO_SUCH_HOST = `${'no-such-host-'.repeat(5).slice(0, 64)}.invalid`;
