/**
 * What a part of a registry has to be asked for: a skill that is chosen only now has files that were told of when it was not.
 * Which those are follows from what there is, so nothing has to be remembered of what was left out.
 */
import { sql } from 'kysely';
import { isReadable } from '../../../origin/contract/subjects/scanned.ts';
import type { Selection } from '../../../origin/contract/subjects/selection.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { fileOf } from '../../snapshot/address/address.ts';
import { skillPages } from '../../snapshot/address/affected.ts';
import { idsIn } from '../../snapshot/catalog/dialect.ts';
import { goneName } from '../../snapshot/catalog/names.ts';
import type { Pack } from '../pack/pack.ts';
import { pathsOf, readFollowed } from '../state.ts';
import { idsOf } from './chosen.ts';

export interface Lacking {
  /** A pack of the pass. */
  add(pack: Pick<Pack, 'items'>): void;
  /** Skills that have to be asked for, each once. */
  find(db: Db): Promise<number[]>;
}

type ScanStatus = Parameters<typeof isReadable>[0];

interface Skill {
  owner: number;
  slug: string;
  hashes: string[];
}

export function openLacking(only: Selection): Lacking {
  const [skills, people] = [new Map<number, Skill>(), new Map<number, string>()];
  const [members, files, asked] = [new Set<number>(), new Set<string>(), new Set<number>()];
  return {
    add: ({ items }) => {
      for (const item of items) {
        if ('file' in item) files.add(item.file);
        if (!('tables' in item)) continue;
        const { tables } = item;
        for (const { id, handle } of tables['profiles'] ?? []) people.set(Number(id), String(handle));
        for (const { id, owner_id, slug } of tables['skills'] ?? [])
          skills.set(Number(id), { owner: Number(owner_id), slug: String(slug), hashes: [] });
        for (const { skill_id, hash, scan_status } of tables['versions'] ?? [])
          if (isReadable(scan_status as ScanStatus)) skills.get(Number(skill_id))?.hashes.push(String(hash));
        if (only.kit.length > 0 && tables['kits'])
          for (const { skill_id } of tables['kit_skills'] ?? []) members.add(Number(skill_id));
      }
    },
    find: async (db) => {
      const named = [...new Set([...skills.keys(), ...members])];
      const known = new Set(await idsOf(db, sql`select id from skills where id in ${idsIn(db, named)}`));
      const found = [...members].filter((id) => !(known.has(id) || skills.has(id)));
      for (const [id, skill] of skills) if (await isCut(db, skill)) found.push(id);
      const fresh = found.filter((id) => !asked.has(id));
      for (const id of fresh) asked.add(id);
      return fresh;
    },
  };

  /** Whether a file of a skill that is shown is neither there nor on its way. */
  async function isCut(db: Db, { owner, slug, hashes }: Skill): Promise<boolean> {
    const author = people.get(owner);
    if (author === undefined) return true;
    const archives = hashes.map((hash) => ({ id: 'versionArchive', values: { author, slug, hash } }) as const);
    const paths = (hashes.length > 0 ? [...skillPages({ author, slug }), ...archives] : [])
      .map(fileOf)
      .filter((path) => !files.has(path));
    return (await pathsOf(db, paths.map(goneName))).length < paths.length;
  }
}

/** The same of a first copy, as it stands. */
export async function lackingIn(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number; author: string; slug: string; hash: string; scan_status: ScanStatus }>`
    select s.id, p.handle as author, s.slug, v.hash, v.scan_status from versions as v
    join skills as s on s.id = v.skill_id join profiles as p on p.id = s.owner_id`.execute(db);
  const wanted = new Map(
    rows
      .filter(({ scan_status }) => isReadable(scan_status))
      .map(({ id, ...values }) => [fileOf({ id: 'versionArchive', values }), Number(id)] as const),
  );
  const { pass } = await readFollowed(db);
  for (const path of await pathsOf(db, [...wanted.keys()].map(goneName), pass)) wanted.delete(path);
  return [...new Set(wanted.values())];
}
