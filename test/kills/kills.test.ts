import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { openStory, type Story } from './story.ts';

/** `npm run kills` kills a thousand, on the engine that it is told. */
const kills = 8;

/** Changes the store behind everyone’s back. */
async function tamper({ running }: Story, statement: string) {
  const engine = await openSqlite(`${running.dataDir}/registry.sqlite`);
  await engine.write(async (db) => void (await sql.raw(statement).execute(db)));
  await engine.close();
}

it(`whichever process is killed (${kills} times), what was acknowledged is there, whole, and a drain cuts nothing`, async () => {
  await using story = await openStory('sqlite', 2);
  await story.kill(kills);
  await story.drain();
  await story.look();
  expect(story.told().faults).toEqual([]);

  // That it would have been seen: versions are lost behind everyone’s back.
  await tamper(
    story,
    `update versions set withdrawn_at = 1 where withdrawn_at is null
      and id not in (select latest_version_id from skills where latest_version_id is not null)`,
  );
  expect(await story.lookInLedger()).toContainEqual(
    expect.stringMatching(/^lost: version \S+ sha256:\w+ is "", not "published"$/),
  );
}, 600_000);
