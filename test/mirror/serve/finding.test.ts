import pino from 'pino';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFallback } from '../../../mirror/fallback/fallback.ts';
import { createMirror } from '../../../mirror/serve/app.ts';
import { renderHtml } from '../../../mirror/site/built.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, roomy, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf } from '../../scene.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

it('answers a person in JSON where nothing lives and there is no snapshot yet to look for names in', async () => {
  const files = openFolder('/nonexistent');
  const now = () => 0;
  const fallback = openFallback({
    catalog: '/nonexistent/catalog.sqlite',
    files,
    tagBits: 33,
    site,
    html: renderHtml,
    now,
  });
  const mirror = createMirror({
    files,
    tagBits: 33,
    fallback,
    site,
    log: pino({ level: 'silent' }),
    metering: roomy(),
  });
  const answer = await mirror.request('/no/such/page', { headers: { accept: 'text/html' } });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
});

describe.skipIf(!browserIsHere)(inBrowser('finding a skill'), () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const wrong: string[] = [];

  beforeAll(async () => {
    registry = await openRegistry();
    await publishStarterSkills(deskOf(registry));
    await registry.publish('ada', 'tidy-tables', { 'SKILL.md': skillMd('tidy-tables', '<b>Tidies</b> tables.') });
    await addKit(registry, 'ada', 'tables', ['ada:tidy-tables']);
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(wrong.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    contexts.push(context);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.port}${path}`);
    return page;
  };
  const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
  const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]');
  /** Presses Tab until what has the focus matches. */
  const tabTo = async (page: Page, selector: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.locator(`${selector}:focus`).count()) return;
    }
    throw new Error(`Tab does not lead to ${selector}.`);
  };

  it('takes a keyboard alone, from the first page to the copied command of a skill', async () => {
    const page = await open('/');
    const field = page.getByRole('combobox', { name: 'Search skills, kits and people' });
    await page.keyboard.press('/');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.type('tid');
    await page.getByRole('option', { name: 'ada/tidy-tables' }).waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('listbox').textContent()).toContain('<b>Tidies</b> tables.');
    expect(await page.getByRole('status').first().textContent()).toBe('1 skill found');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page).textContent()).toContain('ada/tidy-tables');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ada/tidy-tables');

    await tabTo(page, '.command button');
    await page.keyboard.press('Enter');
    const command = page.locator('.command:has(button:focus)');
    await command.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.locator('code').textContent());
  });

  it('finds what was typed while the page’s script was still on its way', async () => {
    const page = await open('/docs');
    const arrived = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(`http://127.0.0.1:${server.port}/`, { waitUntil: 'commit' });
    const field = page.getByLabel('Search skills, kits and people');
    await field.pressSequentially('tidy');
    arrived.resolve();
    await page.getByRole('option', { name: /tidy-tables/ }).waitFor();
  });

  it('keeps the theme that was chosen, from page to page', async () => {
    const page = await open('/skills', { colorScheme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    expect(await paper()).toBe(light);
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await paper()).not.toBe(light);
    await page.goto(new URL('/kits', page.url()).href);
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await paper()).not.toBe(light);
    await page.getByRole('button', { name: 'Theme: dark' }).click();
    expect(await paper()).toBe(light);
  });

  it('walks a list by j and k, and names its keys', async () => {
    const page = await open('/skills');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const names = await page.locator('.entry-name > a').allTextContents();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused()).toBe(names[1]?.trim());
    await page.keyboard.press('k');
    expect(await focused()).toBe(names[0]?.trim());
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next entry').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('jk?');
    expect(await page.locator('#search-field').inputValue()).toBe('jk?');
  });

  it('walks around the results, puts them away, and asks for the page of all', async () => {
    const page = await open('/skills');
    const list = page.getByRole('listbox');
    await page.keyboard.press('/');
    await page.keyboard.type('tables');
    await page.getByRole('group', { name: 'Kits' }).waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page).textContent()).toContain('All results for “tables”');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
    expect(await page.locator('#search-field').inputValue()).toBe('tables');
    await page.keyboard.press('ArrowDown');
    expect(await list.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await list.isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=tables');
    expect(await page.locator('#search-field').inputValue()).toBe('tables');
    await page.getByRole('link', { name: 'tidy-tables' }).click();
    await page.waitForURL('**/ada/tidy-tables');
  });

  it('keeps a slash where somebody types, and shows only what was asked last', async () => {
    const page = await open('/skills');
    const isFirst = (url: URL) => url.searchParams.get('q') === 'tid';
    await page.route(isFirst, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest((request) => isFirst(new URL(request.url())));
    await page.keyboard.press('/');
    await page.keyboard.type('tid');
    await asked;
    await page.locator('#search-field').fill('find/');
    await page.getByRole('option', { name: 'registry/find-skills' }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await page.getByRole('option', { name: 'ada/tidy-tables' }).count()).toBe(0);
    await page.keyboard.press('/');
    expect(await page.locator('#search-field').inputValue()).toBe('find//');
    await page.locator('#search-field').fill('');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
  });

  it('goes on by the form where results can’t be had', async () => {
    const page = await open('/skills');
    await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 429, json: { code: 'rate_limited' } }));
    const refused = page.waitForResponse('**/api/v1/search?*');
    await page.keyboard.press('/');
    await page.keyboard.type('tidy');
    await refused;
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=tidy');
    expect(wrong.splice(0).filter((words) => !words.includes('429'))).toEqual([]);
  });

  it('works without JavaScript by the form', async () => {
    const page = await open('/', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await tabTo(page, '#search-field');
    await page.keyboard.type('tidy');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=tidy');
    expect(pathOf(page)).toBe('/search?q=tidy');
    await tabTo(page, 'a[href="/ada/tidy-tables"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ada/tidy-tables');
    expect(await page.locator('.command code').first().textContent()).toContain('ada/tidy-tables');
    expect(await page.getByRole('button', { name: /^Copy/ }).filter({ visible: true }).count()).toBe(0);
  });

  it.each(['/', '/skills', '/kits', '/people', '/search?q=tables', '/search?q=qqq'])(
    '%s fits a phone',
    async (path) => {
      const page = await open(path, { viewport: { width: 360, height: 780 } });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    },
  );
});
