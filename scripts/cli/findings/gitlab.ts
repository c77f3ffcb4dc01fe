/** Findings as GitLab’s code quality report: it shows each at its line of a merge request. */
import { createHash } from 'node:crypto';
import type { LintFinding, LintReport } from './finding.ts';

const severities = {
  error: 'blocker',
  critical: 'critical',
  high: 'critical',
  medium: 'major',
  low: 'minor',
  info: 'info',
} as const;

/** A finding is the same while its rule, file and words are, wherever it moves. */
export function codeQualityOf({ findings }: LintReport) {
  const seen = new Map<string, number>();
  return findings.map(({ rule, severity, message, path, line }: LintFinding) => {
    const same = JSON.stringify([rule, path, message]);
    const nth = seen.get(same) ?? 0;
    seen.set(same, nth + 1);
    return {
      description: message.toWellFormed() || rule,
      check_name: rule,
      fingerprint: createHash('sha256').update(`${same}${nth}`).digest('hex'),
      severity: severities[severity],
      location: { path: path.toWellFormed(), lines: { begin: Math.max(line, 1) } },
    };
  });
}
