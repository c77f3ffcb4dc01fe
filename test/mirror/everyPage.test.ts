import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideNames } from '../../origin/contract/guides.ts';
import { type PageId, pageIds, pageOf, pages } from '../../origin/contract/pages.ts';
import { pathTemplate } from '../../origin/contract/template.ts';
import { type Listening, listen } from '../../origin/http/listen.ts';
import { publishStarterSkills } from '../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../browser.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, deskOf } from '../scene.ts';
import { type Mirrored, openMirrored } from './mirrored.ts';

interface Axe {
  axe: { run(options: object): Promise<AxeResults> };
}

const ids = pageIds.filter((id) => pageOf(id).media === 'text/html');

describe.skipIf(!browserIsHere)(inBrowser('every page of the site'), { timeout: 60_000 }, () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;
  let axe: string;
  let context: BrowserContext;
  const values: Record<string, string> = { author: 'registry', owner: 'registry', guide: guideNames[0] };

  beforeAll(async () => {
    registry = await openRegistry();
    await publishStarterSkills(deskOf(registry));
    await registry.publish('ada', 'changed', { 'SKILL.md': skillMd('changed'), 'run.sh': 'echo one\n' });
    await registry.publish('ada', 'changed', { 'SKILL.md': skillMd('changed'), 'run.sh': 'echo two\n' });
    await addKit(registry, 'registry', 'all', ['registry:find-skills', 'ada:changed']);
    const { latest_hash } = await (await registry.get('/skills/ada/changed')).json();
    values['hash'] = latest_hash;
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const pathOf = (id: PageId): string => {
    const { path } = pages[id];
    const ofSkill = path.startsWith('/{author}/{slug}') ? { author: 'ada', slug: 'changed' } : { slug: 'all' };
    return pathTemplate(path).format({ ...values, ...ofSkill });
  };

  it.each([...ids, 'notFound'] as const)(
    '%s is sound for people who can’t see it or use no mouse, in both themes, fits a phone and asks nobody else',
    async (id) => {
      const path = id === 'notFound' ? '/nobody/nothing' : pathOf(id);
      const page = await context.newPage();
      const address = `http://127.0.0.1:${server.port}`;
      const elsewhere: string[] = [];
      page.on('request', (request) => request.url().startsWith(address) || elsewhere.push(request.url()));
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      const response = await page.goto(address + path);
      expect([path, response?.status()]).toEqual([path, id === 'notFound' ? 404 : 200]);
      await page.evaluate(axe);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // In the other theme only colours are others.
        const found = await page.evaluate(
          (options): Promise<AxeResults> => (globalThis as unknown as Axe).axe.run(options),
          colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
        );
        const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const shown = serious.map(({ id: rule, nodes }) => [rule, nodes.slice(0, 3).map(({ html }) => html)]);
        expect([colorScheme, path, shown]).toEqual([colorScheme, path, []]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, overflow]).toEqual([path, 0]);
      // Account pages look for their origin, which is not there.
      expect(elsewhere.filter((url) => !url.startsWith(site.originUrl))).toEqual([]);
      expect(failed).toEqual([]);
      await page.close();
    },
  );
});
