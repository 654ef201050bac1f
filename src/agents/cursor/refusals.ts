/** What the service's refusals mean (sheet, section 2): 400 is not always a bad input. */
import { ServiceError, whatTheServiceSaid, type Judgement } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { isRecord, jsonOrNull } from '../../safe/json.ts';
import { refusalTable, type RefusalWords } from '../kit/refusals.ts';

const QUOTA: Judgement = {
  code: 'quota_exceeded',
  proof: 'permanent',
  advice:
    'Turn usage-based pricing on or raise the spending limit of the Cursor account, or choose a ' +
    'plan with cloud agents, and run the job again.',
};
const KEY: Judgement = { code: 'unauthorized' };
const RIGHTS: Judgement = {
  code: 'forbidden',
  advice: 'The owner of the API key may not use this part of the service, or its plan lacks it.',
};
const ACCESS: Judgement = {
  code: 'forbidden',
  advice:
    "Check that Cursor's GitHub app is installed with access to the repository, and that the " +
    'API key (some service accounts are limited to some repositories) may use it.',
};
const REPOSITORY: Judgement = {
  code: 'rejected',
  advice: 'Name a repository in the input `repo`.',
};
const MODEL: Judgement = {
  code: 'rejected',
  advice:
    'Check the input `model`. A model that needs parameters is given in `request_fields` ' +
    'instead, as {"model": {"id": "…", "params": [{"id": "…", "value": "…"}]}}.',
};
const BRANCH: Judgement = {
  code: 'rejected',
  advice:
    "Mostly this means that Cursor's GitHub app has no access to the repository, and at times " +
    'it passes by itself. Check the access, then the input `ref`: a branch may be needed, ' +
    'because not every commit is accepted.',
};
const FIELDS: Judgement = {
  code: 'rejected',
  advice:
    'The service refuses fields and models that it does not know: check `request_fields`, ' +
    '`model` and `ref`.',
};
const STORAGE: Judgement = {
  advice:
    'Cloud agents need storage, which the privacy setting of the Cursor account switches off: ' +
    'change it there.',
};
const MISSING: Judgement = { code: 'not_found' };
const LIMITED: Judgement = { proof: 'unsent', throttled: true };
const PASSING: Judgement = { proof: 'ambiguous' };

/** What refusals mean (sheet, section 2): the code decides, then the status. */
export const judge = refusalTable(
  [
    { reason: 'usage_limit_exceeded', means: QUOTA },
    { reason: 'plan_required', means: QUOTA },
    { reason: 'unauthorized', means: KEY },
    { reason: 'api_key_not_found', means: KEY },
    { reason: 'role_forbidden', means: RIGHTS },
    { reason: 'feature_unavailable', means: RIGHTS },
    { reason: 'service_account_required', means: RIGHTS },
    { reason: 'integration_not_connected', means: ACCESS },
    { reason: 'repository_access', means: { ...ACCESS, mayConcernRepository: true } },
    { reason: 'repository_required', means: REPOSITORY },

    { reason: 'invalid_model', means: MODEL },
    { reason: 'invalid_branch_name', means: BRANCH },
    // The text that mostly means something else than it says.
    { reason: 'validation_error', said: /\bbranch\b/i, means: BRANCH },
    { reason: 'validation_error', means: FIELDS },
    { reason: 'agent_not_found', means: MISSING },
    { reason: 'run_not_found', means: MISSING },
    { reason: 'rate_limit_exceeded', means: LIMITED },
    { reason: 'upstream_error', means: PASSING },
    { reason: 'internal_error', means: PASSING },
    { status: 403, said: /\bstorage mode\b/i, means: STORAGE },
  ],
  refusedWords,
);

function refusedWords({ body, redact }: HttpResponse): RefusalWords {
  return { reason: codeIn(body), said: whatTheServiceSaid(body, redact) };
}

/** The code of an error body in any of its forms; empty without one. */
function codeIn(body: string): string {
  const value = jsonOrNull(body);
  if (!isRecord(value)) {
    return '';
  }
  const { error, code } = value;
  const inner = isRecord(error) ? error['code'] : error;
  for (const given of [inner, code]) {
    if (typeof given === 'string' && /^[a-z_]{1,60}$/.test(given)) {
      return given;
    }
  }
  return '';
}

/** The list of an agent's runs lags behind: each agent has one. */
export function noRun(agentId: string): ServiceError {
  const answer = { kind: 'body', proof: 'ambiguous', status: 200, said: '' } as const;
  return new ServiceError(`HTTP 200, but agent ${agentId} shows no run yet`, answer);
}
