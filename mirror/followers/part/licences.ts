/** What versions say of their licence in their own text: where that decides what is held, a row has to say the same. */
import { sql } from 'kysely';
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { addressOf } from '../../snapshot/address/address.ts';
import { rowsIn } from '../../snapshot/catalog/dialect.ts';
import { checkedFile } from '../pack/checkedFile.ts';
import { BrokenPack } from '../pack/pack.ts';
import { isFile, type Packs } from '../pass/survey.ts';

/** Remembers it by the hash of the content, which stands for one text for ever. */
export async function noteLicences(db: Db, packs: Packs, tagBits: TagBits): Promise<void> {
  for await (const { items } of packs()) {
    const said: string[][] = [];
    for (const item of items.filter(isFile)) {
      const hash = addressOf(item.file)?.values['hash'];
      const licence = hash && (await checkedFile(item, tagBits))?.licence?.();
      if (hash && licence !== undefined) said.push([hash, licence]);
    }
    await sql`insert into snapshot_licences select value ->> 0, value ->> 1 from ${rowsIn(db, said)} where true
      on conflict (hash) do nothing`.execute(db);
  }
}

/** Errors: `BrokenPack` where a row says something else than the version that it is of. */
export async function refuseOtherLicences(db: Db): Promise<void> {
  const { rows } = await sql<{ hash: string; said: string; licence: string }>`
    select v.hash, v.license as said, l.licence from versions as v join snapshot_licences as l on l.hash = v.hash
    where v.license <> l.licence limit 1`.execute(db);
  for (const { hash, said, licence } of rows)
    throw new BrokenPack(`${hash} is said to be under "${said}", and says itself that it is under "${licence}".`);
}
