import type { Writer } from '../writing.ts';
import { setVisibility } from './setVisibility.ts';

export const clawhubRestore: Writer<'clawhubRestore'> = (writing, { slug }, { json }) =>
  setVisibility(writing, { slug, ...json }, 'public');
