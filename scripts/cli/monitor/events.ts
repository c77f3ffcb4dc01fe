/** What entries of a log say about a handle, for people. Nothing in an entry is trusted to be what a registry would write. */
import { type LogFields, logSentence } from '../../../origin/contract/words/log.ts';
import { minute, shortened } from '../terminal/table.ts';

export interface LogEvent {
  /** Which entry, from 0. */
  entry: number;
  fields: LogFields;
  /** Whether the key that it is about is on this machine; undefined where that can’t be told. */
  isKeyHere?: boolean;
}

/** A version is `ada:pdf@sha256:…`, a skill `ada:pdf`, a profile `ada`. */
export const concerns = ({ subject, from, author }: LogFields, handle: string): boolean =>
  [subject, from, author].some((name) => name === handle || String(name ?? '').startsWith(`${handle}:`));

/** The key that an entry is about. */
export const keyOf = ({ type, signer, fingerprint }: LogFields): string | undefined => {
  const key = type === 'version.published' ? signer : type === 'key.bound' ? fingerprint : undefined;
  return typeof key === 'string' && key !== '' ? key : undefined;
};

/** Time, entry and sentence. */
export function rowOf({ entry, fields }: LogEvent): string[] {
  const values = Object.entries(fields).map(([name, value]) => [name, shortened(String(value), 120)]);
  return [timeOf(fields['time']), `entry ${entry}`, logSentence(Object.fromEntries(values))];
}

/** A log may say any number; years are as far as people and ISO 8601 go. */
const timeOf = (time: LogFields[string] | undefined): string =>
  typeof time === 'number' && time >= 0 && time < 253_402_300_800 ? minute(time) : 'at no time';
