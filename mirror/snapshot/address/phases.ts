/** In which order files are put in place; what goes, goes the other way. */
import { type Address, addressOf } from './address.ts';

/** What hangs on a version: found only through a record that names its hash. */
export const isContent = ({ values }: Address): boolean => 'hash' in values;
/** A list of the whole registry, which any publish alters. */
export const isList = ({ values }: Address): boolean => Object.keys(values).length === 0;
const isRecord = (address: Address): boolean => !(isContent(address) || isList(address));

export const inOrder = (addresses: readonly Address[]): Address[][] =>
  [isContent, isRecord, isList].map((phase) => addresses.filter(phase));

/** The same of files, in order. */
export const filePhases = ['content', 'record', 'list'] as const;
export type FilePhase = (typeof filePhases)[number];

/** What is no resource of ours, such as a style sheet, goes with the records. */
export function phaseOf(path: string): FilePhase {
  const address = addressOf(path);
  if (address && isContent(address)) return 'content';
  return address && isList(address) ? 'list' : 'record';
}
