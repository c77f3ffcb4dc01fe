import { expect, it } from 'vitest';
import { scanFigures } from '../../../origin/store/operators/figures.ts';
import { countDue } from '../../../origin/write/rescan.ts';
import { openEngine } from '../../engines.ts';
import { plansOf } from '../plans.ts';

it.each<[string, typeof countDue]>([
  ['a start', (engine) => countDue(engine)],
  ['the figures of operators', async ({ db }) => (await scanFigures(db, 0)).waiting],
])('%s looks only at reports that are due, by their indexes', async (_, work) => {
  const engine = await openEngine('sqlite');
  const steps = (await plansOf(engine, (db) => work({ ...engine, db }))).join('\n').split('\n');
  const ofReports = steps.filter((step) => /\bscans\b/.test(step));
  expect(ofReports.some((step) => /scans_by_corpus \(corpus_version<\?\)/.test(step))).toBe(true);
  expect(ofReports.some((step) => /scans_to_settle/.test(step))).toBe(true);
  const narrow = /scans_by_corpus \(corpus_version<\?\)|scans_to_settle|scans_by_time \(/;
  expect(ofReports.filter((step) => !narrow.test(step))).toEqual([]);
  await engine.close();
});
