import { findAnything as find } from '../../store/operators/find.ts';
import type { Loader } from '../reading.ts';

export const findAnything: Loader<'findAnything'> = async ({ view: { db } }, { q }) =>
  q === '' ? { found: [], more: false } : find(db, q);
