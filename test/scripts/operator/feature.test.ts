import { expect, it } from 'vitest';
import { feature } from '../../../scripts/operator/moderating/feature.ts';
import { published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry } from '../../registry.ts';
import { addKit, deskOf } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';

it.each(engineNames)('the operator features kits, which the home page shows in their order, on %s', async (name) => {
  await using registry = await openRegistry(name);
  await using mirrored = await openMirrored(registry);
  const desk = deskOf(registry);
  const { hash } = await published(registry, 'ada:one');
  await published(registry, 'ada:two');
  await addKit(registry, 'ada', 'first', ['ada:one']);
  await addKit(registry, 'ada', 'second', ['ada:two']);
  await addKit(registry, 'ada', 'empty', []);
  await addKit(registry, 'ada', 'hidden', ['ada:one'], 'private');
  await mirrored.snapshot.full();
  const shown = async () => {
    await mirrored.snapshot.step();
    const pages = [await registry.app.request('/'), await mirrored.mirror.request('/')];
    const [origin = '', mirror = ''] = await Promise.all(pages.map((page) => page.text()));
    expect(mirror).toBe(origin);
    const [, section = ''] = /id="featured"([\s\S]*?)<\/section>/.exec(origin) ?? [];
    return [...new Set([...section.matchAll(/href="[^"]*\/ada\/kit\/([\w-]+)"/g)].map(([, slug]) => slug))];
  };

  expect(await feature(desk, [], {})).toMatchObject({ text: 'No kits are featured.' });
  expect(await shown()).toEqual([]);
  await feature(desk, ['ada/second', 'ada/empty', 'ada/first'], {});
  expect(await shown()).toEqual(['second', 'first']);
  expect(await feature(desk, [], {})).toMatchObject({ json: { featured: ['ada/second', 'ada/empty', 'ada/first'] } });

  // One that not everyone sees is refused, as one that isn’t there, and nothing changes.
  for (const kit of ['ada/hidden', 'ada/nowhere'])
    await expect(feature(desk, ['ada/first', kit], {})).rejects.toThrow(`There is no public kit ${kit}.`);
  await expect(feature(desk, ['nonsense'], {})).rejects.toThrow('is not a kit');
  expect(await shown()).toEqual(['second', 'first']);

  await quarantine(registry, 'ada:one', hash);
  expect(await shown()).toEqual(['second']);
  await feature(desk, [], { none: true });
  expect(await shown()).toEqual([]);
});
