/**
 * What the service's refusals mean (sheet, section 2). The code decides, then the status: 400 is
 * not always a bad input.
 */
import { bodyError, type Judge, type Judgement, type ServiceError } from '../../http/errors.ts';
import { statusProof } from '../../http/proof.ts';
import { isRecord } from '../../safe/json.ts';

const QUOTA: Judgement = {
  code: 'quota_exceeded',
  proof: 'permanent',
  advice:
    'Turn usage-based pricing on or raise the spending limit of the Cursor account, or choose a ' +
    'plan with cloud agents, and run the job again.',
};
const KEY: Judgement = {
  code: 'unauthorized',
  advice:
    'Check the input `token`: it must be an API key of a user or of a service account, ' +
    'without quotes around it. Keys of the Team Admin API are not accepted.',
};
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

const CODES: Readonly<Record<string, Judgement>> = {
  usage_limit_exceeded: QUOTA,
  plan_required: QUOTA,
  unauthorized: KEY,
  api_key_not_found: KEY,
  role_forbidden: RIGHTS,
  feature_unavailable: RIGHTS,
  service_account_required: RIGHTS,
  integration_not_connected: ACCESS,
  repository_access: { ...ACCESS, mayConcernRepository: true },
  repository_required: REPOSITORY,
  invalid_model: MODEL,
  invalid_branch_name: BRANCH,
  validation_error: FIELDS,
  agent_not_found: MISSING,
  run_not_found: MISSING,
  rate_limit_exceeded: LIMITED,
  upstream_error: PASSING,
  internal_error: PASSING,
};

/** The code of an error body in any of its forms; empty without one. */
function codeIn(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return '';
  }
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

export const judge: Judge = ({ status, body }) => {
  const reason = codeIn(body);
  const known = Object.hasOwn(CODES, reason) ? CODES[reason] : undefined;
  if (known === undefined && status === 403 && /\bstorage mode\b/i.test(body)) {
    return STORAGE;
  }
  if (known === undefined) {
    return reason === '' ? {} : { reason };
  }
  // The text that mostly means something else than it says (sheet, section 2).
  const isBranch = reason === 'validation_error' && /\bbranch\b/i.test(body);
  const judged = isBranch ? BRANCH : known;
  return { proof: statusProof(status), ...judged, reason };
};

/** The list of an agent's runs lags behind: each agent has one. */
export function noRun(agentId: string): ServiceError {
  const response = { status: 200, headers: {}, body: '' };
  return bodyError(response, `agent ${agentId} shows no run yet`);
}
