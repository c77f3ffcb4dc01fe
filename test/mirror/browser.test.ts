import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../origin/http/listen.ts';
import { publishStarterSkills } from '../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../browser.ts';
import { openRegistry, site, type TestRegistry } from '../registry.ts';
import { deskOf } from '../scene.ts';
import { type Mirrored, openMirrored } from './mirrored.ts';

describe.skipIf(!browserIsHere)(inBrowser('in a browser'), () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;

  beforeAll(async () => {
    registry = await openRegistry();
    await publishStarterSkills(deskOf(registry));
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  /** Opens a page and returns it with what went wrong on the way. */
  async function visit(path: string, width: number) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const wrong: string[] = [];
    const address = `http://127.0.0.1:${server.port}`;
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('request', (request) => request.url().startsWith(address) || wrong.push(`asks ${request.url()}`));
    page.on('response', (response) => response.status() >= 400 && wrong.push(`${response.status()} ${response.url()}`));
    await page.goto(address + path);
    return { page, wrong };
  }

  it.each(['/', '/registry', '/registry/find-skills', '/docs/errors'])(
    '%s loads whole, asks no other host and fits',
    async (path) => {
      for (const width of [360, 1280]) {
        const { page, wrong } = await visit(path, width);
        expect(wrong).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `at ${width}`).toBe(0);
        await page.close();
      }
    },
  );

  it('leads from the newest skills to the text of one', async () => {
    const { page } = await visit('/', 1280);
    await page.getByRole('link', { name: 'find-skills' }).first().click();
    expect(new URL(page.url()).pathname).toBe('/registry/find-skills');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('find-skills');
    expect(await page.getByText('no known pattern, corpus').count()).toBeGreaterThan(0);
    await page.close();
  });

  it('shows a person a page where nothing lives', async () => {
    const { page } = await visit('/nobody/nothing', 1280);
    expect(await page.title()).toMatch(/not found|nothing/i);
    await page.close();
  });
});
