/** Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): what code scanning reads. */
import { version } from '../version.ts';
import { type LintFinding, type LintReport, levelOf } from './finding.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

/** By severity, from 0 to 10, as GitHub sorts security findings. */
const weights = { error: '9.5', critical: '9.5', high: '8.0', medium: '5.5', low: '3.0', info: '1.0' } as const;

/** One run of one tool. Every text is well-formed Unicode, every path a relative URI. */
export function sarifOf({ findings, rules, unread }: LintReport) {
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const descriptions = ids.map((id) => {
    const worst = findings.find(({ rule }) => rule === id) as LintFinding;
    const summary = rules.find((rule) => rule.id === id)?.summary ?? 'The registry refuses it.';
    return {
      id,
      shortDescription: { text: summary.toWellFormed() },
      defaultConfiguration: { level: levelOf(worst) },
      properties: { tags: ['security'], 'security-severity': weights[worst.severity] },
    };
  });
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: ids.indexOf(finding.rule),
    level: levelOf(finding),
    message: { text: finding.message.toWellFormed() || finding.rule },
    locations: [locationOf(finding)],
  }));
  const notifications = unread.map(({ path, why }) => ({
    level: 'warning',
    message: { text: why.toWellFormed() },
    locations: [locationOf({ path, line: 0 })],
  }));
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'skill-registry', semanticVersion: version, rules: descriptions } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

const locationOf = ({ path, line }: Pick<LintFinding, 'path' | 'line'>) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(path), uriBaseId: '%SRCROOT%' },
    ...(line > 0 && { region: { startLine: line } }),
  },
});

/** A first segment with a colon would be read as a scheme (RFC 3986, section 4.2): it is encoded, as all that is special. */
const uriOf = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');
