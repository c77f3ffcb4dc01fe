import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { answerOf, published } from '../../answers.ts';
import { type EngineName, engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam } from '../../scene.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { lift, moderate } from '../rows.ts';

const folder = join(import.meta.dirname, '../../../origin/store/schema/steps');

/** Takes away what the step made, and runs it again: as on a store from before. */
async function repeat({ write }: Engine, name: EngineName): Promise<void> {
  const statements = (await readFile(join(folder, name, '0016-events.sql'), 'utf8')).trim().split(/\n{2,}/);
  await write(async (db) => {
    for (const gone of ['table events', 'index changes_of']) await sql.raw(`drop ${gone}`).execute(db);
    if (name === 'postgres') await sql`drop function events_stays`.execute(db);
    // What has this name today shows what is settled of the table that the step knew.
    for (const statement of statements.filter((one) => !one.startsWith('--')))
      await sql
        .raw(name === 'postgres' ? statement.replace(' on changes(', ' on noted_changes(') : statement)
        .execute(db);
  });
}

/** A public life that leaves one of each kind behind, and things that nobody is to hear of. */
async function live(registry: TestRegistry): Promise<void> {
  const [first, second] = [newSigner(), newSigner()];
  await registry.as('anna');
  await addTeam(registry, 'crew', { anna: 'owner' });
  await answerOf('bindAuthorKey', await bindKey(registry, 'anna', first));
  await answerOf('bindAuthorKey', await bindKey(registry, 'anna', second, { previous: first }));
  await registry.send('DELETE', '/profiles/anna/key', 'anna');
  await published(registry, 'anna:pdf');
  const { hash } = await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'A "quoted" one.') });
  await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'The last.') });
  await registry.send('DELETE', `/skills/anna/pdf/versions/${hash}`, 'anna');
  await registry.send('PATCH', '/skills/anna/pdf', 'anna', { deprecated: true, deprecation_message: 'Say "no".' });
  await addKit(registry, 'anna', 'tools', ['anna:pdf']);
  await moderate(registry, 'anna', 'warn');
  await moderate(registry, 'anna:pdf', 'warn');

  await registry.publish('anna', 'veiled', { 'SKILL.md': skillMd('veiled') }, { visibility: 'private' });
  await addKit(registry, 'anna', 'drawer', [], 'private');
  await moderate(registry, 'anna:veiled', 'warn');
  await published(registry, 'gone:tool');
  await registry.send('DELETE', '/handles/gone', 'gone');
  await published(registry, 'mallory:tool');
  await moderate(registry, 'mallory:tool', 'hide');
  await lift(registry, 'mallory:tool');
}

const known = async ({ engine }: TestRegistry) => {
  const rows = await engine.db
    .selectFrom('events')
    .selectAll()
    .where('public', '=', 1)
    .where('lasting', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, subject, created_at, data }) => ({ kind, subject, created_at, said: JSON.parse(data) }));
};

describe.each(engineNames)('the log of events on %s', (name) => {
  it('of a store from before begins with what everyone sees of its past, marked as such', async () => {
    await using registry = await openRegistry(name);
    await live(registry);
    const recorded = await known(registry);
    await repeat(registry.engine, name);
    const backfilled = await known(registry);
    expect(backfilled.every(({ said }) => said.backfilled === true)).toBe(true);
    // What it replaced is not known of a key any more, nor what was shown before.
    const unknown = { replaces: '', sightChanged: false };
    const asKnown = (events: typeof recorded) =>
      events
        .map(({ said: { backfilled: _, ...said }, ...event }) => {
          const forgotten = Object.entries(unknown).filter(([field]) => field in said);
          return JSON.stringify({ ...event, said: sorted({ ...said, ...Object.fromEntries(forgotten) }) });
        })
        .sort();
    // Who gave up their handle is shown nowhere, nor is an action that was lifted.
    const isLeft = ({ kind, subject }: (typeof recorded)[number]) =>
      !subject.startsWith('gone') && !(subject === 'mallory:tool' && kind.startsWith('moderation'));
    expect(asKnown(backfilled)).toEqual(asKnown(recorded.filter(isLeft)));
    const kinds = new Set(backfilled.map(({ kind }) => kind));
    expect(kinds.size).toBe(8);
    expect(backfilled.map(({ created_at }) => created_at)).toEqual(
      backfilled.map(({ created_at }) => created_at).toSorted((a, b) => a - b),
    );
    expect(JSON.stringify(backfilled)).not.toContain('veiled');
    expect((await registry.engine.db.selectFrom('events').select('id').execute()).length).toBe(backfilled.length);
  });
});

const sorted = (object: object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

it('a catalog from before has no events', async () => {
  await using registry = await openRegistry('sqlite');
  await published(registry, 'anna:pdf');
  await registry.engine.write((db) => sql`create table snapshot_progress (seq integer)`.execute(db));
  await repeat(registry.engine, 'sqlite');
  expect(await known(registry)).toEqual([]);
});
