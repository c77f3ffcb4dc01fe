import { describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';

const put = (registry: TestRegistry, skill: string, body: object) =>
  registry.send('PUT', `/kits/ada/tools/skills/${skill.replace(':', '/')}`, 'ada', body);
const kit = async (registry: TestRegistry) =>
  answerOf('getKitByHandle', await registry.get('/kits/by-handle/ada/tools'));
const notes = async (registry: TestRegistry) => (await kit(registry)).skills.map(({ note }) => note);

describe.each(engineNames)('notes in kits on %s', (name) => {
  it('are shown wherever the kit is, and each change is a new version of it', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:one');
    await addKit(registry, 'ada', 'tools', ['ada:one']);
    const { version } = await kit(registry);
    await put(registry, 'ada:one', { note: '  Run it *first*.  ' });
    expect(await kit(registry)).toMatchObject({ version: version + 1, skills: [{ note: 'Run it *first*.' }] });
    expect(await (await registry.get('ada/kit/tools.md')).text()).toContain('\n  Note: Run it \\*first\\*.');
    expect(await (await registry.get('ada/kit/tools')).text()).toContain('Run it *first*.');
    await put(registry, 'ada:one', { hash });
    expect(await notes(registry)).toEqual(['Run it *first*.']);
    await put(registry, 'ada:one', { hash, note: 'Run it *first*.' });
    expect((await kit(registry)).version).toBe(version + 2);
    await put(registry, 'ada:one', { hash, note: '' });
    expect(await notes(registry)).toEqual([undefined]);
    expect(await (await registry.get('ada/kit/tools.md')).text()).not.toContain('Note:');
  });

  it('are short texts without control characters', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await addKit(registry, 'ada', 'tools', []);
    expect((await put(registry, 'ada:one', { note: 'x'.repeat(280) })).status).toBe(200);
    for (const note of ['x'.repeat(281), 'a\u0007b', 'a\u009bb', 7, null, ['a']])
      expect(await refused(await put(registry, 'ada:one', { note }))).toBe('400 malformed_body');
    await put(registry, 'ada:one', { note: '<img src=x onerror=alert(1)>\n\n# Not a heading' });
    expect(await (await registry.get('ada/kit/tools')).text()).not.toContain('<img src=x');
    expect(await (await registry.get('ada/kit/tools.md')).text()).not.toMatch(/^# Not|(?<!\\)<img/m);
  });

  it('of what is private say nothing, not even by the kit’s version', async () => {
    await using registry = await openRegistry(name);
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await published(registry, 'ada:one');
    await addKit(registry, 'ada', 'tools', ['ada:one']);
    const before = await (await registry.get('/kits/by-handle/ada/tools')).text();
    await put(registry, 'ada:secret', { note: 'Our veiled one.' });
    await put(registry, 'ada:secret', { note: 'Still veiled.' });
    expect(await (await registry.get('/kits/by-handle/ada/tools')).text()).toBe(before);
  });
});
