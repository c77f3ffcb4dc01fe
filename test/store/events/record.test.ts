import { describe, expect, it } from 'vitest';
import { signatureNamespaces } from '../../../origin/contract/access.ts';
import { record } from '../../../origin/store/events/record.ts';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, follow, suspend } from '../../scene.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { moderate } from '../rows.ts';

const rows = ({ engine }: TestRegistry) => engine.db.selectFrom('events').selectAll().orderBy('id').execute();

/** What was recorded since, as `kind subject`, those that everyone may know of with a star. */
async function since(registry: TestRegistry, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await rows(registry)).length;
  await act();
  return (await rows(registry)).slice(before).map((row) => `${row.kind} ${row.subject}${row.public ? ' *' : ''}`);
}

describe.each(engineNames)('an event on %s', (name) => {
  it('says who did what and when, in words that need no other row', async () => {
    await using registry = await openRegistry(name);
    const signer = newSigner();
    await registry.as('anna');
    const { fingerprint } = await answerOf('bindAuthorKey', await bindKey(registry, 'anna', signer));
    registry.clock.now += 60;
    const files = [{ path: 'SKILL.md', text: skillMd('pdf') }];
    const publish = async (query: string, signed = {}) =>
      answerOf(
        'publishSkillVersion',
        await registry.send('POST', `/skills/anna/pdf/versions${query}`, 'anna', { files, ...signed }),
      );
    const { statement } = await publish('?dry_run=true');
    const { hash } = await publish('', { statement, signature: signer.sign(statement, signatureNamespaces.publish) });
    const { id } = await registry.engine.db.selectFrom('profiles').select('id').executeTakeFirstOrThrow();
    const version = await registry.engine.db.selectFrom('versions').selectAll().executeTakeFirstOrThrow();
    const all = await rows(registry);
    expect(all.map(({ kind }) => kind)).toEqual(['handle.claimed', 'key.bound', 'version.published']);
    const { data, ...row } = all.at(-1) ?? expect.fail();
    expect(row).toMatchObject({ subject: `anna:pdf@${hash}`, actor_id: id, public: 1, created_at: registry.clock.now });
    expect(JSON.parse(data)).toEqual({
      skill: version.skill_id,
      version: version.id,
      hash,
      owner: id,
      number: 1,
      label: 'v1',
      digest: version.bundle_digest,
      signer: fingerprint,
    });
  });

  it('is public where everyone sees what it is about, or saw it until then', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'anna:pdf');
    const change = (body: object) => () => registry.send('PATCH', '/skills/anna/pdf', 'anna', body);
    expect(await since(registry, change({ deprecated: true }))).toEqual(['skill.deprecated anna:pdf *']);
    expect(await since(registry, change({ visibility: 'private' }))).toEqual(['skill.made_private anna:pdf *']);
    expect(await since(registry, change({ deprecated: false }))).toEqual(['skill.undeprecated anna:pdf']);
    expect(await since(registry, () => moderate(registry, `anna:pdf@${hash}`, 'quarantine'))).toEqual([
      `moderation.quarantined anna:pdf@${hash}`,
    ]);
    expect(await since(registry, change({ visibility: 'public' }))).toEqual(['skill.made_public anna:pdf *']);
    expect(await since(registry, () => moderate(registry, 'anna:pdf', 'hide'))).toEqual([
      'moderation.hidden anna:pdf *',
    ]);
    expect(await since(registry, change({ deprecated: true }))).toEqual(['skill.deprecated anna:pdf']);
    expect(await since(registry, change({ visibility: 'private' }))).toEqual(['skill.made_private anna:pdf']);

    await addKit(registry, 'bob', 'tools', []);
    const kit = (method: string, body?: object) => () => registry.send(method, '/kits/bob/tools', 'bob', body);
    expect(await since(registry, kit('PATCH', { visibility: 'private' }))).toEqual(['kit.made_private bob/tools *']);
    expect(await since(registry, kit('PATCH', { visibility: 'public' }))).toEqual(['kit.made_public bob/tools *']);
    expect(await since(registry, kit('DELETE'))).toEqual(['kit.deleted bob/tools *']);
    const gives = () => registry.send('DELETE', '/handles/bob', 'bob');
    expect(await since(registry, gives)).toEqual(['handle.released bob *']);
    await registry.send('POST', '/handles', 'bob', { handle: 'bob' });
    expect(await since(registry, () => suspend(registry, 'bob', true))).toEqual(['moderation.suspended bob *']);
  });

  it('is private where nobody said that it is not', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
    expect(await since(registry, () => follow(registry, 'bob', 'anna'))).toEqual([
      'handle.claimed bob *',
      'profile.followed bob',
    ]);
    expect(await since(registry, () => registry.send('PUT', '/library/anna/pdf', 'bob', {}))).toEqual([
      'library.approved bob',
    ]);
  });

  it('is about something that is there', async () => {
    await using registry = await openRegistry(name);
    const about = { kind: 'profile.changed', profile: 1, fields: [] as string[] } as const;
    const recorded = registry.engine.write((db) => record(db, about, { by: null, now: 1 }));
    await expect(recorded).rejects.toThrow('profile.changed is about a profile that is not there.');
  });

  it('is not there where the write was taken back, or changed nothing', async () => {
    await using registry = await openRegistry(name);
    const files = [{ path: 'SKILL.md', text: skillMd('pdf') }];
    await registry.as('anna');
    const publish = (query = '') =>
      registry.send('POST', `/skills/anna/pdf/versions${query}`, 'anna', { category: 'other', files });
    expect(await since(registry, () => publish('?dry_run=true'))).toEqual([]);
    expect(await since(registry, () => publish())).toHaveLength(1);
    expect(await since(registry, () => publish())).toEqual([]);
    const same = { visibility: 'public', category: 'other', deprecated: false };
    expect(await since(registry, () => registry.send('PATCH', '/skills/anna/pdf', 'anna', same))).toEqual([]);
  });
});
