import { describe, expect, it } from 'vitest';
import { type DailyLimits, defaultLimits, type Quota, withoutLimits } from '../../../origin/contract/quotas.ts';
import { grant } from '../../../origin/store/access/quotas.ts';
import { runMaintenance } from '../../../origin/write/maintenance.ts';
import { publishFolder } from '../../../scripts/operator/publishing/publishFolder.ts';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, roomy, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam, deskOf, install, newcomer } from '../../scene.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { everything } from '../../store/rows.ts';
import { tarGzOf } from './archives.ts';

const day = 24 * 60 * 60;
const nextDay = (now: number) => (Math.floor(now / day) + 1) * day;

describe.each(engineNames)('daily quotas on %s', (name) => {
  const opened = (limits: Partial<DailyLimits>) =>
    openRegistry(name, { settings: { quotas: { ...withoutLimits, ...limits } } });

  const usedBy = async (registry: TestRegistry, handle: string, quota: Quota) => {
    const { quotas } = await answerOf('getQuotas', await registry.get('/account/quotas', await registry.as(handle)));
    return quotas.find((row) => row.quota === quota)?.used;
  };
  const versionOf = (registry: TestRegistry, slug: string, text: string, options = {}) =>
    registry.publish('ada', slug, { 'SKILL.md': skillMd(slug, text) }, options);

  it('say what is exceeded, how much of it there is, and when it resets', async () => {
    await using registry = await opened({ versions: 2 });
    for (const text of ['One.', 'Two.']) expect((await versionOf(registry, 'sums', text)).status).toBe(201);
    const frees_at = nextDay(registry.clock.now);
    const refusal = await refusalOf(await versionOf(registry, 'sums', 'Three.'));
    expect(refusal).toMatchObject({
      statusCode: 403,
      code: 'quota_exceeded',
      quota: 'versions',
      limit: 2,
      used: 2,
      frees_at,
    });
    expect(refusal.message).toBe(
      `Daily quota of new versions: 2 of 2 used. The quota resets at ${new Date(frees_at * 1000).toISOString().slice(0, 10)} 00:00 UTC.`,
    );
    registry.clock.now = frees_at - 1;
    expect(await refused(await versionOf(registry, 'sums', 'Three.'))).toBe('403 quota_exceeded');
    registry.clock.now = frees_at;
    expect((await versionOf(registry, 'sums', 'Three.')).status).toBe(201);
  });

  it('count bytes as they are unpacked, and refuse what does not fit whole, though it is small as it is sent', async () => {
    await using registry = await opened({ bytes: 300_000 });
    const post = async (slug: string, body: Uint8Array) =>
      registry.app.request(`/api/v1/skills/ada/${slug}/versions`, {
        method: 'POST',
        headers: { ...(await registry.as('ada')), 'content-type': 'application/gzip' },
        body: body as Uint8Array<ArrayBuffer>,
      });
    const skill = skillMd('sums');
    const rest = 'x'.repeat(150_000);
    const packed = await tarGzOf({ 'SKILL.md': skill, 'a.txt': rest });
    expect(packed.length).toBeLessThan(5000);
    expect((await post('sums', packed)).status).toBe(201);
    const used = skill.length + rest.length;
    expect(await usedBy(registry, 'ada', 'bytes')).toBe(used);
    expect(await refusalOf(await post('more', packed))).toMatchObject({ quota: 'bytes', limit: 300_000, used });
    expect(await refused(await registry.get('/skills/ada/more'))).toBe('404 skill_not_found');
    expect((await post('sums', packed)).status).toBe(200);
  });

  it.each(['skills', 'versions', 'bytes'] as const)(
    'of %s that are used up refuse a new skill before its bundle is read, which would be refused too',
    async (quota) => {
      await using registry = await opened({ [quota]: 0 });
      const files = { 'SKILL.md': 'Without frontmatter.' };
      expect(await refusalOf(await registry.publish('ada', 'sums', files))).toMatchObject({
        code: 'quota_exceeded',
        quota,
      });
      await using open = await opened({ [quota]: 10_000 });
      expect(await refused(await open.publish('ada', 'sums', files))).toBe('422 frontmatter_invalid');
    },
  );

  it('say of what no day has room for that waiting does not help', async () => {
    await using registry = await opened({ bytes: 2 ** 20 });
    const { message } = await refusalOf(
      await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'a.txt': 'x'.repeat(2 ** 21) }),
    );
    expect(message).toBe(
      'Daily quota of published content: 0 MiB of 1 MiB used, and this needs 2 MiB. That is more than the daily limit.',
    );
  });

  it('are not used by the same content again, by what is refused, nor by a dry run, which tells what would be', async () => {
    await using registry = await opened({ versions: 1, skills: 1, bytes: 10_000 });
    const rehearse = (slug: string, text: string) =>
      registry.send('POST', `/skills/ada/${slug}/versions?dry_run=true`, 'ada', {
        files: [{ path: 'SKILL.md', text: skillMd(slug, text) }],
      });
    for (let round = 0; round < 3; round += 1) expect((await rehearse('sums', 'One.')).status).toBe(200);
    expect(await usedBy(registry, 'ada', 'versions')).toBe(0);
    expect(await refused(await registry.publish('ada', 'sums', { 'SKILL.md': 'nothing' }))).toBe(
      '422 frontmatter_invalid',
    );
    expect((await versionOf(registry, 'sums', 'One.')).status).toBe(201);
    const before = await everything(registry.engine);
    expect((await versionOf(registry, 'sums', 'One.')).status).toBe(200);
    expect((await rehearse('sums', 'One.')).status).toBe(200);
    expect(await refused(await rehearse('sums', 'Two.'))).toBe('403 quota_exceeded');
    expect(await refused(await rehearse('other', 'One.'))).toBe('403 quota_exceeded');
    expect(await refused(await versionOf(registry, 'other', 'One.'))).toBe('403 quota_exceeded');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('let two at once not both take what is left', async () => {
    await using registry = await opened({ versions: 3, teams: 2 });
    await registry.as('ada');
    const publishes = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (await versionOf(registry, `skill-${index}`, 'One.')).status),
    );
    expect(tally(publishes)).toEqual({ 201: 3, 403: 9 });
    const teams = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, index) => (await registry.send('POST', '/teams', 'ada', { handle: `crew${index}x` })).status,
      ),
    );
    expect(tally(teams)).toEqual({ 201: 2, 403: 10 });
  });

  it('count what was taken back, hidden or moved as well', async () => {
    await using registry = await opened({ skills: 2, versions: 3, kits: 1 });
    const { hash } = await published(registry, 'ada:sums');
    expect((await registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada')).status).toBe(200);
    expect(
      (await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') }, { version_label: 'again' })).status,
    ).toBe(201);
    await registry.send('PATCH', '/skills/ada/sums', 'ada', { visibility: 'private' });
    expect((await versionOf(registry, 'other', 'One.')).status).toBe(201);
    expect(await refused(await versionOf(registry, 'sums', 'Fourth.'))).toBe('403 quota_exceeded');
    const kit = { owner: 'ada', slug: 'tools', name: 'Tools' };
    expect((await registry.send('POST', '/kits', 'ada', kit)).status).toBe(201);
    await registry.send('DELETE', '/kits/ada/tools', 'ada');
    expect(await refused(await registry.send('POST', '/kits', 'ada', kit))).toBe('403 quota_exceeded');
  });

  it('are of the person who acts, whichever team they act for', async () => {
    await using registry = await opened({ versions: 1, kits: 1 });
    for (const handle of ['ada', 'grace']) await registry.as(handle);
    for (const crew of ['crew', 'band']) await addTeam(registry, crew, { ada: 'owner', grace: 'maintainer' });
    const publish = (owner: string, by: string, text: string) =>
      registry.send('POST', `/skills/${owner}/shared/versions`, by, {
        files: [{ path: 'SKILL.md', text: skillMd('shared', text) }],
      });
    expect((await publish('crew', 'ada', 'One.')).status).toBe(201);
    for (const owner of ['crew', 'band', 'ada'])
      expect(await refused(await publish(owner, 'ada', 'Two.')), owner).toBe('403 quota_exceeded');
    expect((await publish('crew', 'grace', 'Two.')).status).toBe(201);
    const kit = (owner: string) => registry.send('POST', '/kits', 'ada', { owner, slug: 'tools', name: 'Tools' });
    expect((await kit('crew')).status).toBe(201);
    expect(await refused(await kit('ada'))).toBe('403 quota_exceeded');
  });

  it('bound tokens, minted or approved for a device', async () => {
    await using registry = await opened({ tokens: 2 });
    const ada = await signUp(registry, 'ada');
    const mint = () => ada.send('POST', '/tokens', { class: 'mcp' });
    const approve = async () => {
      const { user_code } = await answerOf('startPairing', await ada.send('POST', '/pairing', { device_name: 'Desk' }));
      const asked = () => ada.send('POST', `/pairing/${user_code}/approval`);
      return [await asked(), await asked()];
    };
    expect((await mint()).status).toBe(201);
    for (const answer of await approve()) expect(answer.status).toBe(200);
    expect(await refused(await mint())).toBe('403 quota_exceeded');
    for (const answer of await approve()) expect(await refused(answer)).toBe('403 quota_exceeded');
  });

  it('bound author keys, of which each stays in the list of a profile', async () => {
    await using registry = await opened({ keys: 2 });
    await registry.as('ada');
    const [first, second, third] = [newSigner(), newSigner(), newSigner()];
    expect((await bindKey(registry, 'ada', first)).status).toBe(200);
    expect((await bindKey(registry, 'ada', second, { previous: first })).status).toBe(200);
    expect((await bindKey(registry, 'ada', second)).status).toBe(200);
    expect(await refused(await bindKey(registry, 'ada', third, { previous: second }))).toBe('403 quota_exceeded');
  });

  it('bound new accounts by the network that makes them, IPv6 by its first half', async () => {
    await using registry = await openRegistry(name, {
      metering: { ...roomy(), trustedProxyHops: 1 },
      settings: { quotas: { ...withoutLimits, accounts: 2 } },
    });
    const register = async (address: string) => {
      const browser = new Browser(registry);
      const passkey = browser.authenticator.create(await browser.challenge('register'));
      return browser.send('POST', '/accounts', { passkey }, { 'x-forwarded-for': address });
    };
    for (const address of ['192.0.2.7', '2001:db8:0:1::']) {
      const others = address.endsWith('::') ? ['2001:db8:0:1::2', '2001:db8:0:1:ffff::'] : [address, address];
      expect((await register(address)).status).toBe(201);
      expect((await register(others[0] ?? '')).status).toBe(201);
      expect(await refusalOf(await register(others[1] ?? ''))).toMatchObject({ quota: 'accounts', limit: 2, used: 2 });
    }
    expect((await register('192.0.2.8')).status).toBe(201);
    registry.clock.now = nextDay(registry.clock.now);
    expect((await register('192.0.2.7')).status).toBe(201);
  });

  it('are forgotten by chores once their day is over, and not before', async () => {
    await using registry = await opened({ versions: 5 });
    await published(registry, 'ada:sums');
    const rows = async () => (await registry.engine.db.selectFrom('quota_uses').selectAll().execute()).length;
    const end = nextDay(registry.clock.now);
    await runMaintenance(registry.engine, end - 1);
    expect(await rows()).toBe(1);
    await runMaintenance(registry.engine, end);
    expect(await rows()).toBe(0);
  });

  it('are those that the operator gave an account, which may be none', async () => {
    await using registry = await opened({ versions: 1, teams: 0 });
    await published(registry, 'ada:sums');
    const { id } = await registry.engine.db
      .selectFrom('profiles')
      .select('id')
      .where('handle', '=', 'ada')
      .executeTakeFirstOrThrow();
    const give = (limit: number | null | undefined) => registry.engine.write((db) => grant(db, id, 'versions', limit));
    await give(2);
    expect((await versionOf(registry, 'sums', 'Two.')).status).toBe(201);
    expect(await refusalOf(await versionOf(registry, 'sums', 'Three.'))).toMatchObject({ limit: 2, used: 2 });
    await give(null);
    expect((await versionOf(registry, 'sums', 'Three.')).status).toBe(201);
    await give(undefined);
    expect(await refusalOf(await versionOf(registry, 'sums', 'Four.'))).toMatchObject({ limit: 1, used: 2 });
    expect((await registry.publish('grace', 'sums', { 'SKILL.md': skillMd('sums') })).status).toBe(201);
    expect(await refused(await registry.send('POST', '/teams', 'ada', { handle: 'crew' }))).toBe('403 quota_exceeded');
  });

  it('do not hold for what the operator imports', async () => {
    await using registry = await opened({ skills: 0, versions: 0, bytes: 0 });
    const folder = new URL('../../../scripts/starter/find-skills', import.meta.url).pathname;
    const imported = await publishFolder(deskOf(registry), { author: 'ada', slug: 'find-skills', folder });
    expect(imported.status).toBe(201);
    expect(await usedBy(registry, 'ada', 'versions')).toBe(0);
  });
});

// What counts them is the same on each engine.
describe('the daily quotas that a registry begins with', () => {
  it('end a grab of sixty handles and sixty teams where the defaults say', async () => {
    await using registry = await openRegistry('sqlite', { settings: { quotas: defaultLimits } });
    const ada = await newcomer(registry);
    let held: string | undefined;
    const handles: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const handle = `grab${index}x`;
      const answer = await ada.send('POST', '/handles', { handle, release: held });
      if (answer.ok) held = handle;
      handles.push(answer.ok ? 'claimed' : await refused(answer));
    }
    expect(tally(handles)).toEqual({ claimed: 3, '403 quota_exceeded': 57 });
    const teams = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const answer = await ada.send('POST', '/teams', { handle: `crew${index}x` });
        return answer.ok ? 'founded' : refused(answer);
      }),
    );
    expect(tally(teams)).toEqual({ founded: 5, '403 quota_exceeded': 55 });
    const taken = await registry.engine.db.selectFrom('handles').select('handle').execute();
    expect(taken).toHaveLength(3 + 5);
  });

  it('leave room for the first day of an author with 56 skills, their kit and their devices', async () => {
    await using registry = await openRegistry('sqlite', { settings: { quotas: defaultLimits } });
    const slugs = Array.from({ length: 56 }, (_, index) => `skill-${index}`);
    for (const slug of slugs) await published(registry, `ada:${slug}`);
    for (const slug of slugs)
      expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug, 'Better.') })).status).toBe(201);
    await addKit(
      registry,
      'ada',
      'all',
      slugs.map((slug) => `ada:${slug}`),
    );
    for (const slug of slugs) await install(registry, 'ada', `ada:${slug}`);
  });
});

const tally = (outcomes: readonly (string | number)[]) =>
  Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((outcome) => outcome === one).length]));
