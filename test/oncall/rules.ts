/** Our alert rules as Prometheus has them in a rehearsal: the same, in less time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const rulesFile = join(import.meta.dirname, '../../scripts/oncall/alerts.yaml');

/**
 * What durations are divided by, in `[…]` and `for`; and those of hours, with the day ahead that a disk is judged by.
 * Everything else stands as it is, every threshold among it.
 */
const faster = { minutes: 20, hours: 720 } as const;

export const howScaled = `minutes ÷ ${faster.minutes}, hours and the day that DiskFills looks ahead ÷ ${faster.hours}; thresholds: as they are`;

interface Rule {
  alert: string;
  expr: string;
  for: string;
}

/** Expressions and waits of the file, whose lines stay otherwise as they are. */
export function scaledRules(text = readFileSync(rulesFile, 'utf8')): string {
  return text
    .replaceAll(/(?<=\[|\bfor: )(\d+)([mh])\b/g, (_, count: string, unit: 'm' | 'h') =>
      milliseconds(Number(count), unit),
    )
    .replaceAll(/\b86400\b/g, String(86_400 / faster.hours));
}

const milliseconds = (count: number, unit: 'm' | 'h'): string =>
  unit === 'm' ? `${(count * 60_000) / faster.minutes}ms` : `${(count * 3_600_000) / faster.hours}ms`;

/** The names of all alerts, in order. */
export const alertNames = (): string[] =>
  parse(readFileSync(rulesFile, 'utf8')).groups.flatMap(({ rules }: { rules: Rule[] }) =>
    rules.map(({ alert }) => alert),
  );
