import { describe, expect, it } from '@jest/globals';
import { tokenCause } from '../../src/run/token-advice.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { serviceRows } from '../support/service-rows.ts';

describe('what a refused token most likely is', () => {
  const LIKELY = serviceRows<readonly (readonly [token: string, likely: RegExp])[]>({
    'agent-run': [
      ['github_pat_1', /^The input `token` begins with `github_pat_`: it is a personal/],
      ['key_1', /mistyped, expired or revoked, or belongs to another service than/],
      ['apk_1', /mistyped, expired or revoked, or belongs to another service than/],
      ['abc', /mistyped, expired or revoked, or belongs to another service than/],
    ],
    cursor: [
      ['abc', /^The input `token` does not begin with `crsr_`, as keys of Cursor do/],
      ['key_1', /^Check the input `token`: it is mistyped, expired or revoked, or/],
    ],
    devin: [
      ['crsr_1', /^The input `token` begins with `crsr_`.*did you mean `service: cursor`\?$/],
      ['cog_1', /^Check the input `token`: it is mistyped, expired or revoked, or/],
      [
        'apk_1',
        /^The input `token` begins with `apk_`: it is a key of an older API of Devin, .*`cog_…`/,
      ],
    ],
    copilot: [
      ['ghs_1', /^The input `token` begins with `ghs_`: it is a token of GitHub .* job/],
      ['github_pat_1', /^Check the input `token`: it is mistyped, expired or revoked, or/],
      ['gho_1', /^Check the input `token`: it is mistyped, expired or revoked, or/],
    ],
    jules: [['cog_1', /^The input `token` begins with `cog_`.*did you mean `service: devin`\?$/]],
    openhands: [['ghs_1', /^The input `token` begins with `ghs_`: it is a token of GitHub .* job/]],
  });

  describe.each(LIKELY)('at %s', (service, rows) => {
    it.each(rows)('%s', (token, likely) => {
      expect(tokenCause(token, serviceNamed(service))).toMatch(likely);
    });
  });
});
