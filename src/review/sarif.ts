/** Findings as SARIF 2.1.0, for code scanning (contract 17.5). Pure. */
import { VERSION } from '../runner/host.ts';
import { SEVERITIES } from './findings.ts';
import type { ReviewedFinding } from '../report/step-view.ts';

export function sarifOf(findings: readonly ReviewedFinding[]): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'agent-run-action',
            version: VERSION,
            rules: SEVERITIES.map((severity) => ({
              id: `agent-review/${severity}`,
              shortDescription: { text: `A finding of the agent's review: ${severity}` },
            })),
          },
        },
        results: findings.map(({ fingerprint, path, startLine, line, severity, title, body }) => ({
          ruleId: `agent-review/${severity}`,
          level: severity,
          // In a plain text, `[text](target)` is an embedded link, so the brackets are kept apart
          // (SARIF 2.1.0, 3.11.6).
          message: { text: `${title}\n\n${body}`.replaceAll('](', '] (').trim() },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: path.split('/').map(encodeURIComponent).join('/'),
                  uriBaseId: '%SRCROOT%',
                },
                region: { startLine, endLine: line },
              },
            },
          ],
          partialFingerprints: { primaryLocationLineHash: fingerprint },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
