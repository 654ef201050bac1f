/**
 * The bodies that `jules` takes; any other field, and any other enum word, is refused (sheet,
 * section 3).
 */
import { boolean, object, oneOf, text, type Misfit } from '../shape.ts';

const createShape = object({
  prompt: text({ min: 1 }),
  'title?': text(),
  'sourceContext?': object({
    source: text({ pattern: /^sources\/[^/]+(?:\/[^/]+)*$/ }),
    githubRepoContext: object({ startingBranch: text({ min: 1 }) }),
    'workingBranch?': text({ min: 1 }),
    'environmentVariablesEnabled?': boolean,
  }),
  'requirePlanApproval?': boolean,
  'automationMode?': oneOf(['AUTO_CREATE_PR', 'AUTOMATION_MODE_UNSPECIFIED']),
});

const messageShape = object({ prompt: text({ min: 1 }) });
const emptyShape = object({});

type Body = Readonly<Record<string, unknown>>;

export const misfitsOf = {
  create: (body: Body): readonly Misfit[] => createShape(body, []),
  message: (body: Body): readonly Misfit[] => messageShape(body, []),
  empty: (body: Body): readonly Misfit[] => emptyShape(body, []),
};
