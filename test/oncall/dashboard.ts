/** The dashboard as Prometheus answers it: what one panel shows now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scaledRules } from './rules.ts';
import type { Stage } from './stage.ts';

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const { panels } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scripts/oncall/dashboard.json'), 'utf8'),
) as { panels: Panel[] };

/** The series of a panel, those with the highest values first; it has to be there. */
export async function panelOf({ prometheus }: Stage, title: string) {
  const panel = panels.find((one) => one.title === title);
  if (!panel) throw new Error(`the dashboard has no panel “${title}”`);
  const series = await Promise.all(panel.targets.map(({ expr }) => prometheus.query(scaledRules(expr))));
  return series.flat().toSorted((a, b) => b.value - a.value);
}
