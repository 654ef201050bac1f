/** What GitHub means by a refusal, and what is advised (contract 17.2): by its cause alone. */
import { describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/github/port.ts';
import { remedy } from '../../src/github/wait-out.ts';

const PERMISSION = 'The job needs `permissions: issues: write`.';

const adviceOn = (status: number | null, message: string): string =>
  remedy(new GitHubError({ status, message, retryAfterMs: null }), PERMISSION);

describe('the advice', () => {
  // GitHub's own words; the comments' limit: digitaldrywood/detent#1540, an address:
  // aquasecurity/trivy#10567, SAML: mapbox/github-release-tools#28.
  it.each([
    [
      403,
      'Resource not accessible by integration',
      /^The job needs `permissions: issues: write`\.$/,
    ],
    [403, 'Resource not accessible by personal access token', /personal access token.*lacks/],
    [403, 'Commenting is disabled on issues with more than 2500 comments', /as many comments/],
    [
      403,
      'Resource protected by organization SAML enforcement. You must grant your Personal Access ' +
        'token access to this organization.',
      /single sign-on/,
    ],
    [
      403,
      'Although you appear to have the correct authorization credentials, the `octo` organization ' +
        'has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      /certain addresses/,
    ],
    [403, 'Repository was archived so is read-only.', /archived/],
    [
      403,
      '`octo` forbids access via a personal access token (classic). Please use a GitHub App, ' +
        'OAuth App, or a personal access token with fine-grained permissions.',
      /no token of this kind/,
    ],
    [
      403,
      'Interactions on this repository have been restricted to collaborators only.',
      /limited for now/,
    ],
    [403, 'Unable to create comment because issue is locked.', /locked: unlock it/],
    [422, 'lock prevents review', /locked: unlock it/],
    [401, 'Bad credentials', /mistyped, expired or revoked/],
    [404, 'Not Found', /may not see it/],
    [410, 'Issues are disabled for this repo', /deleted, or is switched off/],
    [429, 'slow down', /rate limit/],
    [503, 'busy', /run the step again later/],
    [null, 'the connection was lost', /run the step again later/],
  ])('on %j %s', (status, message, advice) => {
    expect(adviceOn(status, message)).toMatch(advice);
    const isAboutPermission = message.includes('by integration');
    expect(adviceOn(status, message).includes('permissions:')).toBe(isAboutPermission);
  });

  it.each([403, 409, 422])('is none where the cause is unknown: %d', (status) => {
    expect(adviceOn(status, 'No')).toBe('');
  });

  it('is none on what is no refusal of GitHub', () => {
    expect(remedy(new Error('a bug'), PERMISSION)).toBe('');
  });
});
