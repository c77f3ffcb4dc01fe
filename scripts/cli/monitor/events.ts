/** What entries of a log say about a handle, for people. Nothing in an entry is trusted to be what a registry would write. */
import { shortHash } from '../../../origin/contract/grammar.ts';
import { minute, shortened } from '../terminal/table.ts';

export type Fields = Readonly<Record<string, string | number>>;

export interface LogEvent {
  /** Which entry, from 0. */
  entry: number;
  fields: Fields;
  /** Whether the key that it is about is on this machine; undefined where that can’t be told. */
  isKeyHere?: boolean;
}

/** A version is `ada:pdf@sha256:…`, a skill `ada:pdf`, a profile `ada`. */
export const concerns = ({ subject, from, author }: Fields, handle: string): boolean =>
  [subject, from, author].some((name) => name === handle || String(name ?? '').startsWith(`${handle}:`));

/** The key that an entry is about. */
export const keyOf = ({ type, signer, fingerprint }: Fields): string | undefined => {
  const key = type === 'version.published' ? signer : type === 'key.bound' ? fingerprint : undefined;
  return typeof key === 'string' && key !== '' ? key : undefined;
};

const textOf = (value: string | number | undefined): string => shortened(String(value ?? ''), 120);

const sentences: Readonly<Record<string, (fields: Fields) => string>> = {
  'version.published': ({ author, slug, label, hash, signer }) =>
    `published ${textOf(author)}/${textOf(slug)} ${textOf(label)} (${shortHash(textOf(hash))}), ${signer ? `signed by ${textOf(signer)}` : 'unsigned'}`,
  'version.withdrawn': ({ subject }) => `withdrawn: ${named(subject)}`,
  'skill.deprecated': ({ subject }) => `deprecated: ${named(subject)}`,
  'skill.undeprecated': ({ subject }) => `no longer deprecated: ${named(subject)}`,
  'moderation.quarantined': ({ subject }) => `quarantined: ${named(subject)}`,
  'moderation.hidden': ({ subject }) => `hidden: ${named(subject)}`,
  'moderation.suspended': ({ subject }) => `suspended: ${named(subject)}`,
  'moderation.warned': ({ subject }) => `warned about: ${named(subject)}`,
  'moderation.lifted': ({ subject, lifts }) => `no longer ${moderated(lifts)}: ${named(subject)}`,
  'key.bound': ({ fingerprint, replaces }) =>
    `key bound: ${textOf(fingerprint)}${replaces ? `, in place of ${textOf(replaces)}` : ''}`,
  'key.revoked': ({ fingerprint }) => `key revoked: ${textOf(fingerprint)}`,
  'handle.claimed': ({ subject }) => `handle claimed: ${named(subject)}`,
  'handle.renamed': ({ subject, from }) => `handle renamed: ${textOf(from)} is ${named(subject)} now`,
  'handle.released': ({ subject }) => `handle released: ${named(subject)}`,
  redacted: ({ index, reason }) => `taken out of the log: what entry ${textOf(index)} said (${textOf(reason)})`,
};

/** What is named in a log, without the digits of a hash that nobody reads. */
const named = (subject: Fields[string] | undefined): string =>
  textOf(String(subject ?? '').replace(/@(sha256:[0-9a-f]{64})$/, (_, hash) => `@${shortHash(hash)}`)).replace(
    ':',
    '/',
  );

const words: Readonly<Record<string, string>> = {
  quarantine: 'quarantined',
  hide: 'hidden',
  suspend: 'suspended',
  warn: 'warned about',
};
const moderated = (action: Fields[string] | undefined): string => words[String(action)] ?? textOf(action);

/** Time, entry and sentence; of a kind that a later registry may have, what it is about. */
export function rowOf({ entry, fields }: LogEvent): string[] {
  const { type = '', subject, time } = fields;
  const known = Object.hasOwn(sentences, type) ? sentences[type] : undefined;
  const sentence = known ? known(fields) : `${textOf(type) || 'an entry without a type'}: ${named(subject)}`;
  return [timeOf(time), `entry ${entry}`, sentence];
}

/** A log may say any number; years are as far as people and ISO 8601 go. */
const timeOf = (time: Fields[string] | undefined): string =>
  typeof time === 'number' && time >= 0 && time < 253_402_300_800 ? minute(time) : 'at no time';
