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
  await using story = await openStory('sqlite');
  await story.kill(kills);
  await story.drain();
  await story.look();
  expect(story.told().faults).toEqual([]);

  // That it would have been seen.
  const [skill] = story.ledger.things('kit ada/tools ');
  expect(skill).toBeDefined();
  await tamper(story, 'delete from versions where id = (select min(id) from versions where withdrawn_at is null)');
  await tamper(story, "update kit_skills set note = 'Another one'");
  const found = await story.look();
  expect(found).toContainEqual(expect.stringMatching(/^lost: version \S+ sha256:\w+ is "", not "published"$/));
  expect(found).toContainEqual(expect.stringMatching(/^lost: kit \S+ \S+ is "Another one", not "Note \d+"$/));
});
