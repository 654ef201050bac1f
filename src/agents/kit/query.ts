/** The query of an address. A parameter that is null is not sent. */
export function queryOf(fields: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) {
      query.set(name, value);
    }
  }
  return query.toString();
}
