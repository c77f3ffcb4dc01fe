import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { times } from '../thoroughness.ts';
import { type Action, action, Model, opening, people } from './countsModel.ts';
import { type Mirrored, openMirrored } from './mirrored.ts';

describe.each(engineNames)('on %s', (name) => {
  it('whatever people do in whatever order, all counts are right, at the mirror too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action, look: fc.boolean() }), { minLength: 10, maxLength: 30 }),
        async (story) => {
          await using registry = await openRegistry(name);
          await using mirrored = await openMirrored(registry);
          const model = new Model();
          for (const handle of people) await registry.as(handle);
          for (const { action, look } of [...opening, ...story]) {
            registry.clock.now += 60;
            const response = await send(registry, action, model.meant(action));
            const { hash } = (await response.json()) as { hash?: string };
            expect([action, response.ok]).toEqual([action, model.take(action, hash)]);
            if (look) await mirrored.snapshot.step();
          }
          expect(await answered(registry)).toEqual(model.counted());
          await mirrored.snapshot.step();
          await expectSame(registry, mirrored, model);
        },
      ),
      { numRuns: times(name === 'sqlite' ? 5 : 1) },
    );
  });
});

/** The same out of the registry's own answers. */
async function answered(registry: TestRegistry) {
  const stats = await answerOf('getRegistryStats', await registry.get('/stats'));
  const feed = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
  const { skills } = await answerOf('listSkills', await registry.get('/skills?limit=100'));
  const { kits } = await answerOf('listKits', await registry.get('/discover/kits?limit=100'));
  const pathOf = (target: string) => target.replace(':', '/');
  const ofSkill = async (skill: (typeof skills)[number]) => {
    const id = pathOf(skill.skill_id);
    const { kits } = await answerOf('listKitsForSkill', await registry.get(`/skills/${id}/kits`));
    return {
      id,
      installs: skill.install_count,
      users: skill.used_by,
      total: skill.used_by_count,
      latest: skill.latest_hash,
      kits: kits.map((kit) => kit.id).sort(),
    };
  };
  const ofKit = async ({ id, skill_count, subscriber_count }: (typeof kits)[number]) => {
    const kit = await answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${id}`));
    expect([kit.skill_count, kit.subscriber_count, kit.skills.length]).toEqual([
      skill_count,
      subscriber_count,
      skill_count,
    ]);
    return {
      id,
      version: kit.version,
      subscribers: subscriber_count,
      members: kit.skills.map((one) => pathOf(one.skill_id)).sort(),
    };
  };
  const byId = <T extends { id: string }>(rows: T[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(feed.total).toBe(feed.items.length);
  return {
    stats,
    feed: feed.items.map((item) => pathOf(item.target) + (item.hash ? ` ${item.hash}` : '')),
    skills: byId(await Promise.all(skills.map(ofSkill))),
    kits: byId(await Promise.all(kits.map(ofKit))),
    installs: await Promise.all(
      people.map(async (who) => (await answerOf('getProfile', await registry.get(`/profiles/${who}`))).totalInstalls),
    ),
  };
}

/** Sends an action to the registry as whoever does it; `hash` is of the version that it means. */
function send(registry: TestRegistry, action: Action, hash = 'f'.repeat(64)): Promise<Response> {
  const [owner = '', slug = ''] = ('kit' in action ? action.kit : action.skill).split('/');
  switch (action.act) {
    case 'publish': {
      const options = action.visibility ? { visibility: action.visibility } : {};
      return registry.publish(owner, slug, { 'SKILL.md': skillMd(slug, `About ${action.text}.`) }, options);
    }
    case 'turn':
      return registry.send('PATCH', `/skills/${action.skill}`, owner, { visibility: action.visibility });
    case 'deprecate':
      return registry.send('PATCH', `/skills/${action.skill}`, owner, { deprecated: action.deprecated });
    case 'withdraw':
      return registry.send('DELETE', `/skills/${action.skill}/versions/${hash}`, owner);
    case 'make':
      return registry.send('POST', '/kits', owner, { owner, slug, name: slug, visibility: action.visibility });
    case 'turnKit':
      return registry.send('PATCH', `/kits/${action.kit}`, owner, { visibility: action.visibility });
    case 'drop':
      return registry.send('DELETE', `/kits/${action.kit}`, owner);
    case 'put':
      return registry.send(
        'PUT',
        `/kits/${action.kit}/skills/${action.skill}`,
        owner,
        action.pin === null ? {} : { hash },
      );
    case 'take':
      return registry.send('DELETE', `/kits/${action.kit}/skills/${action.skill}`, owner);
    case 'subscribe':
      return registry.send(action.on ? 'PUT' : 'DELETE', `/kits/${action.kit}/subscription`, action.person);
    case 'install':
      return registry.send(action.on ? 'PUT' : 'DELETE', `/library/${action.skill}`, action.person, {});
  }
}

/** What the mirror answers is what the origin does, to the byte, of everything there is and of what is hidden or gone. */
async function expectSame({ app }: TestRegistry, { mirror }: Mirrored, model: Model): Promise<void> {
  const paths = [
    ...[...model.skills.keys()].flatMap((id) => [`/skills/${id}`, `/skills/${id}/kits`, `/skills/${id}/manifest`]),
    ...[...model.kits.keys()].map((id) => `/kits/by-handle/${id}`),
    ...people.map((who) => `/profiles/${who}`),
    ...[
      '/skills',
      '/discover/kits',
      '/discover/people',
      '/discover/feed',
      '/stats',
      '/search?q=one',
      '/search?q=tools',
    ],
  ].map((path) => `/api/v1${path}`);
  const pages = ['/', ...[...model.skills.keys()].map((id) => `/${id}.md`), ...people.map((who) => `/${who}.md`)];
  for (const path of [...paths, ...pages]) {
    const [here, there] = await Promise.all([mirror, app].map((side) => side.request(path)));
    const parts = async (response: Response) => [
      path,
      response.status,
      response.headers.get('etag'),
      await response.text(),
    ];
    expect(await parts(here as Response)).toEqual(await parts(there as Response));
  }
}
