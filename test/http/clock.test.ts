import { afterEach, describe, expect, it, vi } from 'vitest';
import { bucketWindow } from '../../origin/contract/operations/row.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { answerOf } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, skillMd } from '../registry.ts';

const day = 86_400;

describe.each(engineNames)('a clock that jumps, on %s', (name) => {
  it.each([
    ['a day ahead and back', [day, -day]],
    ['a day back and ahead', [-day, day]],
    ['two days back', [-day, -day]],
  ])('%s leaves numbers, order and the mirror as they should be', async (_, jumps) => {
    await using registry = await openRegistry(name);
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const device = { authorization: `Bearer ${await registry.tokenFor('ada', 'device')}` };
    for (const [index, jump] of [0, ...jumps].entries()) {
      registry.clock.now += jump;
      const version = { 'SKILL.md': skillMd('sums', `Version ${index + 1}.`) };
      expect((await registry.publish('ada', 'sums', version)).status).toBe(201);
      expect((await registry.publish('ada', `skill-${index}`, { 'SKILL.md': skillMd(`skill-${index}`) })).status).toBe(
        201,
      );
      expect((await registry.get('/sync/manifest', device)).status).toBe(200);
      await mirrored.snapshot.step();
    }
    const { versions } = await answerOf('getSkill', await registry.get('/skills/ada/sums'));
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    const { skills } = await answerOf('listSkills', await registry.get('/skills?sort=new'));
    expect(skills.map(({ slug }) => slug)).toEqual(['skill-2', 'skill-1', 'skill-0', 'sums']);
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed'));
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((one, other) => other - one));
    for (const path of ['/skills/ada/sums', '/discover/feed', '/skills', '/profiles/ada'])
      expect(await (await mirrored.mirror.request(`/api/v1${path}`)).text()).toBe(
        await (await registry.get(path)).text(),
      );
    expect(mirrored.alarms).toEqual([]);
  });
});

describe('a clock that was ahead', () => {
  it('does not leave a session proved, or a token alive, for as long as it was', async () => {
    await using registry = await openRegistry();
    await registry.as('ada');
    registry.clock.now += 30 * day;
    const minted = async () => (await registry.sendOnSite('POST', '/tokens', 'ada', { class: 'mcp' })).status;
    expect(await minted()).toBe(201);
    const token = await registry.tokenFor('ada', 'device');
    await registry.get('/sync/manifest', { authorization: `Bearer ${token}` });
    const endOf = async () =>
      (
        await registry.engine.db
          .selectFrom('tokens')
          .select('expires_at')
          .where('class', '=', 'device')
          .executeTakeFirstOrThrow()
      ).expires_at ?? 0;
    const wrong = await endOf();
    registry.clock.now -= 30 * day;
    expect(await minted()).toBe(403);
    await registry.get('/sync/manifest', { authorization: `Bearer ${token}` });
    expect(wrong - (await endOf())).toBe(30 * day);
  });
});

describe('a window of a rate limit', () => {
  afterEach(() => void vi.useRealTimers());
  it('is never told to be longer than it is, also where the clock goes back within it', async () => {
    const meter = memoryMeter();
    await meter.consume('write', 'one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - day * 1000 });
    const { resetSeconds, remaining } = await meter.consume('write', 'one');
    expect(resetSeconds).toBeLessThanOrEqual(bucketWindow);
    expect(remaining).toBe((await memoryMeter().consume('write', 'other')).remaining - 1);
  });
});
