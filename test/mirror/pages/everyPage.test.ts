import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideNames } from '../../../origin/contract/grammar/guides.ts';
import { type Template, template } from '../../../origin/contract/grammar/template.ts';
import { type PageId, pageIds, pageOf, pages } from '../../../origin/contract/pages.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf } from '../../scene.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

interface Axe {
  axe: { run(options: object): Promise<AxeResults> };
}

/** What is wrong for people who can't see or use no mouse, by the rules of axe; runs in the page. */
async function barriers(options: object): Promise<[rule: string, at: string[]][]> {
  const { axe } = globalThis as unknown as Axe;
  const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
}

const ids = pageIds.filter((id) => pageOf(id).media === 'text/html');

describe.skipIf(!browserIsHere)(inBrowser('every page of the site'), () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;
  let axe: string;
  /** One for all of them: another one would compile the rules again. */
  let page: Page;
  const elsewhere: string[] = [];
  const failed: string[] = [];
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
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('request', (request) => request.url().startsWith(address()) || elsewhere.push(request.url()));
    page.on('pageerror', ({ message }) => failed.push(message));
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const address = () => `http://127.0.0.1:${server.port}`;
  const pathOf = (id: PageId): string => {
    const { path } = pages[id];
    const ofSkill = path.startsWith('/{author}/{slug}') ? { author: 'ada', slug: 'changed' } : { slug: 'all' };
    return (template(path) as Template).format({ ...values, ...ofSkill });
  };

  it.each([...ids, 'notFound'] as const)(
    '%s is sound for people who can’t see it or use no mouse, in both themes, fits a phone and asks nobody else',
    async (id) => {
      const path = id === 'notFound' ? '/nobody/nothing' : pathOf(id);
      const response = await page.goto(address() + path);
      expect([path, response?.status()]).toEqual([path, id === 'notFound' ? 404 : 200]);
      await page.evaluate(axe);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // In the other theme only colours are others.
        const found = await page.evaluate(barriers, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {});
        expect([colorScheme, path, found]).toEqual([colorScheme, path, []]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, overflow]).toEqual([path, 0]);
      // Account pages look for their origin, which is not there.
      expect(elsewhere.splice(0).filter((url) => !url.startsWith(site.originUrl))).toEqual([]);
      expect(failed.splice(0)).toEqual([]);
    },
  );
});
