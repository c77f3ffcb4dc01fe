import { describe, expect, it } from 'vitest';
import { checkRules, hasPrometheus } from './prometheus.ts';
import { rehearsals } from './rows.ts';
import { alertNames, scaledRules } from './rules.ts';

describe('the rules of the alerts', () => {
  it('are rehearsed, each of them: npm run oncall', () => {
    expect(new Set(rehearsals.map(({ alert }) => alert))).toEqual(new Set(alertNames()));
  });

  it('are rehearsed as they stand, in less time', () => {
    const rule = 'expr: a > 60 and rate(b[10m]) < 2e9 or predict_linear(c[6h], 86400) < 0\nfor: 5m\nfor: 0m';
    expect(scaledRules(rule)).toBe(
      'expr: a > 60 and rate(b[30000ms]) < 2e9 or predict_linear(c[30000ms], 120) < 0\nfor: 15000ms\nfor: 0ms',
    );
  });

  it.skipIf(!hasPrometheus)('are rules to Prometheus (no promtool here: skipped)', () => {
    expect(checkRules()).toMatch(/SUCCESS: \d+ rules found/);
  });
});
