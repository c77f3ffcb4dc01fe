/** What stands behind findings: every rule that can have made one, and how often it is right. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { newCapability } from './capabilities/newCapability.ts';
import type { ExplainedRule } from './detector.ts';
import { rules } from './detectors.ts';
import type { Finding } from './finding.ts';
import { measured } from './measured.data.ts';

type RuleBehind = NonNullable<z.output<typeof records.ScanReport>['rules']>[number];

/** Those of one version and the one of two. */
export const explainedRules: readonly ExplainedRule[] = [...rules, newCapability];

const byId = new Map(explainedRules.map((rule) => [rule.id, rule]));

/** The rules that found these, each once; one that is no more is left out. */
export function rulesBehind(findings: readonly Pick<Finding, 'detector'>[]): RuleBehind[] {
  return [...new Set(findings.map(({ detector }) => detector))].flatMap((id) => {
    const summary = byId.get(id)?.summary;
    const precision = measured[id];
    return summary ? [{ id, summary, ...(precision && { measured: precision }) }] : [];
  });
}
