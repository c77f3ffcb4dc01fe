/** What the transparency log tells of that no row of the catalog does: labels and handles that are taken, and when keys were bound. */
import { skeletonOf } from '../../contract/grammar/names.ts';
import { entryHash, parseEntry } from '../../log/entry.ts';
import type { Db } from '../engine/engine.ts';
import { entriesFrom } from '../log/read.ts';
import { logSize } from '../log/rows.ts';
import { claimedLike } from '../people/handles.ts';
import { createAccount, profileByHandle } from '../people/people.ts';
import { addTombstone } from './tombstones.ts';

type Fields = Record<string, string | number>;
type Entry = { skill: number | null; fields: Fields };

/** Entries that are read at a time. */
const atOnce = 500;

interface Told {
  /** Versions that were withdrawn. */
  withdrawn: number;
  /** Handles that nobody holds, and that nobody else is given. */
  resting: string[];
}

/** To be called once all rows are there. `now`: Unix seconds. */
export async function takeInLog(db: Db, now: number): Promise<Told> {
  await claimHandles(db);
  const size = await logSize(db);
  const handles = new Map<string, string | undefined>();
  let withdrawn = 0;
  for (let first = 0; first < size; first += atOnce) {
    const rows = await entriesFrom(db, first, atOnce);
    // What is not what was entered tells nothing: the log is looked at as a whole afterwards (../log/check.ts).
    const entries = rows.flatMap(({ skill_id: skill, line, hash }) =>
      line !== null && entryHash(line).equals(hash)
        ? [{ skill: skill === null ? null : Number(skill), fields: parseEntry(line) }]
        : [],
    );
    for (const { fields } of entries) {
      noteHandle(handles, fields);
      await noteKey(db, fields);
    }
    withdrawn += await noteVersions(db, entries);
  }
  return { withdrawn, resting: await restHandles(db, handles, now) };
}

/** Those that are held. */
async function claimHandles(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'handle', 'created_at'])
    .where('handle', 'is not', null)
    .execute();
  for (const { id, handle, created_at } of rows)
    await db
      .insertInto('handles')
      .values({ ...named(String(handle)), profile_id: id, claimed_at: created_at, released_at: null })
      .execute();
}

const named = (handle: string) => ({ handle, skeleton: skeletonOf(handle) });

/** `handles`: each that was ever claimed, with what its holder changed it for last. */
function noteHandle(handles: Map<string, string | undefined>, { type, subject, from }: Fields): void {
  const handle = String(subject);
  if (type === 'handle.claimed' || type === 'handle.released' || type === 'handle.renamed')
    handles.set(handle, undefined);
  if (type === 'handle.renamed') handles.set(String(from), handle);
}

async function noteKey(db: Db, { type, fingerprint, replaces, time }: Fields): Promise<void> {
  if (type !== 'key.bound' && type !== 'key.revoked') return;
  const key = db.updateTable('author_keys').where('fingerprint', '=', String(fingerprint));
  const at = Number(time);
  await (type === 'key.bound' ? key.set({ bound_at: at }) : key.set({ revoked_at: at })).execute();
  if (replaces)
    await db
      .updateTable('author_keys')
      .set({ revoked_at: at })
      .where('fingerprint', '=', String(replaces))
      .where('status', '<>', 'bound')
      .execute();
}

/** Labels that no version has any more were those of withdrawn ones. */
async function noteVersions(db: Db, entries: readonly Entry[]): Promise<number> {
  const published = entries.filter(({ skill, fields: { type } }) => type === 'version.published' && skill !== null);
  let withdrawn = 0;
  for (const { skill, fields } of published) {
    const rows = await labelled(db, Number(skill), String(fields['label']));
    if (rows.length === 0 || rows.some(({ label }) => label !== null)) continue;
    const [hash, digest, at] = [String(fields['hash']), String(fields['digest']), Number(fields['published'])];
    await addTombstone(db, { skill: Number(skill), hash, label: String(fields['label']), digest, at });
    withdrawn += 1;
  }
  return withdrawn;
}

/** The skill, if it is there, with its version of this label, if there is one. */
const labelled = (db: Db, skill: number, label: string) =>
  db
    .selectFrom('skills')
    .leftJoin('versions', (join) => join.onRef('versions.skill_id', '=', 'skills.id').on('versions.label', '=', label))
    .select('versions.label')
    .where('skills.id', '=', skill)
    .execute();

/** Who gave one up may take it back; where nobody knows who that is, it rests with an account that nobody has. */
async function restHandles(db: Db, handles: Map<string, string | undefined>, now: number): Promise<string[]> {
  const resting: string[] = [];
  for (const handle of handles.keys()) {
    if ((await claimedLike(db, handle)) !== undefined) continue;
    const holder = await holderOf(db, handles, handle);
    const profile_id = holder ?? (await createAccount(db, {}, now)).id;
    const row = { ...named(handle), profile_id, claimed_at: now, released_at: now };
    await db.insertInto('handles').values(row).execute();
    resting.push(handle);
  }
  return resting;
}

/** Who has it under another handle by now. */
async function holderOf(db: Db, handles: ReadonlyMap<string, string | undefined>, handle: string) {
  const seen = new Set<string>();
  for (let now: string | undefined = handle; now !== undefined && !seen.has(now); now = handles.get(now)) {
    seen.add(now);
    const holder = await profileByHandle(db, now);
    if (holder) return holder.id;
  }
  return undefined;
}
