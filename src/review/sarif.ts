/**
 * Findings as SARIF 2.1.0, for code scanning (contract 17.5): as the standard and GitHub's page
 * "SARIF support for code scanning" want it. Pure.
 */
import { VERSION } from '../runner/host.ts';
import { SEVERITIES, type ReviewedFinding, type Severity } from '../report/step-view.ts';
import { encodedPath } from '../safe/url.ts';

/** An upload with more results is refused. */
const MOST_RESULTS = 25_000;

const DESCRIPTIONS: Readonly<Record<Severity, string>> = {
  error: 'The agent found something that breaks or endangers what the code is for.',
  warning: 'The agent found something that is likely to cause trouble.',
  note: 'The agent found something worth a look.',
};
const HELP =
  'An agent reviewed the pull request. Its findings are advice: ' +
  'read the review on the pull request, and fix what is right.';

const RULES = SEVERITIES.map((severity) => ({
  id: ruleOf(severity),
  name: `agent-review-${severity}`,
  shortDescription: { text: `A finding of the agent's review: ${severity}` },
  fullDescription: { text: DESCRIPTIONS[severity] },
  help: { text: HELP, markdown: HELP },
  defaultConfiguration: { level: severity },
  properties: {
    tags: ['review'],
    precision: 'medium',
    'problem.severity': severity === 'note' ? 'recommendation' : severity,
  },
}));

function ruleOf(severity: Severity): string {
  return `agent-review/${severity}`;
}

/** @param key `comment_key`: code scanning keeps the alerts of each reviewer apart */
export function sarifOf(findings: readonly ReviewedFinding[], key: string): string {
  const results = findings.flatMap((finding) => resultOf(finding) ?? []);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'agent-run-action', semanticVersion: VERSION, rules: RULES } },
        automationDetails: { id: `agent-review/${key}/` },
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: 'The root of the repository' } },
        },
        results: results.slice(0, MOST_RESULTS),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Null for a finding that names no file. */
function resultOf(finding: ReviewedFinding): object | null {
  const { fingerprint, path, severity, title, body } = finding;
  if (path === null) {
    return null;
  }
  // Half a surrogate pair, which no address can have, becomes the replacement character.
  const uri = encodedPath(path.toWellFormed());
  const region = regionOf(finding);
  const artifactLocation = { uri, uriBaseId: '%SRCROOT%' };
  return {
    ruleId: ruleOf(severity),
    ruleIndex: SEVERITIES.indexOf(severity),
    level: severity,
    message: { text: plainText(`${title}\n\n${body}`) },
    locations: [
      {
        physicalLocation: region === null ? { artifactLocation } : { artifactLocation, region },
      },
    ],
    // GitHub's upload adds `primaryLocationLineHash`, which it makes from the lines themselves.
    partialFingerprints: { 'agentRunFinding/v1': fingerprint },
  };
}

/**
 * In a plain text, `[text](target)` is an embedded link, so the brackets are kept apart (SARIF
 * 2.1.0, 3.11.6). Half a surrogate pair becomes the replacement character.
 */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('](', '] (').trim();
}

/** Whole lines of the head. Null for lines of the base or of an earlier head, or without a line. */
function regionOf({ isInHead, startLine, line }: ReviewedFinding): object | null {
  if (!isInHead || line === null) {
    return null;
  }
  return { startLine: startLine ?? line, startColumn: 1, endLine: line };
}
