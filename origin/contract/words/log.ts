/** What an entry of a transparency log says, in one line of ours. Of what a log of others says, every value may be anything. */
import { shortHash } from '../grammar/grammar.ts';

export type LogFields = Readonly<Record<string, string | number>>;

type Value = string | number | undefined;

const sentences: Readonly<Record<string, (fields: LogFields) => string>> = {
  'version.published': ({ author, slug, label, hash, signer }) =>
    `published ${author}/${slug} ${label} (${shortHash(String(hash))}), ${signer ? `signed by ${signer}` : 'unsigned'}`,
  'version.withdrawn': ({ subject }) => `withdrawn: ${named(subject)}`,
  'skill.deprecated': ({ subject }) => `deprecated: ${named(subject)}`,
  'skill.undeprecated': ({ subject }) => `no longer deprecated: ${named(subject)}`,
  'moderation.quarantined': ({ subject }) => `quarantined: ${named(subject)}`,
  'moderation.hidden': ({ subject }) => `hidden: ${named(subject)}`,
  'moderation.suspended': ({ subject }) => `suspended: ${named(subject)}`,
  'moderation.warned': ({ subject }) => `warned about: ${named(subject)}`,
  'moderation.lifted': ({ subject, lifts }) => `no longer ${moderated(lifts)}: ${named(subject)}`,
  'key.bound': ({ fingerprint, replaces }) => `key bound: ${fingerprint}${replaces ? `, in place of ${replaces}` : ''}`,
  'key.revoked': ({ fingerprint }) => `key revoked: ${fingerprint}`,
  'handle.claimed': ({ subject }) => `handle claimed: ${named(subject)}`,
  'handle.renamed': ({ subject, from }) => `handle renamed: ${from} is ${named(subject)} now`,
  'handle.released': ({ subject }) => `handle released: ${named(subject)}`,
  redacted: ({ index, reason }) => `taken out of the log: what entry ${index} said (${reason})`,
};

/** Of a kind that a later registry may have, what it is about. */
export function logSentence(fields: LogFields): string {
  const { type = '', subject } = fields;
  const known = Object.hasOwn(sentences, type) ? sentences[type] : undefined;
  return known ? known(fields) : `${type || 'an entry without a type'}: ${named(subject)}`;
}

/** `ada/pdf@` and the first digits of a hash, of which nobody reads all. */
const named = (subject: Value): string =>
  String(subject ?? '')
    .replace(/@(sha256:[0-9a-f]{64})$/, (_, hash) => `@${shortHash(hash)}`)
    .replace(':', '/');

const words: Readonly<Record<string, string>> = {
  quarantine: 'quarantined',
  hide: 'hidden',
  suspend: 'suspended',
  warn: 'warned about',
};
const moderated = (action: Value): string => words[String(action)] ?? String(action);
