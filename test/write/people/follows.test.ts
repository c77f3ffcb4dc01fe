import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../origin/contract/fields.ts';
import { createAccount } from '../../../origin/store/people/people.ts';
import { answerOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { newcomer, suspend } from '../../scene.ts';
import { everything, lift, moderate } from '../../store/rows.ts';
import { times } from '../../thoroughness.ts';
import { type Action, action, everyone, Model, people, speakerOf, team, type Who } from './followsModel.ts';

const put = (registry: TestRegistry, follower: string, followed: string) =>
  registry.send('PUT', `/profiles/${followed}/follow`, follower);
const remove = (registry: TestRegistry, follower: string, followed: string) =>
  registry.send('DELETE', `/profiles/${followed}/follow`, follower);
const follow = async (registry: TestRegistry, follower: string, followed: string) => {
  registry.clock.now += 60;
  return answerOf('followProfile', await put(registry, follower, followed));
};
const unfollow = async (registry: TestRegistry, follower: string, followed: string) =>
  answerOf('unfollowProfile', await remove(registry, follower, followed));

/** A profile's lists, whose totals are its counts. */
async function listed(registry: TestRegistry, handle: string): Promise<{ followers: string[]; following: string[] }> {
  const path = `/profiles/${handle}`;
  const profile = await answerOf('getProfile', await registry.get(path));
  const followers = await answerOf('listFollowers', await registry.get(`${path}/followers?limit=100`));
  const following = await answerOf('listFollowing', await registry.get(`${path}/following?limit=100`));
  const named = ({ items }: { items: { handle: string }[] }) => items.map((item) => item.handle);
  const lists = { followers: named(followers), following: named(following) };
  expect([handle, profile.followers, profile.following, followers.total, following.total]).toEqual([
    handle,
    lists.followers.length,
    lists.following.length,
    lists.followers.length,
    lists.following.length,
  ]);
  return lists;
}

describe.each(engineNames)('following on %s', (name) => {
  async function opened(...handles: string[]) {
    const registry = await openRegistry(name);
    for (const handle of handles) await registry.as(handle);
    return registry;
  }

  it('puts each into the list of the other, the newest first', async () => {
    await using registry = await opened('anna', 'bob', 'carl');
    expect(await follow(registry, 'bob', 'anna')).toEqual({ handle: 'anna', following: true, followers: 1 });
    expect(await follow(registry, 'carl', 'anna')).toEqual({ handle: 'anna', following: true, followers: 2 });
    await follow(registry, 'anna', 'bob');
    expect(await listed(registry, 'anna')).toEqual({ followers: ['carl', 'bob'], following: ['bob'] });
    expect(await listed(registry, 'bob')).toEqual({ followers: ['anna'], following: ['anna'] });
    expect(await unfollow(registry, 'bob', 'anna')).toEqual({ handle: 'anna', following: false, followers: 1 });
    expect(await listed(registry, 'anna')).toEqual({ followers: ['carl'], following: ['bob'] });
    expect(await listed(registry, 'bob')).toEqual({ followers: ['anna'], following: [] });
  });

  it('is of a bounded number, of which each may be followed again', async () => {
    await using registry = await opened('anna', 'bob', 'carl');
    await follow(registry, 'anna', 'bob');
    await registry.engine.write(async (db) => {
      const { id } = await db
        .selectFrom('profiles')
        .select('id')
        .where('handle', '=', 'anna')
        .executeTakeFirstOrThrow();
      const others: number[] = [];
      for (let index = 1; index < limits.following; index += 1)
        others.push((await createAccount(db, {}, registry.clock.now)).id);
      for (let from = 0; from < others.length; from += 500)
        await db
          .insertInto('follows')
          .values(
            others.slice(from, from + 500).map((followed_id) => ({ follower_id: id, followed_id, created_at: 0 })),
          )
          .execute();
    });
    expect(await refused(await put(registry, 'anna', 'carl'))).toBe('409 conflict');
    expect((await put(registry, 'anna', 'bob')).status).toBe(200);
    await unfollow(registry, 'anna', 'bob');
    expect((await put(registry, 'anna', 'carl')).status).toBe(200);
  });

  it('twice is following once, and so is ending it', async () => {
    await using registry = await opened('anna', 'bob');
    const never = await everything(registry.engine);
    expect(await unfollow(registry, 'bob', 'anna')).toEqual({ handle: 'anna', following: false, followers: 0 });
    expect(await everything(registry.engine)).toEqual(never);
    await follow(registry, 'bob', 'anna');
    const followed = await everything(registry.engine);
    expect((await follow(registry, 'bob', 'anna')).followers).toBe(1);
    expect(await everything(registry.engine)).toEqual(followed);
    await unfollow(registry, 'bob', 'anna');
    const ended = await everything(registry.engine);
    expect((await unfollow(registry, 'bob', 'anna')).followers).toBe(0);
    expect(await everything(registry.engine)).toEqual(ended);
  });

  it('is for teams too, also by those in them', async () => {
    await using registry = await opened('anna', 'bob');
    await answerOf('createTeam', await registry.send('POST', '/teams', 'anna', { handle: 'crew' }));
    await follow(registry, 'bob', 'crew');
    expect(await follow(registry, 'anna', 'crew')).toEqual({ handle: 'crew', following: true, followers: 2 });
    expect(await listed(registry, 'crew')).toEqual({ followers: ['anna', 'bob'], following: [] });
    expect((await unfollow(registry, 'bob', 'crew')).followers).toBe(1);
  });

  it('takes a handle of one’s own and someone else who is shown; else nothing is stored', async () => {
    await using registry = await opened('anna', 'bob', 'gone', 'mallory');
    const { send } = await newcomer(registry);
    for (const handle of ['gone', 'mallory']) await follow(registry, 'anna', handle);
    await answerOf('releaseHandle', await registry.send('DELETE', '/handles/gone', 'gone'));
    await suspend(registry, 'mallory', true);
    const before = await everything(registry.engine);
    for (const act of [put, remove]) {
      expect(await refused(await act(registry, 'anna', 'anna'))).toBe('403 forbidden');
      for (const handle of ['nobody', 'gone', 'mallory'])
        expect(await refused(await act(registry, 'anna', handle)), handle).toBe('404 profile_not_found');
      expect(await refused(await act(registry, 'anna', 'No'))).toBe('422 handle_invalid');
      expect(await refused(await act(registry, 'gone', 'anna'))).toBe('403 forbidden');
      expect(await refused(await act(registry, 'mallory', 'anna'))).toBe('401 token_revoked');
    }
    for (const method of ['PUT', 'DELETE'])
      expect(await refused(await send(method, '/profiles/anna/follow'))).toBe('403 forbidden');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('outlives a rename, and is out of sight while one of the two is without a handle', async () => {
    await using registry = await opened('anna', 'bob', 'carl');
    await follow(registry, 'bob', 'anna');
    await follow(registry, 'carl', 'anna');
    await follow(registry, 'anna', 'carl');
    const claim = (body: object) => registry.send('POST', '/handles', 'anna', body);
    await answerOf('claimHandle', await claim({ handle: 'lovelace', release: 'anna' }));
    expect(await listed(registry, 'lovelace')).toEqual({ followers: ['carl', 'bob'], following: ['carl'] });
    expect(await listed(registry, 'carl')).toEqual({ followers: ['lovelace'], following: ['lovelace'] });
    expect(await refused(await put(registry, 'bob', 'anna'))).toBe('404 profile_not_found');

    await answerOf('releaseHandle', await registry.send('DELETE', '/handles/lovelace', 'anna'));
    expect(await listed(registry, 'bob')).toEqual({ followers: [], following: [] });
    expect(await listed(registry, 'carl')).toEqual({ followers: [], following: [] });
    expect((await follow(registry, 'bob', 'carl')).followers).toBe(1);

    await answerOf('claimHandle', await claim({ handle: 'byron' }));
    expect(await listed(registry, 'byron')).toEqual({ followers: ['carl', 'bob'], following: ['carl'] });
    expect(await listed(registry, 'carl')).toEqual({ followers: ['bob', 'byron'], following: ['byron'] });
  });

  it('is out of sight while one of the two is suspended', async () => {
    await using registry = await opened('anna', 'bob', 'mallory');
    await follow(registry, 'mallory', 'anna');
    await follow(registry, 'bob', 'mallory');
    for (const _ of ['once', 'and again']) {
      await suspend(registry, 'mallory', true);
      expect(await refused(await registry.get('/profiles/mallory/followers'))).toBe('404 profile_not_found');
      expect(await listed(registry, 'anna')).toEqual({ followers: [], following: [] });
      expect(await listed(registry, 'bob')).toEqual({ followers: [], following: [] });
      await suspend(registry, 'bob', true);
      await suspend(registry, 'mallory', false);
      expect(await listed(registry, 'mallory')).toEqual({ followers: [], following: ['anna'] });
      await suspend(registry, 'bob', false);
      expect(await listed(registry, 'mallory')).toEqual({ followers: ['bob'], following: ['anna'] });
      expect(await listed(registry, 'anna')).toEqual({ followers: ['mallory'], following: [] });
    }
  });

  it('by someone who is hidden is counted nowhere until they are shown again', async () => {
    await using registry = await opened('anna', 'veiled');
    await moderate(registry, 'veiled', 'hide');
    expect((await follow(registry, 'veiled', 'anna')).followers).toBe(0);
    expect(await listed(registry, 'anna')).toEqual({ followers: [], following: [] });
    await lift(registry, 'veiled');
    expect(await listed(registry, 'anna')).toEqual({ followers: ['veiled'], following: [] });
    await moderate(registry, 'veiled', 'hide');
    expect((await unfollow(registry, 'veiled', 'anna')).followers).toBe(0);
    expect(await listed(registry, 'anna')).toEqual({ followers: [], following: [] });
  });

  it('by fifty people at once counts fifty, and once for one who does it fifty times', async () => {
    const fans = Array.from({ length: 50 }, (_, index) => `fan-${index + 1}`);
    await using registry = await opened('anna', 'bob', ...fans);
    const answers = await Promise.all(
      fans.map(async (fan) => answerOf('followProfile', await put(registry, fan, 'anna'))),
    );
    expect(answers.map((answer) => answer.followers).sort((a, b) => a - b)).toEqual(fans.map((_, index) => index + 1));
    await Promise.all(fans.map(async () => answerOf('followProfile', await put(registry, 'bob', 'anna'))));
    const { followers } = await listed(registry, 'anna');
    expect(followers.toSorted()).toEqual([...fans, 'bob'].sort());
    await Promise.all(fans.map((fan) => unfollow(registry, fan, 'anna')));
    expect(await listed(registry, 'anna')).toEqual({ followers: ['bob'], following: [] });
  });
});

describe('counts of followers', () => {
  it('equal the lists, whatever people do in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (story) => {
        await using registry = await openRegistry();
        const act = await actor(registry);
        const model = new Model();
        for (const action of [...opening, ...story]) {
          registry.clock.now += 60;
          const response = await act(model, action);
          const refusal = model.take(action);
          expect([action, response && !response.ok ? await refused(response) : undefined]).toEqual([action, refusal]);
        }
        for (const who of everyone) {
          const handle = model.handles.get(who) ?? '';
          const expected = model.listed(who);
          if (expected) expect([who, await listed(registry, handle)]).toEqual([who, expected]);
          else expect(await refused(await registry.get(`/profiles/${handle}`)), who).toBe('404 profile_not_found');
        }
      }),
      { numRuns: times(20) },
    );
  });
});

/** Everyone follows everyone, so that whatever comes after it changes a count. */
const opening: Action[] = people.flatMap((person) =>
  everyone.filter((whom) => whom !== person).map((whom): Action => ({ act: 'follow', person, whom, on: true })),
);

/** Does what an action says, as whoever does it, under the handles that the model has until then. */
async function actor(registry: TestRegistry) {
  const persons = new Map<Who, Awaited<ReturnType<typeof newcomer>>>();
  for (const person of people) {
    const joined = await newcomer(registry);
    await answerOf('claimHandle', await joined.send('POST', '/handles', { handle: person }));
    persons.set(person, joined);
  }
  const send = (who: Who, method: string, path: string, body?: object): Promise<Response> => {
    const sender = persons.get(speakerOf(who));
    if (!sender) throw new Error(`Nobody speaks for ${who}.`);
    return sender.send(method, path, body);
  };
  await answerOf('createTeam', await send(team, 'POST', '/teams', { handle: team }));
  return async ({ handles, nameless, nextHandle }: Model, action: Action): Promise<Response | undefined> => {
    const handleOf = (who: Who) => handles.get(who) ?? '';
    switch (action.act) {
      case 'follow':
        return send(action.person, action.on ? 'PUT' : 'DELETE', `/profiles/${handleOf(action.whom)}/follow`);
      case 'claim': {
        const release = action.giveUp && !nameless.has(action.person) && { release: handleOf(action.person) };
        return send(action.person, 'POST', '/handles', { handle: nextHandle(action.person), ...release });
      }
      case 'release':
        return send(action.who, 'DELETE', `/handles/${handleOf(action.who)}`);
      case 'suspend':
        await suspend(registry, handleOf(action.who), action.suspended);
        return undefined;
    }
  };
}
