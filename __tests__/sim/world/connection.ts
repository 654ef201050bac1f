/** Inputs of every simulated step that do not depend on its service. */
export const CONNECTION = {
  token: 'tok-3f9a1c77d2e84b60',
  org_id: '42',
  base_url: 'https://agents.example.com/root',
} as const;

/** The same, for a step whose log, summary and report nobody looks at. */
export const QUIET = { ...CONNECTION, logs: 'none', summary: 'false', report: 'false' } as const;
