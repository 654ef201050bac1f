/** What the input `expect` asks for (contract 1.1, 14, 19). Pure. */

/** Whether a value of `expect` needs a pull request. */
export function wantsPullRequest(expect: string): boolean {
  return expect === 'pull_request' || expect === 'checks';
}
