/** A session of Devin that its service has suspended, as it is read. @param detail why */
export function suspendedSession(id: string, detail: string | undefined): object {
  return {
    session_id: `devin-${id}`,
    url: `https://app.devin.ai/sessions/${id}`,
    status: 'suspended',
    status_detail: detail,
    acus_consumed: 5,
    created_at: 1,
    updated_at: 2,
    tags: [],
    pull_requests: [],
    structured_output: null,
  };
}
