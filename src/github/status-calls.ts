/** Statuses of this repository's commits (contract 15). */
import { redactedValue, type Redact } from '../safe/redaction.ts';
import type { CommitStatus, GitHub } from './port.ts';
import type { Call } from './request.ts';

export function statusCalls(
  call: Call,
  {
    owner,
    repo,
    redact,
  }: { readonly owner: string; readonly repo: string; readonly redact: Redact },
): Pick<GitHub, 'createCommitStatus'> {
  return {
    async createCommitStatus(status, signal) {
      const { sha, state, context, description, targetUrl } = redactedValue(
        status,
        redact,
      ) as CommitStatus;
      const target = targetUrl === null ? {} : { target_url: targetUrl };
      await call(
        (kit, request) =>
          kit.rest.repos.createCommitStatus({
            owner,
            repo,
            sha,
            state,
            context,
            description,
            ...target,
            request,
          }),
        signal,
      );
    },
  };
}
