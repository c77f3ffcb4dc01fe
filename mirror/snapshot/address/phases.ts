/** In which order files are put in place; what goes, goes the other way. */
import { type Address, addressOf } from './address.ts';

/** What hangs on a version: found only through a record that names its hash. */
export const isContent = ({ values }: Address): boolean => 'hash' in values;
/** A list of the whole registry, which any publish alters. */
export const isList = ({ values }: Address): boolean => Object.keys(values).length === 0;
const isRecord = (address: Address): boolean => !(isContent(address) || isList(address));

export const inOrder = (addresses: readonly Address[]): Address[][] =>
  [isContent, isRecord, isList].map((phase) => addresses.filter(phase));

export type FilePhase = (path: string) => boolean;

/** The same of files; what is no resource of ours, such as a style sheet, goes with the records. */
export const filePhases: [FilePhase, FilePhase, FilePhase] = [
  (path) => isKnown(path, isContent),
  (path) => !isKnown(path, isContent) && !isKnown(path, isList),
  (path) => isKnown(path, isList),
];

function isKnown(path: string, is: typeof isContent): boolean {
  const address = addressOf(path);
  return address !== undefined && is(address);
}
