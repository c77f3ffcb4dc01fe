/** Versions beside what the signed log says of them: a mirror may be of others, and a hand may have been in its catalog. */
import { sql } from 'kysely';
import { entryHash, parseEntry } from '../../log/entry.ts';
import type { Db } from '../engine/engine.ts';
import { logHead } from '../log/read.ts';

interface Unproven {
  id: number;
  /** `author:slug` and its label. */
  name: string;
}

/** Versions that have no entry; and names of those that are otherwise than theirs says. Nothing where there is no log. */
export async function lookAtProofs(db: Db): Promise<{ unproven: Unproven[]; altered: string[] }> {
  const found = { unproven: [] as Unproven[], altered: [] as string[] };
  if (!(await logHead(db))) return found;
  for (let after = 0; ; ) {
    const rows = await versionsAfter(db, after);
    for (const { id, name, number, line, leaf, ...version } of rows) {
      after = id;
      if (number === null) found.unproven.push({ id, name });
      else if (line !== null && !(leaf?.equals(entryHash(line)) && isAsEntered(version, parseEntry(line))))
        found.altered.push(name);
    }
    if (rows.length < atOnce) return found;
  }
}

const atOnce = 500;

const versionsAfter = (db: Db, after: number) =>
  db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .leftJoin('author_keys', 'author_keys.id', 'versions.key_id')
    .leftJoin('log_entries', (join) =>
      join.on('log_entries.name', '=', sql<string>`handle || ':' || slug || '@' || versions.hash`),
    )
    .leftJoin('log_hashes', (join) =>
      join.onRef('log_hashes.number', '=', 'log_entries.number').on('log_hashes.level', '=', 0),
    )
    .select([
      'log_hashes.hash as leaf',
      'versions.id',
      'label',
      'bundle_digest',
      'versions.signature_status',
      'author_keys.fingerprint',
    ])
    .select(['log_entries.number', 'log_entries.line', sql<string>`handle || ':' || slug || ' ' || label`.as('name')])
    .where('withdrawn_at', 'is', null)
    .where('versions.scan_status', '<>', 'incomplete')
    .where('versions.id', '>', after)
    .orderBy('versions.id')
    .limit(atOnce)
    .execute();

type Version = Pick<
  Awaited<ReturnType<typeof versionsAfter>>[number],
  'label' | 'bundle_digest' | 'signature_status' | 'fingerprint'
>;

/** Whose key is not named here may still have signed it. */
function isAsEntered(
  { label, bundle_digest, signature_status, fingerprint }: Version,
  entry: Readonly<Record<string, string | number>>,
): boolean {
  const { signer } = entry;
  const isSigner =
    fingerprint === null ? signature_status !== 'verified' || signer !== undefined : signer === fingerprint;
  return isSigner && entry['label'] === label && entry['digest'] === bundle_digest;
}
