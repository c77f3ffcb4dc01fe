import { describe, expect, it } from 'vitest';
import { signatureNamespaces } from '../../../origin/contract/access.ts';
import { checkLog } from '../../../origin/store/log/check.ts';
import { advise, advisoryOf } from '../../advisories.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { testSigner } from '../../log/signer.ts';
import { openMirroredData } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam, follow, install, newcomer, suspend } from '../../scene.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { lift, moderate, quarantine } from '../../store/rows.ts';
import { operator } from '../process.ts';
import { openKept, openRescued, rescue } from './rescued.ts';

const signer = testSigner();

/** What `act` made of a registry, out of its mirror. */
async function rescuedFrom(act: (registry: TestRegistry, step: () => Promise<unknown>) => Promise<unknown>) {
  await using registry = await openRegistry();
  await using mirrored = await openKept(registry, signer);
  await act(registry, () => mirrored.snapshot.step());
  await mirrored.snapshot.step();
  const rescued = await rescue(mirrored);
  expect(rescued.code, rescued.output).toBe(0);
  const restored = await openRescued(rescued, registry.clock.now + 60);
  return {
    ...{ registry: restored, output: rescued.output, place: rescued.place },
    get: async (path: string) => (await restored.get(path)).status,
    [Symbol.asyncDispose]: async () => {
      await restored[Symbol.asyncDispose]();
      await rescued[Symbol.asyncDispose]();
    },
  };
}

const version = (skill: string, text: string) =>
  ({ 'SKILL.md': skillMd(skill, `What ${text} does.`) }) satisfies Record<string, string>;

describe('a registry out of its mirror', () => {
  it('has nothing that was private, and nobody who can sign in until the operator lets them', async () => {
    await using restored = await rescuedFrom(async (registry) => {
      await published(registry, 'ada:pdf');
      await registry.publish('ada', 'secret', version('secret', 'it'), { visibility: 'private' });
      await addKit(registry, 'ada', 'drawer', ['ada:pdf'], 'private');
      await install(registry, 'bob', 'ada:pdf');
      await follow(registry, 'bob', 'ada');
    });
    const { registry, get, output, place } = restored;
    expect(await get('/skills/ada/pdf')).toBe(200);
    expect(output).toContain('operator -- user link <handle>');
    expect(await operator(place, 'user', 'link', 'ada')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/#code=/),
    });
    const [skills, kits, tokens, events, queue] = await Promise.all(
      (['skills', 'kits', 'tokens', 'events', 'log_queue'] as const).map((table) =>
        registry.engine.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(skills).toMatchObject([{ slug: 'pdf' }]);
    expect([kits, tokens, events, queue]).toEqual([[], [], [], []]);
  });

  it('goes on where the numbers of versions were, and gives no label of a withdrawn one again', async () => {
    await using restored = await rescuedFrom(async (registry, step) => {
      await published(registry, 'ada:pdf', version('pdf', 'one'));
      const second = await published(registry, 'ada:pdf', version('pdf', 'two'));
      const third = await published(registry, 'ada:pdf', version('pdf', 'three'), { version_label: 'final' });
      await step();
      for (const { hash } of [second, third]) await registry.send('DELETE', `/skills/ada/pdf/versions/${hash}`, 'ada');
    });
    const { registry } = restored;
    const again = await registry.publish('ada', 'pdf', version('pdf', 'four'), { version_label: 'final' });
    expect(await refused(again)).toMatch(/^409 /);
    expect(await published(registry, 'ada:pdf', version('pdf', 'four'))).toMatchObject({
      version: 4,
      version_label: 'v4',
    });
  });

  it('gives nobody the handle of another: of who is suspended, who gave theirs up, or has another by now', async () => {
    await using restored = await rescuedFrom(async (registry) => {
      for (const handle of ['mallory', 'grace', 'hopper', 'gone']) await published(registry, `${handle}:pdf`);
      await suspend(registry, 'mallory', true);
      await registry.send('POST', '/handles', 'hopper', { handle: 'admiral', release: 'hopper' });
      await registry.send('DELETE', '/handles/gone', 'gone');
    });
    const { registry, output } = restored;
    const somebody = await newcomer(registry);
    for (const handle of ['mallory', 'hopper', 'gone', 'g0ne'])
      expect(await refused(await somebody.send('POST', '/handles', { handle })), handle).toBe('409 handle_taken');
    expect(output).toContain('hopper');
    // Their own they may take back.
    expect((await registry.send('POST', '/handles', 'admiral', { handle: 'hopper', release: 'admiral' })).status).toBe(
      201,
    );
  });

  it('keeps hidden what was hidden, and what was quarantined without files, also once that is lifted', async () => {
    let hash = '';
    await using restored = await rescuedFrom(async (registry, step) => {
      ({ hash } = await published(registry, 'ada:pdf', version('pdf', 'old')));
      await published(registry, 'ada:pdf', version('pdf', 'new'));
      await published(registry, 'ada:shady');
      await step();
      await quarantine(registry, 'ada:pdf', hash);
      await moderate(registry, 'ada:shady', 'hide');
    });
    const { registry, get, output } = restored;
    expect(output).toContain('ada:pdf v1');
    expect(output).toContain('ada:shady');
    const bundle = () => registry.get(`/skills/ada/pdf/versions/${hash}/bundle`);
    const isGone = async () =>
      expect([await refused(await bundle()), await get('/skills/ada/shady')]).toEqual(['404 version_quarantined', 404]);
    await isGone();
    await lift(registry, `ada:pdf@${hash}`);
    await lift(registry, 'ada:shady');
    await isGone();
    // Its author can publish under both names again.
    expect(await published(registry, 'ada:shady')).toMatchObject({ version: 2 });
    // It is another version, of which the log says so.
    await using mirrored = await openMirroredData(registry, { signer });
    await mirrored.snapshot.step();
    const entries = await registry.engine.db
      .selectFrom('log_entries')
      .select('line')
      .where('line', 'like', '%ada:shady@%')
      .where('line', 'like', '%version.published%')
      .execute();
    expect(entries.map(({ line }) => JSON.parse(String(line)).label)).toEqual(['v1', 'v2']);
    await registry.send('DELETE', `/skills/ada/pdf/versions/${hash}`, 'ada');
    await published(registry, 'ada:pdf', version('pdf', 'old'));
    expect((await bundle()).status).toBe(200);
  });

  it('knows the keys of authors, and what is advised against', async () => {
    const key = newSigner();
    await using restored = await rescuedFrom(async (registry) => {
      await published(registry, 'ada:pdf');
      await bindKey(registry, 'ada', key);
      await advise(registry, advisoryOf('bob/worm'));
    });
    const { registry } = restored;
    const files = [{ path: 'SKILL.md', text: skillMd('pdf', 'What is new.') }];
    const publish = async (query: string, signed = {}) =>
      answerOf(
        'publishSkillVersion',
        await registry.send('POST', `/skills/ada/pdf/versions${query}`, 'ada', { files, ...signed }),
      );
    const { statement } = await publish('?dry_run=true');
    const signature = key.sign(statement, signatureNamespaces.publish);
    const signed = await publish('', { statement, signature });
    expect(signed).toMatchObject({ signatureStatus: 'verified' });
    expect(await registry.engine.db.selectFrom('author_keys').select('bound_at').execute()).toEqual([
      { bound_at: 1_790_000_000 },
    ]);
    expect(await published(registry, 'bob:worm')).toMatchObject({ scanStatus: 'quarantined' });
  });

  it('gives no skill the number of another that the log names', async () => {
    await using restored = await rescuedFrom(async (registry, step) => {
      await published(registry, 'ada:pdf');
      await published(registry, 'ada:shady');
      await suspend(registry, 'ada', true);
      await published(registry, 'bob:sums');
      await published(registry, 'eve:last');
      await step();
      await suspend(registry, 'eve', true);
    });
    const { registry } = restored;
    await using mirrored = await openMirroredData(registry, { signer });
    await published(registry, 'bob:fresh');
    await mirrored.snapshot.step();
    const named = registry.engine.db.selectFrom('log_entries').select(['skill_id', 'line']);
    const before = await named.where('name', 'like', 'eve:%').execute();
    await registry.send('PATCH', '/skills/bob/fresh', 'bob', { visibility: 'private' });
    await mirrored.snapshot.step();
    expect(await named.where('name', 'like', 'eve:%').execute()).toEqual(before);
    expect(await checkLog(registry.engine.db)).toMatchObject({ faults: [], isAnother: false });
  });

  it('has teams with members, to which the operator gives an owner', async () => {
    await using restored = await rescuedFrom(async (registry) => {
      await addTeam(registry, 'crew', { ada: 'owner', bob: 'maintainer' });
      await published(registry, 'ada:pdf');
    });
    const { registry, place } = restored;
    const files = [{ path: 'SKILL.md', text: skillMd('tool') }];
    expect(await refused(await registry.send('POST', '/skills/crew/tool/versions', 'ada', { files }))).toMatch(/^403 /);
    expect((await operator(place, 'team', 'give', 'crew', 'ada')).output).toContain('Invited ada to own crew');
  });
});
