/** ClawHub's surface, asked by those who mean no good, and by many at once. */
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutLimits } from '../../origin/contract/quotas.ts';
import { countDownloads } from '../../origin/http/downloads.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import type { Reader } from '../../origin/scan/reader/reader.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { bytesOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, reader, skillMd, type TestRegistry } from '../registry.ts';
import { badFile } from '../ruleExamples.ts';
import { quarantine, scanned } from '../store/rows.ts';
import { announced, ask, publishSent, sendFiles, sha256, ticketFor } from './surface.ts';

/** `<status> <what was said>`. */
const said = async (response: Response): Promise<string> => `${response.status} ${await response.text()}`;
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

/** What ClawHub's program tells files by. */
function fingerprint(files: Record<string, string>): string {
  const paths = Object.keys(files).sort((one, other) => one.localeCompare(other));
  const lines = paths.map((path) => `${path}:${sha256(files[path] ?? '')}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

describe.each(engineNames)('ClawHub’s surface on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const uploads = async () =>
    (await registry.engine.db.selectFrom('uploads').select(['id', 'profile_id', 'bytes']).execute()).length;

  it('gives a ticket for one file of one person, for half an hour and one publish', async () => {
    const text = skillMd('tickets');
    const files = await sendFiles(registry, 'tess', { 'SKILL.md': text });
    const [file] = files as [(typeof files)[number]];
    const notYours = /^422 .*was not announced by you, was published already, or its ticket has ended/;
    expect(await said(await publishSent(registry, 'mallory', 'stolen', files))).toMatch(notYours);
    expect(await said(await ask(registry, 'mallory', 'POST', `/uploads/${file.uploadTicket}`, text))).toMatch(notYours);
    for (const other of [{ path: 'other.md' }, { sha256: sha256('x') }, { size: 1 }])
      expect(await said(await publishSent(registry, 'tess', 'tickets', [{ ...file, ...other }]))).toMatch(
        /^422 .*is not what its ticket was given for/,
      );
    expect((await publishSent(registry, 'tess', 'tickets', files)).status).toBe(200);
    expect(await said(await publishSent(registry, 'tess', 'tickets', files, { version: '2.0.0' }))).toMatch(notYours);
    const late = await sendFiles(registry, 'tess', { 'SKILL.md': text });
    registry.clock.now += 30 * 60;
    expect(await said(await publishSent(registry, 'tess', 'late', late))).toMatch(notYours);
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await uploads()).toBe(0);
  });

  it('takes no bytes but those that were announced, and none that are too many', async () => {
    const ticket = await ticketFor(registry, 'wes', 'SKILL.md', 'right');
    for (const wrong of ['wrong', 'right and more', 'r'])
      expect(await said(await ask(registry, 'wes', 'POST', `/uploads/${ticket}`, wrong))).toMatch(/^422 .*other bytes/);
    const file = { ...announced('SKILL.md', 'right'), uploadTicket: ticket, storageId: ticket };
    expect(await said(await publishSent(registry, 'wes', 'unsent', [file]))).toMatch(/^422 .*were not sent/);
    const huge = { path: 'a', size: 5 * 2 ** 20 + 1, sha256: '0'.repeat(64) };
    expect((await ask(registry, 'wes', 'POST', '/skills/-/upload-url', huge)).status).toBe(413);
    expect((await ask(registry, 'wes', 'POST', `/uploads/${ticket}`, 'x'.repeat(5 * 2 ** 20 + 1))).status).toBe(413);
    for (const size of [-1, 1.5, 2 ** 60])
      expect((await ask(registry, 'wes', 'POST', '/skills/-/upload-url', { ...huge, size })).status).not.toBe(200);
    const lies = Array.from({ length: 3 }, () => ({ ...file, size: 4 * 2 ** 20 }));
    expect(await said(await publishSent(registry, 'wes', 'large', lies))).toMatch(/^422 .*is not what its ticket/);
    const half = 'x'.repeat(4 * 2 ** 20);
    const large = await sendFiles(registry, 'wes', { a: half, b: half, c: half });
    expect(await said(await publishSent(registry, 'wes', 'large', large))).toMatch(/^413 .*more than 10 MiB/);
    await runMaintenance(registry.engine, registry.clock.now + 3600);
  });

  it('lets nobody announce without end', async () => {
    const announce = async (who: string, size = 1) =>
      (await ask(registry, who, 'POST', '/skills/-/upload-url', { ...announced('a', 'x'), size })).status;
    await announce('greta');
    const { profile_id } = await registry.engine.db
      .selectFrom('uploads')
      .select('profile_id')
      .orderBy('profile_id', 'desc')
      .executeTakeFirstOrThrow();
    const row = { profile_id, path: 'a', size: 1, hash: 'x', bytes: null, expires_at: registry.clock.now + 60 };
    const rows = Array.from({ length: 998 }, (_, id) => ({ ...row, id: `${id}` }));
    await registry.engine.write((db) => db.insertInto('uploads').values(rows).execute());
    expect([await announce('greta'), await announce('greta'), await announce('other')]).toEqual([200, 403, 200]);
    const large = [];
    for (let asked = 0; asked < 11; asked += 1) large.push(await announce('big', 5 * 2 ** 20));
    expect(large).toEqual([...Array(10).fill(200), 403]);
    await runMaintenance(registry.engine, registry.clock.now + 3600);
    expect(await uploads()).toBe(0);
  });

  it('refuses what a publish refuses, in words', async () => {
    const good = { 'SKILL.md': skillMd('strict') };
    const tries: [Record<string, string>, RegExp][] = [
      [{ ...good, '../escape.md': 'x' }, /^422 .*\.\.\/escape\.md/],
      [{ ...good, '/etc/passwd': 'x' }, /^422 .*\/etc\/passwd/],
      [{ ...good, '.git/config': 'x' }, /^422 .*\.git\/config/],
      [{ 'skill.MD': skillMd('strict') }, /^422 .*SKILL\.md/],
      [{ 'SKILL.md': 'No frontmatter.' }, /^422 .*frontmatter/i],
    ];
    for (const [files, why] of tries)
      expect(await said(await publishSent(registry, 'sue', 'strict', await sendFiles(registry, 'sue', files)))).toMatch(
        why,
      );
    await registry.as('theo');
    const send = () => sendFiles(registry, 'sue', good);
    const twice = await send();
    expect(await said(await publishSent(registry, 'sue', 'strict', [...twice, ...twice]))).toMatch(/^422 /);
    expect(await said(await publishSent(registry, 'sue', 'api', await send()))).toMatch(/^422 .*reserved/);
    for (const [more, why] of [
      [{ ownerHandle: 'theo' }, /^403 /],
      [{ migrateOwner: true }, /^409 /],
    ] as const)
      expect(await said(await publishSent(registry, 'sue', 'strict', await send(), more))).toMatch(why);
    // What was refused takes no room.
    expect(await uploads()).toBe(0);
    expect((await publishSent(registry, 'sue', 'strict', await send())).status).toBe(200);
    const changed = await sendFiles(registry, 'sue', { 'SKILL.md': skillMd('strict', 'Changed.') });
    expect(await said(await publishSent(registry, 'sue', 'strict', changed))).toMatch(/^409 .*"1\.0\.0"/);
  });

  it('never takes an unchanged, a quarantined or a held version for a published one', async () => {
    const text = skillMd('told');
    const again = async (version: string) =>
      publishSent(registry, 'una', 'told', await sendFiles(registry, 'una', { 'SKILL.md': text }), { version });
    expect(await json(await again('1.0.0'))).toMatchObject({
      ok: true,
      version: '1.0.0',
      publicationStatus: 'published',
    });
    expect(await json(await again('1.0.0'))).toMatchObject({ ok: true, version: '1.0.0' });
    expect(await said(await again('1.1.0'))).toBe('409 Nothing was published: told has these files already, as 1.0.0.');
    const { path, base64 } = badFile('quarantine').file;
    const bad = Buffer.from(base64, 'base64').toString();
    const trap = await sendFiles(registry, 'una', { 'SKILL.md': text, [path]: bad });
    expect(await said(await publishSent(registry, 'una', 'told', trap, { version: '1.2.0' }))).toMatch(
      /^404 1\.2\.0 is stored, but quarantined/,
    );
    expect(await json(await ask(registry, undefined, 'GET', '/skills/told'))).toMatchObject({
      latestVersion: { version: '1.0.0' },
      moderation: { isMalwareBlocked: false },
    });
    expect(await said(await ask(registry, undefined, 'GET', '/download?slug=told&version=1.2.0'))).toMatch(
      /^404 .*quarantined/,
    );
  });

  it('takes a publish that is sent again because its answer was lost for what it was', async () => {
    const files = await sendFiles(registry, 'lou', { 'SKILL.md': skillMd('lost'), 'a.txt': 'a' });
    const first = await json(await publishSent(registry, 'lou', 'lost', files));
    expect(await json(await publishSent(registry, 'lou', 'lost', files))).toEqual(first);
    expect((await json(await registry.get('/skills/lou/lost')))['versions']).toHaveLength(1);
    const both = await sendFiles(registry, 'lou', { 'SKILL.md': skillMd('lost', 'Twice.') });
    const answers = await Promise.all(
      [1, 2].map(() => publishSent(registry, 'lou', 'lost', both, { version: '2.0.0' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const others = [
      await publishSent(registry, 'lou', 'lost', files, { version: '3.0.0' }),
      await publishSent(registry, 'lou', 'lost', files.slice(0, 1)),
      await publishSent(registry, 'eve', 'lost', files, { ownerHandle: 'lou' }),
    ];
    for (const answer of others) expect(await said(answer)).toMatch(/^422 .*was not announced by you/);
  });

  it('of two publishes of one version at once makes one, and tells the other that it did not', async () => {
    const contents = await Promise.all(
      ['One.', 'Other.'].map(async (text) => sendFiles(registry, 'twin', { 'SKILL.md': skillMd('twin', text) })),
    );
    const answers = await Promise.all(contents.map(async (files) => publishSent(registry, 'twin', 'twin', files)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { items } = await json(await ask(registry, undefined, 'GET', '/skills/twin/versions'));
    expect(items).toMatchObject([{ version: '1.0.0' }]);
  });

  it('says why nothing of a held skill can be had', async () => {
    const { hash } = await published(registry, 'held:held');
    await scanned(registry, 'held:held', hash, false);
    for (const path of ['/skills/held', '/download?slug=held', '/skills/held/versions/0.0.1'])
      expect(await said(await ask(registry, undefined, 'GET', path)), path).toMatch(/^404 .*held/);
    expect((await ask(registry, undefined, 'GET', '/skills/held/versions')).status).toBe(404);
  });

  it('tells nobody of a held version in a report: that is on the one which is shown', async () => {
    const { hash: clean } = await published(registry, 'wait:wait');
    const shown = await json(await ask(registry, undefined, 'GET', '/skills/wait/moderation'));
    const { hash } = await published(registry, 'wait:wait', { 'SKILL.md': skillMd('wait', 'Held.') });
    await scanned(registry, 'wait:wait', hash, false);
    expect(await json(await ask(registry, undefined, 'GET', '/skills/wait/moderation'))).toEqual(shown);
    await quarantine(registry, 'wait:wait', clean);
    expect(await said(await ask(registry, undefined, 'GET', '/skills/wait/moderation'))).toMatch(/^404 .*held/);
  });

  it('blocks a skill of which every version is quarantined, and says what was found', async () => {
    const { hash } = await published(registry, 'bad:bad');
    await quarantine(registry, 'bad:bad', hash);
    expect(await json(await ask(registry, undefined, 'GET', '/skills/bad?ownerHandle=bad'))).toMatchObject({
      ...{ latestVersion: null, moderation: { isMalwareBlocked: true, verdict: 'malicious' } },
    });
    expect((await ask(registry, undefined, 'GET', '/skills/bad/moderation')).status).toBe(200);
    expect(await said(await ask(registry, undefined, 'GET', '/resolve?slug=bad&hash='.concat('0'.repeat(64))))).toBe(
      '404 Skill not found',
    );
  });

  it('names each version once, whatever its author calls it, and finds it by that name', async () => {
    const labels = ['0.0.2', 'v1', '1.0.0', 'v2.0.0', '1.0.0+build', '0.0.6', '2.0.0-rc.1', ' ', '01.0.0'];
    const names: string[] = [];
    const text = (label: string) => ({ 'SKILL.md': skillMd('names', `The one of ${label}.`) });
    for (const label of labels.filter((label) => label.trim()))
      await published(registry, 'nora:names', text(label), { version_label: label });
    const { items } = (await json(await ask(registry, undefined, 'GET', '/skills/names/versions'))) as {
      items: { version: string }[];
    };
    names.push(...items.map(({ version }) => version));
    expect(names).toEqual(['0.0.8', '2.0.0-rc.1', '0.0.6', '0.0.5', '0.0.4', '1.0.0', '0.0.2', '0.0.1']);
    for (const [index, version] of names.toReversed().entries()) {
      const zip = await ask(registry, undefined, 'GET', `/download?slug=names&version=${version}`);
      const unpacked = unzipSync(await bytesOf(zip));
      expect(Buffer.from(unpacked['SKILL.md'] ?? []).toString()).toBe(
        text(labels.filter((label) => label.trim())[index] ?? '')['SKILL.md'],
      );
    }
    const byLabel = await ask(registry, undefined, 'GET', '/skills/names/file?path=SKILL.md&version=v2.0.0');
    expect(await byLabel.text()).toContain('The one of v2.0.0.');
  });

  it('names an older version by its number where its label is the greater one', async () => {
    const older = { 'SKILL.md': skillMd('back', 'Older.') };
    await published(registry, 'ada:back', older, { version_label: '2.0.0' });
    await published(registry, 'ada:back', { 'SKILL.md': skillMd('back') }, { version_label: '1.9.0' });
    const resolved = await ask(registry, undefined, 'GET', `/resolve?slug=back&hash=${fingerprint(older)}`);
    expect(await json(resolved)).toEqual({ match: { version: '0.0.1' }, latestVersion: { version: '1.9.0' } });
    const version = await json(await ask(registry, undefined, 'GET', '/skills/back/versions/0.0.1'));
    expect(version).toMatchObject({ version: { version: '2.0.0' } });
  });

  it('resolves the files of a version as the program counts them, of that skill alone', async () => {
    const files = {
      'SKILL.md': skillMd('counted'),
      'a_b.md': '1',
      'a-b.md': '2',
      'A.md': '3',
      'b/Z.md': '4',
      'a1.md': '5',
    };
    await published(registry, 'rosa:counted', { ...files, '.hidden/x': 'not counted' });
    const resolve = async (slug: string, hash: string) =>
      ask(registry, undefined, 'GET', `/resolve?slug=${slug}&hash=${hash}`);
    const known = fingerprint(files);
    expect(await json(await resolve('counted', known))).toEqual({
      ...{ match: { version: '0.0.1' }, latestVersion: { version: '0.0.1' } },
    });
    await published(registry, 'rosa:counted', { ...files, 'a1.md': '6' });
    expect(await json(await resolve('counted', known))).toEqual({
      ...{ match: { version: '0.0.1' }, latestVersion: { version: '0.0.2' } },
    });
    await published(registry, 'rosa:another');
    expect(await json(await resolve('another', known))).toMatchObject({ match: null });
    expect((await resolve('another', 'nonsense')).status).toBe(400);
  });
});

describe('of a private skill', () => {
  const paths = [
    ...['/skills/hush', '/skills/hush?ownerHandle=pat', '/skills/hush/versions', '/skills/hush/versions/1.0.0'],
    ...['/skills/hush/file?path=SKILL.md', '/skills/hush/verify', '/skills/hush/moderation', '/download?slug=hush'],
    ...['/search?q=hush', '/search?q=hush&mode=exact', '/skills?prefix=hu', '/skills', '/search?q=pat'],
    ...[`/resolve?slug=hush&hash=${'0'.repeat(64)}`, `/resolve?slug=hush&ownerHandle=pat&hash=`],
  ];

  it('nobody else is told anything, not by its files’ hash and not by a name that somebody shares', async () => {
    const files = { 'SKILL.md': skillMd('hush', 'Nobody knows.') };
    const answers = async (isThere: boolean) => {
      await using registry = await openRegistry();
      await published(registry, 'quinn:other');
      await registry.as('pat');
      if (isThere) {
        await registry.publish('pat', 'hush', files, { visibility: 'private', version_label: '1.0.0' });
        await sendFiles(registry, 'pat', files);
      }
      await using mirrored = await openMirrored(registry);
      await mirrored.snapshot.step();
      const asked = paths.map((path) => (path.endsWith('hash=') ? path + fingerprint(files) : path));
      const hosts = [registry.app, mirrored.mirror];
      const all = hosts.flatMap((app) =>
        [undefined, 'quinn'].flatMap((who) =>
          asked.map(async (path) => {
            const response = await ask({ ...registry, app }, app === registry.app ? who : undefined, 'GET', path);
            return [path, response.status, await response.text()];
          }),
        ),
      );
      const stars = await ask(registry, 'quinn', 'POST', '/stars/hush?ownerHandle=pat', {});
      const hides = await ask(registry, 'quinn', 'DELETE', '/skills/hush', { ownerHandle: 'pat' });
      return [...(await Promise.all(all)), await said(stars), await said(hides)];
    };
    expect(await answers(true)).toEqual(await answers(false));
  });

  it('its namesake stays the only one of its name for everybody else', async () => {
    await using registry = await openRegistry();
    await published(registry, 'ada:same');
    await registry.publish('bob', 'same', { 'SKILL.md': skillMd('same') }, { visibility: 'private' });
    expect((await ask(registry, 'ada', 'GET', '/skills/same')).status).toBe(200);
    expect((await ask(registry, 'bob', 'GET', '/skills/same')).status).toBe(409);
    const hash = fingerprint({ 'SKILL.md': skillMd('same') });
    const own = await ask(registry, 'bob', 'GET', `/resolve?slug=same&ownerHandle=bob&hash=${hash}`);
    expect(await json(own)).toMatchObject({ match: { version: '0.0.1' } });
    expect((await ask(registry, 'bob', 'DELETE', '/skills/same', {})).status).toBe(200);
  });
});

it('reads are answered by the mirror as by the origin, byte for byte, and writes by neither in secret', async () => {
  await using registry = await openRegistry();
  for (const skill of ['ada:one', 'bob:one', 'ada:two']) await published(registry, skill);
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.step();
  const both = async (path: string) =>
    Promise.all(
      [registry.app, mirrored.mirror].map(async (app) => {
        const response = await app.request(path);
        return [
          response.status,
          response.headers.get('content-type'),
          response.headers.get('etag'),
          await response.text(),
        ];
      }),
    );
  const root = '/api/clawhub/api/v1';
  for (const path of [
    ...['/.well-known/clawhub.json', '/api/search?q=one', '/api/search?q=one&owner=bob', `${root}/search?q=one`],
    ...[`${root}/skills`, `${root}/skills?prefix=o`, `${root}/skills/two`, `${root}/skills/one`, `${root}/skills/none`],
    ...[`${root}/skills/two/versions`, `${root}/skills/two/versions/0.0.1`, `${root}/skills/two/file?path=SKILL.md`],
    ...[`${root}/download?slug=two`, `${root}/skills/two/verify`, `${root}/skills/two/moderation`, `${root}/nothing`],
    ...[`${root}/resolve?slug=two&hash=${'0'.repeat(64)}`, '/ada/one@one/.well-known/agent-skills/index.json'],
  ]) {
    const [origin, mirror] = await both(path);
    expect(mirror, path).toEqual(origin);
  }
  expect(await refused(await mirrored.mirror.request('/api/v1/skills', { method: 'POST' }))).toBe(
    '405 read_only_mirror',
  );
  expect((await mirrored.mirror.request(`${root}/skills`, { method: 'POST' })).status).toBe(405);
});

it('holds what few publishes take in memory, whatever was sent: of one account one, and the rest waits or is told to', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const slow: Reader = { ...reader, readFor: async (...asked) => gate.then(() => reader.readFor(...asked)) };
  await using registry = await openRegistry('sqlite', { reading: slow });
  const files = await sendFiles(registry, 'rush', { 'SKILL.md': skillMd('rush') });
  const refusals = Promise.withResolvers<void>();
  const statuses: number[] = [];
  const asked = Array.from({ length: 20 }, async () => {
    const response = await publishSent(registry, 'rush', 'rush', files);
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get('retry-after')).toBe('5');
    if (statuses.length === 12) refusals.resolve();
  });
  await refusals.promise;
  expect(statuses).toEqual(Array(12).fill(429));
  open();
  await Promise.all(asked);
  // One publishes it, and to the others it is published.
  expect(statuses.slice(12)).toEqual(Array(8).fill(200));
});

it('what is sent counts against the bytes of a day, once however often it is sent and published', async () => {
  const text = skillMd('count');
  const daily = Buffer.byteLength(text) * 4;
  await using registry = await openRegistry('sqlite', { settings: { quotas: { ...withoutLimits, bytes: daily } } });
  const used = async () =>
    (await registry.engine.db.selectFrom('quota_uses').select('amount').where('quota', '=', 'bytes').execute()).map(
      ({ amount }) => amount * 4,
    );
  const files = await sendFiles(registry, 'cy', { 'SKILL.md': text });
  expect((await ask(registry, 'cy', 'POST', `/uploads/${files[0]?.uploadTicket}`, text)).status).toBe(200);
  expect(await used()).toEqual([daily]);
  expect((await publishSent(registry, 'cy', 'count', files)).status).toBe(200);
  expect(await used()).toEqual([daily]);
  for (const path of ['a', 'b', 'c']) await sendFiles(registry, 'cy', { [path]: text });
  const ticket = await ticketFor(registry, 'cy', 'd', text);
  expect(await said(await ask(registry, 'cy', 'POST', `/uploads/${ticket}`, text))).toMatch(/^403 Daily quota/);
});

it('lists go on where more follow, whoever asks', async () => {
  await using registry = await openRegistry();
  for (const skill of ['ada:one', 'ada:two', 'ada:three']) await published(registry, skill);
  await registry.engine.write((db) => db.updateTable('skills').set({ downloads_7d: 20 }).execute());
  const page = async (who: string | undefined, sort: string, cursor: number) => {
    const query = `/skills?limit=2&sort=${sort}&cursor=${cursor}`;
    const { items, nextCursor } = await json(await ask(registry, who, 'GET', query));
    return [(items as unknown[]).length, nextCursor];
  };
  for (const who of [undefined, 'ada'])
    for (const sort of ['createdAt', 'updated', 'downloads', 'installs', 'trending']) {
      expect(await page(who, sort, 0), sort).toEqual([2, '2']);
      expect(await page(who, sort, 2), sort).toEqual([1, null]);
    }
});

it('an owner narrows what is found to theirs, whatever else is asked for', async () => {
  await using registry = await openRegistry();
  for (const skill of ['ada:same', 'bob:same']) await published(registry, skill);
  const found = async (q: string) => {
    const response = await registry.app.request(`/api/search?owner=ada&q=${encodeURIComponent(q)}`);
    return ((await response.json()) as { skills: { id: string }[] }).skills.map(({ id }) => id);
  };
  for (const q of ['same', 'same author:bob', `same ${' '.repeat(400)}`])
    expect(await found(q), q).toEqual(['ada/same']);
});

it('where the program signs in, only a poll for the token is told that it has ended', async () => {
  await using registry = await openRegistry();
  const asked = async (path: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ device_code: 'A'.repeat(43), grant_type: 'any' });
    const response = await registry.app.request(`/api/cli/device/${path}`, { ...init, body });
    return [response.status, (await json(response))['error']];
  };
  expect(await asked('token')).toEqual([400, 'expired_token']);
  expect(await asked('nothing')).toEqual([404, 'invalid_request']);
});

it('a version called latest is had by that label', async () => {
  await using registry = await openRegistry();
  const index = async () => json(await registry.app.request('/ada/one@latest/.well-known/agent-skills/index.json'));
  await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') }, { version_label: 'first' });
  const first = await index();
  await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one', 'Two.') }, { version_label: 'latest' });
  const second = await index();
  await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one', 'Three.') }, { version_label: 'third' });
  expect(second).not.toEqual(first);
  expect(await index()).toEqual(second);
});

it('a zip is packed once for all who ask', async () => {
  await using registry = await openRegistry();
  const large = Array.from({ length: 9000 }, (_, line) => `Line ${line}.`).join('\n');
  const files = { 'SKILL.md': skillMd('large'), 'large.md': large, 'larger.md': large + large };
  await registry.publish('ada', 'large', files);
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.step();
  const download = (app = registry.app) => ask({ ...registry, app }, undefined, 'GET', '/download?slug=large');
  const all = await Promise.all(Array.from({ length: 5 }, async () => bytesOf(await download())));
  expect(Buffer.from(unzipSync(all[0] ?? new Uint8Array())['large.md'] ?? []).toString()).toBe(large);
  const elsewhere = await bytesOf(await download(mirrored.mirror));
  await registry.engine.write((db) => db.deleteFrom('blobs').execute());
  for (const zip of [...all, await bytesOf(await download())]) expect(Buffer.compare(zip, elsewhere)).toBe(0);
});

it('a download counts as one of the skill', async () => {
  const downloads = countDownloads();
  await using registry = await openRegistry('sqlite', { settings: { downloads } });
  await published(registry, 'ada:one');
  for (const owner of ['&ownerHandle=ada', '&ownerHandle=ada', ''])
    expect((await ask(registry, undefined, 'GET', `/download?slug=one${owner}`)).status).toBe(200);
  expect(downloads.take()).toEqual([[expect.any(Number), 'ada/one', 1]]);
});

it('counts in the buckets of what it stands for', async () => {
  const quotas = { ambient: 50, write: 3, heavy: 2 };
  await using registry = await openRegistry('sqlite', {
    metering: { meter: memoryMeter({ quotas }), trustedProxyHops: 0 },
  });
  const statuses = async (times: number, method: string, path: string, body?: object) => {
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) all.push((await ask(registry, undefined, method, path, body)).status);
    return all;
  };
  expect(await statuses(3, 'GET', '/download?slug=none')).toEqual([404, 404, 429]);
  expect(await statuses(4, 'POST', '/skills/-/upload-url', {})).toEqual([401, 401, 401, 429]);
  const refusal = await ask(registry, undefined, 'GET', '/download?slug=none');
  expect([refusal.headers.get('retry-after'), await refusal.text()]).toEqual([
    expect.any(String),
    'Too many requests.',
  ]);
});
