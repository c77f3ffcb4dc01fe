import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { readSteps } from '../../../origin/store/schema/migrate.ts';
import { engineNames, newPlace } from '../../engines.ts';
import { addProfile, containing, withTokens } from '../profiles.ts';

describe.each(engineNames)('a database of the %s engine', (name) => {
  it('keeps everything while nobody has it open', async () => {
    const place = await newPlace(name);
    const first = await place.open();
    const id = await first.write((db) => addProfile(db, 'still here', 'with words'));
    await first.close();

    const second = await place.open();
    expect(await withTokens(second, second.db, 'words')).toEqual(['still here']);
    expect(await containing(second, second.db, 'ill here')).toEqual(['still here']);
    expect(await second.write((db) => addProfile(db, 'next'))).toBe(id + 1);
    await second.close();
    await place.remove();
  });

  it('takes the sign-in of a session from before as the last proof of its person', async () => {
    const place = await newPlace(name);
    const engine = await place.open();
    const proved = await engine.write(async (db) => {
      const profileId = await addProfile(db, 'ada');
      for (const inBrowser of [true, false]) await mintToken(db, { class: 'session', profileId, inBrowser }, 1000);
      for (const column of ['proved_at', 'ends_at'])
        await sql`alter table tokens drop column ${sql.ref(column)}`.execute(db);
      for (const statement of (await readSteps(name))[12]?.statements ?? []) await sql.raw(statement).execute(db);
      return db.selectFrom('tokens').select(['proved_at', 'ends_at']).orderBy('id').execute();
    });
    expect(proved).toEqual([
      { proved_at: 1000, ends_at: null },
      { proved_at: null, ends_at: null },
    ]);
    await engine.close();
    await place.remove();
  });
});
