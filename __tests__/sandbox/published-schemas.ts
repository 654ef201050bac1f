/** The published API's responses as strict JSON Schemas, written from its description. */
import { Ajv, type AnySchema } from 'ajv';

const nullable = (type: string): AnySchema => ({ type: [type, 'null'] });
const id = { type: 'integer', minimum: 1 };
const record = (
  required: readonly string[],
  properties: Readonly<Record<string, AnySchema>>,
): AnySchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
/** With or without a time zone, with a space or a `T`. */
const stamp = {
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?$',
};

const SOURCES = [
  ...[
    'LOCAL',
    'SLACK',
    'GITHUB',
    'GITHUB_CHECK_SUITE',
    'GITHUB_PR_REVIEW',
    'LINEAR',
    'API',
    'CHAT',
    'JIRA',
    'CLICKUP',
  ],
  ...['MONDAY', 'SETUP_COMMANDS'],
];

const runFields = {
  id,
  organization_id: id,
  status: nullable('string'),
  created_at: stamp,
  web_url: nullable('string'),
  result: nullable('string'),
  metadata: nullable('object'),
};

const pullRequest = record(['id', 'created_at'], {
  id,
  created_at: stamp,
  title: nullable('string'),
  url: nullable('string'),
  head_branch_name: nullable('string'),
});

const run = record(['id', 'organization_id'], {
  ...runFields,
  summary: nullable('string'),
  source_type: { enum: [...SOURCES, null] },
  github_pull_requests: { type: ['array', 'null'], items: pullRequest },
});

const freeForm = { type: ['object', 'string', 'null'] };
const entry = record(['agent_run_id', 'created_at', 'message_type'], {
  agent_run_id: id,
  created_at: stamp,
  message_type: { type: 'string' },
  thought: nullable('string'),
  tool_name: nullable('string'),
  tool_input: nullable('object'),
  tool_output: freeForm,
  observation: freeForm,
});

const paging = {
  total: { type: 'integer' },
  page: { type: 'integer' },
  size: { type: 'integer' },
  pages: { type: 'integer' },
};
const pageOf = (items: AnySchema): AnySchema =>
  record(['items', ...Object.keys(paging)], { items: { type: 'array', items }, ...paging });

const user = record(['id', 'github_user_id', 'github_username'], {
  id,
  email: nullable('string'),
  github_user_id: { type: 'string' },
  github_username: { type: 'string' },
  avatar_url: nullable('string'),
  full_name: nullable('string'),
  role: nullable('string'),
  is_admin: nullable('boolean'),
});

const repository = record(['id', 'name', 'full_name', 'github_id', 'organization_id'], {
  id,
  name: { type: 'string' },
  full_name: { type: 'string', pattern: '^[^/]+/[^/]+$' },
  description: nullable('string'),
  github_id: { type: 'string' },
  organization_id: id,
  visibility: nullable('string'),
  archived: nullable('boolean'),
  setup_status: { type: 'string' },
  language: nullable('string'),
});

const settings = record([], {
  enable_pr_creation: { type: 'boolean' },
  enable_rules_detection: { type: 'boolean' },
});
const integration = {
  type: 'object',
  required: ['integration_type', 'active'],
  properties: { integration_type: { type: 'string' }, active: { type: 'boolean' } },
};

const SCHEMAS = {
  run,
  runs: pageOf(run),
  logs: record(['id', 'organization_id', 'logs', 'total_logs', 'page', 'size', 'pages'], {
    ...runFields,
    logs: { type: 'array', items: entry },
    total_logs: { type: 'integer' },
    page: paging.page,
    size: paging.size,
    pages: paging.pages,
  }),
  user,
  users: pageOf(user),
  organizations: pageOf(
    record(['id', 'name', 'settings'], { id, name: { type: 'string' }, settings }),
  ),
  repositories: pageOf(repository),
  integrations: record(
    ['organization_id', 'organization_name', 'integrations', 'total_active_integrations'],
    {
      organization_id: id,
      organization_name: { type: 'string' },
      integrations: { type: 'array', items: integration },
      total_active_integrations: { type: 'integer' },
    },
  ),
  setup: record(['agent_run_id', 'status', 'url'], {
    agent_run_id: id,
    status: { type: 'string' },
    url: { type: 'string' },
  }),
  analysis: record(['agent_run_id', 'status', 'message'], {
    agent_run_id: id,
    status: { type: 'string' },
    message: { type: 'string' },
  }),
  message: record(['message'], { message: { type: 'string' } }),
  error: record(['message', 'status_code'], {
    message: { type: 'string' },
    status_code: { type: 'integer' },
  }),
  unknownPath: { const: { detail: 'Not Found' } },
  validation: record(['detail'], {
    detail: {
      type: 'array',
      minItems: 1,
      items: record(['loc', 'msg', 'type'], {
        loc: { type: 'array', items: { type: ['string', 'integer'] } },
        msg: { type: 'string' },
        type: { type: 'string' },
      }),
    },
  }),
} as const satisfies Readonly<Record<string, AnySchema>>;

export type SchemaName = keyof typeof SCHEMAS;

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/** The problems of a response, or empty if it is as published. */
export function problems(name: SchemaName, answer: unknown): readonly string[] {
  const validate = ajv.compile(SCHEMAS[name]);
  if (validate(answer)) {
    return [];
  }
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
  );
}
