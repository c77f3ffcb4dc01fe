/** What lint found, as the formats for other programs tell it. */
import type { severities } from '../../../origin/contract/subjects/scanned.ts';

export interface LintFinding {
  /** The rule's name, or the code that the registry would refuse with. */
  rule: string;
  /** `error`: it would be refused. */
  severity: (typeof severities)[number] | 'error';
  message: string;
  /** Below the folder where the command runs, with slashes; the skill's folder where no file is to blame. */
  path: string;
  /** From 1; 0 where no line is to blame. */
  line: number;
}

export interface LintReport {
  findings: readonly LintFinding[];
  rules: readonly { id: string; summary: string }[];
  /** Files that were not read, and why in words. */
  unread: readonly { path: string; why: string }[];
}

/** How a finding weighs where there are three weights. */
export function levelOf({ severity }: Pick<LintFinding, 'severity'>): 'error' | 'warning' | 'note' {
  if (severity === 'error' || severity === 'critical' || severity === 'high') return 'error';
  return severity === 'medium' ? 'warning' : 'note';
}
