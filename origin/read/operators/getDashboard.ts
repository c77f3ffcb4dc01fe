import { newestActivity, openCases, scanFigures, signUpsByDay } from '../../store/operators/figures.ts';
import { questionAges } from '../../store/operators/queue.ts';
import { secondsOfDay } from '../../store/schema/indexing.ts';
import { publishesByDay } from '../../store/totals.ts';
import type { Loader } from '../reading.ts';

const daysShown = 30;

export const getDashboard: Loader<'getDashboard'> = async ({ view: { db, text }, storage, now }) => {
  const today = Math.floor(now() / secondsOfDay);
  const first = today - daysShown + 1;
  const publishes = await publishesByDay({ db, text, caller: undefined }, first);
  const signUps = await signUpsByDay(db, first);
  const day = (_: unknown, index: number) => ({
    day: (first + index) * secondsOfDay,
    publishes: publishes.get(first + index) ?? 0,
    sign_ups: signUps.get(first + index) ?? 0,
  });
  return {
    days: Array.from({ length: daysShown }, day),
    scans: await scanFigures(db, now() - secondsOfDay),
    questions: await questionAges(db),
    reports: await openCases(db, 'reports'),
    appeals: await openCases(db, 'appeals'),
    newest: await newestActivity(db),
    storage: (await storage?.()) ?? { database: null, contents: null, free: null },
  };
};
