/** A host name that cannot be: a label is too long by one, so the resolver of the system says so without asking anybody. */
export const NO_SUCH_HOST = `${'no-such-host-'.repeat(5).slice(0, 64)}.invalid`;
