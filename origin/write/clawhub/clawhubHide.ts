import type { Writer } from '../writing.ts';
import { setVisibility } from './setVisibility.ts';

/** What its author called deleted, nobody else sees, and `undelete` brings back. */
export const clawhubHide: Writer<'clawhubHide'> = (writing, { slug }, { json }) =>
  setVisibility(writing, { slug, ...json }, 'private');
