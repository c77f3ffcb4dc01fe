/** Something of everything that a registry holds, for a store that later programs have to go on with. */
import { sql } from 'kysely';
import { extending } from '../../../origin/store/log/extend.ts';
import { advisoryOf } from '../../advisories.ts';
import { testSigner } from '../../log/signer.ts';
import type { TestRegistry } from '../../registry.ts';
import { skillMd } from '../../registry.ts';
import { addKit, addTeam, follow, install, suspend } from '../../scene.ts';
import { describePerson, moderate, quarantine, verify } from '../rows.ts';

export async function tell(registry: TestRegistry): Promise<void> {
  const { clock, engine } = registry;
  const publish = async (author: string, slug: string, text: string, options = {}) => {
    clock.now += 60;
    const written = skillMd(slug, `About ${text}.`).replace('\n---\n\n', '\ntags: [example]\n---\n\n');
    const files = { 'SKILL.md': written, 'references/notes.md': text };
    const answer = await registry.publish(author, slug, files, options);
    if (!answer.ok) throw new Error(`${author}/${slug}: ${await answer.text()}`);
    return ((await answer.json()) as { hash: string }).hash;
  };
  /** As on the site, where that is asked for. */
  const send = async (method: string, path: string, handle: string, body?: unknown) => {
    clock.now += 60;
    const answer = await (registry.sendOnSite ?? registry.send)(method, path, handle, body);
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };

  for (const handle of ['ada', 'bob', 'carol', 'mallory', 'ghost']) await registry.as(handle);
  await describePerson(registry, 'ada', { display_name: 'Ada L', bio: "Writes the engine's notes." });
  await addTeam(registry, 'crew', { ada: 'owner', bob: 'member' });
  await addTeam(registry, 'lost', { ghost: 'owner' });

  await publish('ada', 'hello', 'greeting people');
  const hello = await publish('ada', 'hello', 'greeting everybody', { category: 'writing' });
  await publish('ada', 'secret', 'what nobody reads', { visibility: 'private' });
  const tool = await publish('bob', 'tool', 'hammers', { version_label: 'stable' });
  const harmful = await publish('bob', 'tool', 'hammers and nails');
  const lone = await publish('ada', 'lone', 'one hostile thing');
  const taken = await publish('bob', 'gone', 'what is taken back');
  await publish('bob', 'gone', 'what stays');
  await publish('bob', 'old-thing', 'what nobody should use');
  await publish('bob', 'hidden', 'what was hidden');
  await publish('mallory', 'evil', 'nothing good');
  await publish('ghost', 'orphan', 'somebody who left');
  await publish('carol', 'doubtful', 'something that looks odd');
  const unread = [
    await publish('carol', 'doubtful', 'something too long to read'),
    await publish('carol', 'endless', 'something without an end'),
  ];
  await verify(registry, 'ada:hello');
  await send('DELETE', `/skills/bob/gone/versions/${taken}`, 'bob');
  await send('PATCH', '/skills/bob/old-thing', 'bob', { deprecated: true, deprecation_message: 'Use tool.' });

  for (const person of ['bob', 'carol', 'mallory', 'ghost']) await install(registry, person, 'ada:hello');
  await install(registry, 'carol', 'bob:tool');
  await addKit(registry, 'ada', 'starter', ['ada:hello', `bob:tool@${tool}`]);
  await addKit(registry, 'bob', 'quiet', ['bob:tool'], 'private');
  await addKit(registry, 'mallory', 'bad', ['ada:hello']);
  await send('PUT', '/kits/ada/starter/subscription', 'bob');
  for (const [one, other] of ['bob ada', 'carol ada', 'mallory ada', 'ada bob'].map((pair) => pair.split(' ')))
    await follow(registry, one as string, other as string);

  // What comes after this waits to be entered.
  await extending(engine, testSigner())(registry.clock.now);
  await quarantine(registry, 'bob:tool', harmful);
  await quarantine(registry, 'ada:lone', lone);
  await moderate(registry, 'bob:hidden', 'hide');
  await moderate(registry, 'carol', 'warn');
  await send('POST', '/reports', 'carol', { target: 'bob:tool', reason: 'It bends nails.' });
  await suspend(registry, 'mallory', true);
  await send('DELETE', '/handles/ghost', 'ghost');
  await remainder(registry, hello);
  await engine.write(async (db) => {
    const { id } = await db.selectFrom('skills').select('id').where('slug', '=', 'doubtful').executeTakeFirstOrThrow();
    await db.updateTable('versions').set({ scan_status: 'flagged' }).where('skill_id', '=', id).execute();
    const { rows } = await sql`select * from skills where id = ${id}`.execute(db);
    if ('scan_status' in (rows[0] as object))
      await db.updateTable('skills').set({ scan_status: 'flagged' }).where('id', '=', id).execute();
    // Programs before step 17 showed what was not read whole.
    const isOf17 = (await db.introspection.getTables()).some(
      ({ name, columns }) => name === 'scans' && columns.some((column) => column.name === 'unread'),
    );
    if (isOf17) return;
    const known = await db.selectFrom('versions').select('id').where('hash', 'in', unread).execute();
    const ids = known.map((version) => version.id);
    await db.updateTable('versions').set({ scan_status: 'incomplete' }).where('id', 'in', ids).execute();
    await db.updateTable('scans').set({ status: 'incomplete' }).where('version_id', 'in', ids).execute();
    await db.updateTable('skills').set({ scan_status: 'incomplete' }).where('latest_version_id', 'in', ids).execute();
  });
}

/** A row or two of each table that nothing above leads to, with the columns that there are. */
async function remainder({ engine, clock: { now } }: TestRegistry, hello: string): Promise<void> {
  const tables = new Map<string, Set<string>>();
  for (const { name, columns } of await engine.db.introspection.getTables())
    tables.set(name, new Set(columns.map((column) => column.name)));
  const ids = await engine.db.selectFrom('handles').select(['handle', 'profile_id']).execute();
  const [ada, bob, carol, crew, ghost] = ['ada', 'bob', 'carol', 'crew', 'ghost'].map(
    (name) => ids.find(({ handle }) => handle === name)?.profile_id,
  );
  const version = engine.db.selectFrom('versions').select('id').where('hash', '=', hello);
  const { id: helloId } = await version.executeTakeFirstOrThrow();
  const soon = now + 600;
  const rows: [table: string, row: Record<string, unknown>][] = [
    ['author_keys', { profile_id: ada, public_key: 'ssh-ed25519 AAAA', fingerprint: 'SHA256:a', bound_at: now }],
    ['author_keys', { profile_id: bob, public_key: 'ssh-ed25519 BBBB', fingerprint: 'SHA256:b', bound_at: soon }],
    ['passkeys', { id: 'passkey', profile_id: ada, public_key: new Uint8Array([1, 2, 0, 255]), created_at: now }],
    ['identities', { issuer: 'https://id.test', subject: '7', profile_id: bob }],
    ['challenges', { id: 'challenge', purpose: 'sign-in', profile_id: bob, created_at: now, expires_at: soon }],
    [
      'uploads',
      {
        id: 'upload',
        profile_id: carol,
        path: 'unpublished.md',
        size: 3,
        hash: `sha256:${'b'.repeat(64)}`,
        expires_at: soon,
      },
    ],
    ['devices', { id: 70, profile_id: carol, name: 'laptop', created_at: now }],
    ['tokens', { class: 'device', hash: 'of-a-device', profile_id: carol, device_id: 70, created_at: now }],
    [
      'tokens',
      { class: 'session', hash: 'of-a-browser', profile_id: ada, created_at: now, in_browser: 1, proved_at: now },
    ],
    [
      'pairings',
      {
        id: 'pairing',
        user_code: 'ABCD',
        device_name: 'tablet',
        class: 'device',
        address: '192.0.2.1',
        created_at: now,
        expires_at: soon,
      },
    ],
    ['pairing_misses', { profile_id: carol, tried_at: now }],
    ['stars', { profile_id: bob, skill_id: 1, created_at: now }],
    ['notification_settings', { profile_id: bob, read_up_to: 1, chosen: '{"stars":true}' }],
    ['kit_subscriptions', { kit_id: 1, profile_id: bob, created_at: now }],
    [
      'moderation_actions',
      {
        target_kind: 'profile',
        target_id: bob,
        target: 'bob',
        action: 'warn',
        reason: 'Lifted.',
        created_by: ada,
        created_at: now,
        lifted_at: now,
      },
    ],
    ['reports', { reporter_id: carol, target: 'bob:tool', reason: 'It bends nails.', created_at: now }],
    ['appeals', { action_id: 1, profile_id: bob, message: 'It does not.', created_at: now }],
    ['audit_log', { actor_id: ada, action: 'warn', target: 'bob', created_at: now }],
    ['counters', { name: 'devices', value: 1 }],
    ['quota_uses', { subject: '192.0.2.1', day: 20717, quota: 'accounts', amount: 1 }],
    ['quota_grants', { profile_id: ada, quota: 'publishes', daily: 9 }],
    [
      'team_invitations',
      { team_id: crew, member_id: carol, role: 'member', invited_by: ada, created_at: now, expires_at: soon },
    ],
    ['handles', { handle: 'spent', skeleton: 'spent', profile_id: bob, claimed_at: 1, released_at: 2 }],
    [
      'advisories',
      {
        name: 'TEST-2026-0001',
        document: JSON.stringify(advisoryOf('nobody/none', { id: 'TEST-2026-0001' })),
        modified: '2026-01-01T00:00:00Z',
        matchers: '[]',
        due: 0,
      },
    ],
    ['advisory_keys', { advisory_id: 1, matched: 'skill:nobody/none' }],
    ['advisory_feeds', { url: 'https://advisories.example/list.json' }],
    [
      'verdicts',
      {
        version_id: helloId,
        scanner: 'example',
        scanner_version: '1.0.0',
        status: 'ok',
        findings: '[]',
        made_at: now,
      },
    ],
    ['downloads', { hour: Math.floor(now / 3600), skill_id: 1, total: 7 }],
    ['portraits', { profile_id: ada, bytes: new Uint8Array([137, 80, 78, 71]) }],
    ['counted_hours', { hour: Math.floor(now / 3600), key: 'of-an-hour' }],
    ['counted_clients', { hour: Math.floor(now / 3600), client: 70_001, skill_id: 1 }],
    ['counted_batches', { id: 'mirror 6f1c7c52-2f0e-4b6b-9c56-7f6a3f0d8a11', counted_at: now }],
    ['fingerprints', { version_id: helloId, skill_id: 1, method: 1, minima: '[]' }],
    ['fingerprint_bands', { band: 7, version_id: helloId }],
    // Of a public skill like another, and like the one that nobody reads.
    ['skill_likes', { skill_id: 3, other_id: 1, version_id: helloId, kind: 'related', place: 1 }],
    ['skill_likes', { skill_id: 3, other_id: 2, version_id: 3, kind: 'same', place: 0 }],
    // Of nothing that anything names.
    ['contents', { hash: `sha256:${'e'.repeat(64)}`, object: 'contents/ee/one.1-a', size: 3 }],
    ['dropped_objects', { object: 'contents/ee/two.1-b', dropped_at: now }],
    ['object_store', { registry: 'b1946ac92492d2347c6235b4d2611184' }],
    ['leases', { name: 'maintenance', token: 1, ends: '2026-01-01T00:00:00Z', holder: 'process 1 on here' }],
  ];
  await engine.write(async (db) => {
    for (const [table, row] of rows) {
      const columns = tables.get(table);
      if (!columns) continue;
      const { count } = (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db))
        .rows[0] ?? { count: 0 };
      if (count > 0 && ['kit_subscriptions', 'reports', 'counters'].includes(table)) continue;
      const known = Object.entries(row).filter(([column]) => columns.has(column));
      await sql`insert into ${sql.table(table)} (${sql.join(known.map(([column]) => sql.ref(column)))})
        values (${sql.join(known.map(([, value]) => value))})`.execute(db);
    }
    if (tables.get('author_keys')?.has('status'))
      await db
        .updateTable('author_keys')
        .set({ status: 'pending' })
        .where('profile_id', '=', bob as number)
        .execute();
    await db
      .updateTable('library')
      .set({ pinned: 1, auto_approve: 1 })
      .where('profile_id', '=', carol as number)
      .where('version_id', '=', helloId)
      .execute();
    await db
      .updateTable('profiles')
      .set({ is_operator: 1, mcp_enabled: 1 })
      .where('id', '=', ada as number)
      .execute();
    // Programs before there were handles to give up.
    const left = await db
      .selectFrom('profiles')
      .select('handle')
      .where('id', '=', ghost as number)
      .executeTakeFirstOrThrow();
    if (left.handle === null) return;
    await db
      .updateTable('profiles')
      .set({ handle: null })
      .where('id', '=', ghost as number)
      .execute();
    await db
      .updateTable('handles')
      .set({ released_at: now })
      .where('profile_id', '=', ghost as number)
      .execute();
  });
  const empty: string[] = [];
  for (const table of tables.keys()) {
    if (/_(tokens|folded)(_|$)|^backfills$/.test(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(engine.db);
    if (!rows.length) empty.push(table);
  }
  if (empty.length) throw new Error(`Nothing in ${empty.join(', ')}.`);
}
