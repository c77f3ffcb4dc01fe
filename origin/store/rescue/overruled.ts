/**
 * What the signed log says is out of sight, and the catalog shows all the same: a hand took the action out of it, or a mirror
 * was killed before it had followed.
 */
import { target } from '../../contract/grammar/ids.ts';
import { entryHash, parseEntry } from '../../log/entry.ts';
import type { Db } from '../engine/engine.ts';
import { entriesFrom } from '../log/read.ts';
import { logSize } from '../log/rows.ts';

interface Shown {
  skill: number;
  author: string;
  hash: string;
}

type Fields = Readonly<Record<string, string | number>>;

/** Entries that are read at a time. */
const atOnce = 500;

/** Returns what the log says against a version; undefined where that is nothing. */
export async function readRulings(db: Db): Promise<(version: Shown) => string | undefined> {
  const withdrawn = new Set<string>();
  /** Actions that were not lifted, against what they are. */
  const inForce = new Map<string, Set<string>>();
  const size = await logSize(db);
  for (let first = 0; first < size; first += atOnce)
    for (const { skill_id, line, hash } of await entriesFrom(db, first, atOnce))
      if (line !== null && entryHash(line).equals(hash)) follow({ withdrawn, inForce }, skill_id, parseEntry(line));
  return ({ skill, author, hash }) => {
    const version = versionKey(skill, hash);
    if (withdrawn.has(version)) return 'it was withdrawn';
    for (const [what, key] of [
      ['it', version],
      ['its skill', skillKey(skill)],
      ['its author', author],
    ] as const) {
      const [action] = inForce.get(key) ?? [];
      if (action) return `${what} was ${action}, and not that this was lifted`;
    }
    return undefined;
  };
}

interface Found {
  withdrawn: Set<string>;
  inForce: Map<string, Set<string>>;
}

const takenFrom: Readonly<Record<string, string>> = {
  'moderation.quarantined': 'quarantined',
  'moderation.hidden': 'hidden',
  'moderation.suspended': 'suspended',
};

const endedBy: Readonly<Record<string, string>> = { quarantine: 'quarantined', hide: 'hidden', suspend: 'suspended' };

function follow({ withdrawn, inForce }: Found, skill: number | null, { type, subject, lifts, from }: Fields): void {
  if (type === 'handle.renamed') inForce.set(String(subject), inForce.get(String(from)) ?? new Set());
  // Its next holder is somebody else.
  if (type === 'handle.renamed') inForce.delete(String(from));
  if (type === 'handle.released' || type === 'handle.claimed') inForce.delete(String(subject));
  const against = target.parse(String(subject));
  if (!against) return;
  const key = keyOf(skill, against);
  if (type === 'version.withdrawn') withdrawn.add(key);
  if (type === 'version.published') withdrawn.delete(key);
  const taken = takenFrom[String(type)];
  if (taken) inForce.set(key, new Set([...(inForce.get(key) ?? []), taken]));
  if (type === 'moderation.lifted') inForce.get(key)?.delete(endedBy[String(lifts)] ?? '');
}

/** Skills by their numbers, which no change of a name touches. */
function keyOf(skill: number | null, against: NonNullable<ReturnType<typeof target.parse>>): string {
  if (against.kind === 'profile') return against.author;
  return against.kind === 'version' ? versionKey(skill, against.hash) : skillKey(skill);
}

const skillKey = (skill: number | null): string => `:${skill}`;
const versionKey = (skill: number | null, hash: string): string => `${skillKey(skill)}@${hash}`;
