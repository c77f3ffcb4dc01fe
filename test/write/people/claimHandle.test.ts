import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { newcomer } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('claimHandle on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const someone = async (handle?: string) => {
    const person = await newcomer(registry);
    const claim = (body: unknown) => person.send('POST', '/handles', body);
    if (handle !== undefined) await answerOf('claimHandle', await claim({ handle }));
    return { ...person, claim };
  };
  const profileOf = async (handle: string) => answerOf('getProfile', await registry.get(`/profiles/${handle}`));

  it('makes a profile of whoever had none, and answers it', async () => {
    const { claim, headers, id } = await someone();
    const response = await claim({ handle: 'first' });
    expect(response.status).toBe(201);
    const record = await answerOf('claimHandle', response);
    expect(record).toMatchObject({ handle: 'first', displayName: 'first', kind: 'user', followers: 0, skills: [] });
    expect(await profileOf('first')).toEqual(record);
    const { handle, user_id } = await answerOf('whoami', await registry.get('/whoami', headers));
    expect([handle, user_id]).toEqual(['first', String(id)]);
  });

  it('takes the name along that it is given', async () => {
    const { claim } = await someone();
    const { displayName } = await answerOf('claimHandle', await claim({ handle: 'named', displayName: ' Ada L. ' }));
    expect([displayName, (await profileOf('named')).displayName]).toEqual(['Ada L.', 'Ada L.']);
  });

  it.each([
    ['a capital', 'Anna'],
    ['a letter that is none of ours', 'ännä'],
    ['a hyphen first', '-anna'],
    ['a hyphen last', 'anna-'],
    ['two hyphens', 'an--na'],
    ['nothing', ''],
    ['forty characters', 'a'.repeat(40)],
    ['a reserved word', 'settings'],
    ['a path', '../anna'],
  ])('refuses %s', async (_, handle) => {
    const { claim } = await someone();
    expect(await refused(await claim({ handle }))).toBe('422 handle_invalid');
  });

  it.each([
    ['no handle', {}],
    ['a number', { handle: 7 }],
    ['a text without end', { handle: 'a'.repeat(101) }],
    ['an empty name', { handle: 'nameless', displayName: ' ' }],
    ['an unknown field', { handle: 'fine', kind: 'team' }],
  ])('can’t read %s', async (_, body) => {
    const { claim } = await someone();
    expect(await refused(await claim(body))).toBe('400 malformed_body');
  });

  it('refuses what is taken, and what looks like it', async () => {
    await someone('lool');
    for (const handle of ['lool', 'l00l', 'iool', '1o-o1']) {
      const { claim } = await someone();
      const { code, message } = await refusalOf(await claim({ handle }));
      expect([code, message.includes('"lool"') || message.includes('is taken')], handle).toEqual([
        'handle_taken',
        true,
      ]);
    }
  });

  it('takes no second handle beside the first: it says which one is held and what to send', async () => {
    const { claim } = await someone('holder');
    const { code, message, held } = await refusalOf(await claim({ handle: 'second' }));
    expect([code, held]).toEqual(['conflict', 'holder']);
    expect(message).toContain('"release": "holder"');
    expect(await refused(await claim({ handle: 'second', release: 'first' }))).toBe('409 conflict');
    expect(await refused(await claim({ handle: 'holder' }))).toBe('409 conflict');
    expect(await refused(await claim({ handle: 'holder', release: 'holder' }))).toBe('409 conflict');
    const fresh = await someone();
    expect(await refused(await fresh.claim({ handle: 'fresh', release: 'holder' }))).toBe('409 conflict');
  });

  it('with release moves a person to another handle, and the old one rests', async () => {
    const { claim, headers } = await someone('before');
    const record = await answerOf('claimHandle', await claim({ handle: 'after', release: 'before' }));
    expect([record.handle, record.displayName]).toEqual(['after', 'after']);
    expect((await answerOf('whoami', await registry.get('/whoami', headers))).handle).toBe('after');
    expect(await refused(await registry.get('/profiles/before'))).toBe('404 profile_not_found');
    const other = await someone();
    for (const handle of ['before', 'bef0re', 'be-fore'])
      expect(await refused(await other.claim({ handle })), handle).toBe('409 handle_taken');
    expect(await refused(await claim({ handle: 'bef0re', release: 'after' }))).toBe('409 handle_taken');
    expect((await profileOf('after')).handle).toBe('after');
  });

  it('keeps a name that was chosen', async () => {
    const { claim } = await someone();
    await claim({ handle: 'chosen', displayName: 'The Countess' });
    const moved = await answerOf('claimHandle', await claim({ handle: 'chosen2', release: 'chosen' }));
    expect(moved.displayName).toBe('The Countess');
  });

  it('is one event in the feed, however often the handle changes', async () => {
    const { claim } = await someone('event');
    const events = async () => {
      const { items } = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
      return items.filter(({ actor }) => actor.startsWith('event'));
    };
    const [event] = await events();
    expect(event).toMatchObject({ kind: 'profile', target: 'event', title: 'event' });
    registry.clock.now += 60;
    await claim({ handle: 'event-two', release: 'event' });
    expect(await events()).toEqual([{ ...event, actor: 'event-two', target: 'event-two', title: 'event-two' }]);
  });

  it('refused, changes nothing', async () => {
    await someone('somebody');
    const { claim } = await someone('mover');
    const before = await everything(registry.engine);
    for (const body of [
      { handle: 'somebody', release: 'mover' },
      { handle: 'bad--', release: 'mover' },
      { handle: 'm0ver', release: 'mover' },
      { handle: 'elsewhere' },
      { handle: 'elsewhere', release: 'somebody' },
      { handle: 'elsewhere', release: 'mover', displayName: 'a\0b' },
    ])
      expect((await claim(body)).ok).toBe(false);
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('of one handle by fifty people at once has one winner', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => someone()));
    const answers = await Promise.all(people.map(({ claim }) => claim({ handle: 'wanted' })));
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? 'claimed' : refused(answer))));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 handle_taken')).toHaveLength(49);
    const { headers } = people[outcomes.indexOf('claimed')] ?? {};
    expect((await answerOf('whoami', await registry.get('/whoami', headers))).handle).toBe('wanted');
  });

  it('of fifty handles by one person at once gives them one', async () => {
    const { claim } = await someone();
    const handles = Array.from({ length: 50 }, (_, index) => `greedy-${index}`);
    const answers = await Promise.all(handles.map((handle) => claim({ handle })));
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? 'claimed' : refused(answer))));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 conflict')).toHaveLength(49);
  });

  it('needs a token that may claim', async () => {
    const device = { authorization: `Bearer ${await registry.tokenFor('paired', 'device')}` };
    const post = (headers: Record<string, string>) =>
      registry.app.request('/api/v1/handles', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ handle: 'by-device' }),
      });
    expect(await refused(await post(device))).toBe('403 insufficient_scope');
    expect(await refused(await post({}))).toBe('401 unauthorized');
  });

  it('moves a person while they publish: the version is under the one handle or not there', async () => {
    const { claim, send } = await someone('busy');
    const files = [{ path: 'SKILL.md', text: skillMd('work') }];
    const [publish] = await Promise.all([
      send('POST', '/skills/busy/work/versions', { files }),
      claim({ handle: 'rested', release: 'busy' }),
    ]);
    const skills = (await profileOf('rested')).skills.map((skill) => skill.skill_id);
    expect(skills).toEqual(publish.ok ? ['rested:work'] : []);
    await published(registry, 'bystander:work');
    expect(await refused(await send('POST', '/skills/busy/work/versions', { files }))).toBe('404 profile_not_found');
  });
});
