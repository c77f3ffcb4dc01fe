import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addTeam, follow, newcomer, suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('updateProfile on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'olga', 'mark', 'mimi', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    await published(registry, 'eve:scarf');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const patch = (author: string, body: unknown, handle = author) =>
    registry.send('PATCH', `/profiles/${author}`, handle, body);
  const changed = async (author: string, body: unknown, handle = author) =>
    answerOf('updateProfile', await patch(author, body, handle));
  const profile = async (handle: string) => answerOf('getProfile', await registry.get(`/profiles/${handle}`));
  const found = async (q: string) => {
    const { people } = await answerOf('search', await registry.get(`/search?q=${encodeURIComponent(q)}&types=people`));
    return people?.map(({ handle }) => handle);
  };
  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<string> {
    const before = await everything(registry.engine);
    const refusal = await refused(await act());
    expect(await everything(registry.engine)).toEqual(before);
    return refusal;
  }

  it('changes what it names of one’s own profile and nothing else', async () => {
    const before = await profile('anna');
    const record = await changed('anna', { displayName: ' Anna Ä. ', bio: 'Sums.\nAnd 日本.' });
    expect(record).toEqual({ ...before, displayName: 'Anna Ä.', bio: 'Sums.\nAnd 日本.' });
    expect(await profile('anna')).toEqual(record);
    const shorter = await changed('anna', { bio: 'Less.' });
    expect(shorter).toEqual({ ...record, bio: 'Less.' });
  });

  it('with an empty text takes the bio away, and the name stays', async () => {
    await changed('anna', { displayName: 'Anna', bio: 'Here.' });
    expect(await changed('anna', { bio: '  ' })).toMatchObject({
      displayName: 'Anna',
      bio: '',
    });
  });

  it('that says nothing, or what is so already, changes nothing', async () => {
    const record = await changed('anna', { displayName: 'Anna', bio: 'Same.' });
    const before = await everything(registry.engine);
    for (const body of [{}, { bio: 'Same.' }, { displayName: 'Anna', bio: 'Same.' }])
      expect(await changed('anna', body)).toEqual(record);
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('lets search find the new name and bio, and the old ones no more; the handle always', async () => {
    await changed('eve', { displayName: 'Wanderer', bio: 'Knits.' });
    expect([await found('wanderer'), await found('knits')]).toEqual([['eve'], ['eve']]);
    await changed('eve', { displayName: 'Voyager' });
    expect([await found('wanderer'), await found('voyager'), await found('knits')]).toEqual([[], ['eve'], ['eve']]);
    await changed('eve', { bio: '' });
    expect([await found('knits'), await found('voyager'), await found('eve')]).toEqual([[], ['eve'], ['eve']]);
  });

  it('is for one’s own profile, and a team’s for its owners alone', async () => {
    expect((await changed('crew', { bio: 'By its owner.' }, 'olga')).bio).toBe('By its owner.');
    for (const handle of ['mark', 'mimi', 'eve'])
      expect(await leavesNothing(() => patch('crew', { bio: 'No.' }, handle)), handle).toBe('403 forbidden');
    for (const handle of ['olga', 'mark', 'eve'])
      expect(await leavesNothing(() => patch('anna', { bio: 'No.' }, handle)), handle).toBe('403 forbidden');
    expect(await leavesNothing(() => patch('mimi', { bio: 'No.' }, 'olga'))).toBe('403 forbidden');
    expect(await leavesNothing(() => patch('nobody', { bio: 'No.' }, 'eve'))).toBe('404 profile_not_found');
    expect(await leavesNothing(() => patch('Not-One', { bio: 'No.' }, 'eve'))).toBe('422 handle_invalid');
    const { send } = await newcomer(registry);
    expect(await leavesNothing(() => send('PATCH', '/profiles/anna', { bio: 'No.' }))).toBe('403 forbidden');
  });

  it('of a suspended team is forbidden to its owners too', async () => {
    await addTeam(registry, 'gang', { olga: 'owner' });
    await suspend(registry, 'gang', true);
    expect(await leavesNothing(() => patch('gang', { bio: 'No.' }, 'olga'))).toBe('403 forbidden');
  });

  it('needs a token that may claim', async () => {
    const send = async (headers: Record<string, string>) =>
      registry.app.request('/api/v1/profiles/anna', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ bio: 'No.' }),
      });
    const device = { authorization: `Bearer ${await registry.tokenFor('anna', 'device')}` };
    expect(await leavesNothing(() => send(device))).toBe('403 insufficient_scope');
    expect(await leavesNothing(() => send({}))).toBe('401 unauthorized');
  });

  it.each([
    ['an empty name', { displayName: '  ' }],
    ['a name too long', { displayName: 'n'.repeat(101) }],
    ['a NUL in a name', { displayName: 'a\0' }],
    ['half a surrogate pair in a name', { displayName: 'a\udc00' }],
    ['a bio too long', { bio: 'b'.repeat(501) }],
    ['a control character in a bio', { bio: 'a\u001b[31m' }],
    ['a field that is none of these', { bio: 'Fine.', handle: 'eve' }],
    ['an address of a picture', { avatarUrl: 'https://pictures.test/a.png' }],
    ['a right', { is_operator: true }],
    ['a list', []],
  ])('can’t read %s', async (_, body) => {
    expect(await leavesNothing(() => patch('anna', body))).toBe('400 malformed_body');
  });

  it('takes texts of the greatest length', async () => {
    const longest = {
      displayName: 'n'.repeat(100),
      bio: 'b'.repeat(500),
    };
    expect(await changed('anna', longest)).toMatchObject(longest);
  });
});

describe('updateProfile', () => {
  it('reaches the mirror, also where others show the name', async () => {
    await using registry = await openRegistry();
    for (const handle of ['anna', 'bob']) await registry.as(handle);
    await addTeam(registry, 'crew', { anna: 'owner' });
    await follow(registry, 'anna', 'bob');
    await published(registry, 'anna:sums');
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const paths = [
      '/profiles/anna',
      '/profiles/crew',
      '/profiles/bob/followers',
      '/search?q=countess',
      '/search?q=anna',
    ]
      .map((path) => `/api/v1${path}`)
      .concat('/anna', '/anna.md', '/crew', '/crew.md');
    const read = (app: typeof registry.app) =>
      Promise.all(paths.map(async (path) => `${path} ${await (await app.request(path)).text()}`));
    const before = await read(mirrored.mirror);
    const patch = { displayName: 'Countess', bio: 'Adds.' };
    await answerOf('updateProfile', await registry.send('PATCH', '/profiles/anna', 'anna', patch));
    await mirrored.snapshot.step();
    const after = await read(mirrored.mirror);
    expect(after).toEqual(await read(registry.app));
    const same = paths.filter((_, index) => after[index] === before[index]);
    expect(same).toEqual(['/crew.md']);
  });
});
