import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portraitBytes, portraitSide } from '../../../origin/contract/subjects/pictures.ts';
import { answerOf, bytesOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { type Mirrored, openMirrored } from '../../mirror/mirrored.ts';
import { chunk, end, gif, header, png, putPicture, signature } from '../../pictures/samples.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addTeam, suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

const square = png(portraitSide);
const bomb = deflateSync(Buffer.alloc(20 * 2 ** 20));
const colored = (shade: number) => png(portraitSide, portraitSide, shade);

describe.each(engineNames)('a profile’s picture on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'bob', 'olga', 'mark', 'eve', 'olive']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer' });
    await published(registry, 'anna:sums');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olive').execute(),
    );
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  /** What both hosts show, once the mirror followed. */
  async function shown(handle: string): Promise<Buffer | number> {
    await mirrored.snapshot.step();
    const [here, there] = await Promise.all(
      [mirrored.mirror, registry.app].map((app) => app.request(`/${handle}.png`)),
    );
    if (!here || !there) throw new Error('Two hosts answer.');
    expect(here.status).toBe(there.status);
    if (here.status !== 200) return here.status;
    for (const field of ['content-type', 'etag', 'cache-control', 'content-security-policy', 'x-content-type-options'])
      expect([field, here.headers.get(field)]).toEqual([field, there.headers.get(field)]);
    expect(here.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await bytesOf(here));
    expect(bytes).toEqual(Buffer.from(await bytesOf(there)));
    return bytes;
  }

  const remove = async () =>
    answerOf('removeProfilePicture', await registry.send('DELETE', '/profiles/anna/picture', 'anna'));

  it('is a pattern of the handle, until they choose one and after they remove it', async () => {
    await remove();
    const pattern = await shown('anna');
    expect(pattern).not.toEqual(await shown('bob'));
    const record = await answerOf('putProfilePicture', await putPicture(registry, 'anna', 'anna', square));
    expect(record.avatarUrl).toBe('http://mirror.test/anna.png');
    expect(await shown('anna')).not.toEqual(pattern);
    await remove();
    expect(await shown('anna')).toEqual(pattern);
  });

  it('stands in every record by an address that stays', async () => {
    const addresses = async (path: string) => {
      const text = await (await mirrored.mirror.request(path)).text();
      expect(await (await registry.app.request(path)).text()).toBe(text);
      return [...text.matchAll(/"(?:avatar_url|avatarUrl|author_avatar_url)":"([^"]*)"/g)].map(([, url]) => url);
    };
    expect(await addresses('/api/v1/profiles/anna')).toEqual(['http://mirror.test/anna.png']);
    expect(await addresses('/api/v1/skills/anna/sums')).toEqual(['http://mirror.test/anna.png']);
    expect(await addresses('/api/v1/discover/people')).toEqual(['http://mirror.test/anna.png']);
    expect(await addresses('/api/v1/search?q=anna&types=people')).toEqual(['http://mirror.test/anna.png']);
    expect(await addresses('/api/v1/profiles/crew')).toHaveLength(3);
  });

  it('alters no other file', async () => {
    await remove();
    await shown('anna');
    const before = await mirrored.entries(await mirrored.files());
    await answerOf('putProfilePicture', await putPicture(registry, 'anna', 'anna', square));
    await mirrored.snapshot.step();
    const after = await mirrored.entries(await mirrored.files());
    expect(after.filter((entry) => !before.some((old) => JSON.stringify(old) === JSON.stringify(entry)))).toMatchObject(
      [{ path: expect.stringMatching(/\/anna\/profilePicture\.png$/) }],
    );
  });

  it.each([
    ['of another size', png(portraitSide + 1), 'image/png', '422 picture_invalid'],
    ['with more in it', Buffer.concat([square, Buffer.from('<script>')]), 'image/png', '422 picture_invalid'],
    [
      'that unpacks to twenty megabytes',
      Buffer.concat([signature, header(portraitSide, portraitSide), chunk('IDAT', bomb), end]),
      'image/png',
      '422 picture_invalid',
    ],
    ['of another type', gif(portraitSide, portraitSide), 'image/png', '422 picture_invalid'],
    ['that says so', gif(portraitSide, portraitSide), 'image/gif', '415 unsupported_media_type'],
    ['as JSON', Buffer.from('{}'), 'application/json', '415 unsupported_media_type'],
    ['too large', Buffer.alloc(portraitBytes + 1), 'image/png', '413 payload_too_large'],
    ['that is nothing', Buffer.alloc(0), 'image/png', '422 picture_invalid'],
  ])('can’t be one %s', async (_, bytes, type, refusal) => {
    const before = await everything(registry.engine);
    expect(await refused(await putPicture(registry, 'anna', 'anna', bytes, type))).toBe(refusal);
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('of a team is for its owners to choose; operators can remove any, and the audit log has it', async () => {
    for (const who of ['mark', 'eve', 'olive'])
      expect(await refused(await putPicture(registry, who, 'crew', square))).toBe('403 forbidden');
    await answerOf('putProfilePicture', await putPicture(registry, 'olga', 'crew', square));
    expect(await refused(await registry.send('DELETE', '/profiles/crew/picture', 'mark'))).toBe('403 forbidden');
    const chosen = await shown('crew');
    await answerOf('removeProfilePicture', await registry.send('DELETE', '/profiles/crew/picture', 'olive'));
    expect(await shown('crew')).not.toEqual(chosen);
    const { entries } = await answerOf('listAuditLog', await registry.sendOnSite('GET', '/moderation/audit', 'olive'));
    expect(entries[0]).toMatchObject({ action: 'remove picture', target: 'crew', actor: 'olive' });
  });

  it('is gone with whoever is suspended, leaves no trace, and comes back with them', async () => {
    await answerOf('putProfilePicture', await putPicture(registry, 'eve', 'eve', colored(9)));
    const chosen = await shown('eve');
    await suspend(registry, 'eve', true);
    expect(await shown('eve')).toBe(404);
    const kept = await mirrored.catalog.db.selectFrom('portraits').select('bytes').execute();
    expect(kept.map(({ bytes }) => Buffer.from(bytes))).not.toContainEqual(chosen);
    expect(await mirrored.files()).not.toContain('eve.png');
    await suspend(registry, 'eve', false);
    expect(await shown('eve')).toEqual(chosen);
  });

  it('is one of those that were sent, whole, where several are sent at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => putPicture(registry, 'bob', 'bob', colored(n))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const kept = await shown('bob');
    const alone: unknown[] = [];
    for (const n of [1, 2, 3, 4]) {
      await putPicture(registry, 'bob', 'bob', colored(n));
      alone.push(await shown('bob'));
    }
    expect(alone).toContainEqual(kept);
    expect(new Set(alone.map((bytes) => (bytes as Buffer).toString('hex'))).size).toBe(4);
  });
});
