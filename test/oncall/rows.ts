/** Every alert's rehearsal, in the order of the rules; some have more than one cause. */
import { loadRows } from './rows/load.ts';
import { mirrorRows } from './rows/mirror.ts';
import { processRows } from './rows/process.ts';
import { storeRows } from './rows/store.ts';
import { alertNames } from './rules.ts';

const names = alertNames();

export const rehearsals = [...processRows, ...storeRows, ...mirrorRows, ...loadRows].toSorted(
  (one, other) => names.indexOf(one.alert) - names.indexOf(other.alert),
);
