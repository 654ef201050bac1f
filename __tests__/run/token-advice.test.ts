import { describe, expect, it } from '@jest/globals';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { tokenCause } from '../../src/run/token-advice.ts';
import { serviceNamed } from '../../src/inputs/service.ts';

describe('what a refused token most likely is', () => {
  it.each<[string, ServiceName, RegExp]>([
    [
      'crsr_1',
      'devin',
      /^The input `token` begins with `crsr_`.*did you mean `service: cursor`\?$/,
    ],
    ['cog_1', 'jules', /^The input `token` begins with `cog_`.*did you mean `service: devin`\?$/],
    ['ghs_1', 'openhands', /^The input `token` begins with `ghs_`: it is a token of GitHub .* job/],
    ['github_pat_1', 'agent-run', /^The input `token` begins with `github_pat_`: it is a personal/],
    ['abc', 'cursor', /^The input `token` does not begin with `crsr_`, as keys of Cursor do/],
    ['key_1', 'cursor', /^Check the input `token`: it is mistyped, expired or revoked, or/],
    ['key_1', 'agent-run', /mistyped, expired or revoked, or belongs to another service than/],
    ['cog_1', 'devin', /^Check the input `token`: it is mistyped, expired or revoked, or/],
    [
      'apk_1',
      'devin',
      /^The input `token` begins with `apk_`: it is a key of an older API of Devin, .*`cog_…`/,
    ],
    ['apk_1', 'agent-run', /mistyped, expired or revoked, or belongs to another service than/],
    ['abc', 'agent-run', /mistyped, expired or revoked, or belongs to another service than/],
    ['ghs_1', 'copilot', /^The input `token` begins with `ghs_`: it is a token of GitHub .* job/],
    ['github_pat_1', 'copilot', /^Check the input `token`: it is mistyped, expired or revoked, or/],
    ['gho_1', 'copilot', /^Check the input `token`: it is mistyped, expired or revoked, or/],
  ])('%s at %s', (token, service, likely) => {
    expect(tokenCause(token, serviceNamed(service))).toMatch(likely);
  });
});
