import { describe, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { textOf } from '../../mirror/site/tags.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, follow, install } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';

const day = 24 * 60 * 60;
const textAt = async (registry: TestRegistry, path: string) => textOf(await (await registry.app.request(path)).text());

describe.each(engineNames)('the statistics on %s', (name) => {
  it('count what everyone sees, and follow the day', async () => {
    await using registry = await openRegistry(name);
    // The last second of a UTC day.
    registry.clock.now = Math.floor(registry.clock.now / day) * day - 1;
    const dayOf = (offset: number) => new Date((registry.clock.now + offset * day) * 1000).toISOString().slice(0, 10);
    const today = dayOf(0);
    await published(registry, 'ada:one', undefined, { category: 'data' });
    await published(registry, 'ada:one', { 'SKILL.md': skillMd('one', 'Another.') });
    await published(registry, 'ada:two', undefined, { category: 'coding' });
    await published(registry, 'ada:flagged', { 'SKILL.md': skillMd('flagged', 'x', 'Sum the col\u200bumns.') });
    await published(registry, 'ada:secret', undefined, { category: 'health', visibility: 'private' });
    const { hash } = await published(registry, 'ada:poisoned', undefined, { category: 'media' });
    await quarantine(registry, 'ada:poisoned', hash);
    await install(registry, 'grace', 'ada:two');
    const text = await textAt(registry, '/stats');
    expect(text).toContain('4 versions in 30 days');
    expect(text).toContain(`Day (UTC) versions ${today} 4 ${dayOf(-1)} 0`);
    expect(text).toMatch(/coding 1 data 1 /);
    expect(text).not.toMatch(/health|media/);
    expect(text).toMatch(/Most installed ada\/two 1 Signatures/);
    expect(text).toMatch(/unsigned 3 100% This version is not signed\./);
    expect(text).toMatch(/not flagged 2 67% .* flagged 1 33%/);
    registry.clock.now += 1;
    expect(await textAt(registry, '/stats')).toContain(`Day (UTC) versions ${dayOf(0)} 0 ${today} 4`);
    registry.clock.now += 29 * day;
    expect(await textAt(registry, '/stats')).toContain('0 versions in 30 days');
  });
});

describe.each(engineNames)('pages of people on %s', (name) => {
  it('show a kit, who follows, and what is in force against whom', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:one');
    await published(registry, 'ada:secret', undefined, { visibility: 'private' });
    await addKit(registry, 'grace', 'tools', [`ada:one@${hash}`]);
    await addKit(registry, 'grace', 'hidden', [], 'private');
    await follow(registry, 'reader-one', 'grace');
    await follow(registry, 'reader-two', 'grace');
    await registry.send('PUT', '/kits/grace/tools/subscription', 'ada');
    expect(await textAt(registry, '/grace/kit/tools')).toMatch(/Subscribers 1 .* one ada .* pinned to /);
    const profile = await textAt(registry, '/grace');
    expect(profile).toMatch(/Kits The tools kit tools .* 1 skill 1 subscriber/);
    expect(profile).not.toContain('hidden');
    expect(profile).toMatch(/Followers reader-two reader-one|Followers reader-one reader-two/);
    expect(await textAt(registry, '/grace/followers')).toMatch(/2, newest first/);
    expect(await textAt(registry, '/reader-one/following')).toContain('grace');
    await quarantine(registry, 'ada:one', hash);
    expect(await textAt(registry, '/moderation')).toContain('Quarantined ada:one @');
    expect(await textAt(registry, '/grace/kit/tools')).toContain('No public skills in this kit.');
  });
});
