import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tabbedAgents } from '../../../origin/contract/clients/agents.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf } from '../../scene.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

describe.skipIf(!browserIsHere)(inBrowser('in a browser'), () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;

  beforeAll(async () => {
    registry = await openRegistry();
    await publishStarterSkills(deskOf(registry));
    await addKit(registry, 'registry', 'all', ['registry:find-skills']);
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

  it.each(['/', '/registry', '/registry/find-skills', '/docs/errors', '/activity', '/stats', '/registry/kit/all'])(
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

  it('gives the ways to get a skill by keyboard and without a script, and every one of them in print', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.port}/registry/find-skills`);
    const commands = [
      'skill-registry add registry/find-skills',
      /npx skills add \S+$/,
      ...tabbedAgents.map(({ id }) => `-a ${id}`),
      '/api/v1/mcp',
      'tar -xz',
    ];
    const shown = async () => {
      const visible = await Promise.all(commands.map((command) => page.getByText(command).first().isVisible()));
      return commands.filter((_, index) => visible[index]);
    };
    await page.getByRole('radio', { name: 'skill-registry' }).focus();
    for (const command of commands) {
      expect(await shown()).toEqual([command]);
      await page.keyboard.press('ArrowRight');
    }
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toEqual(commands);
    await context.close();
  });

  it('leads from a version to its files and changes, and to a line', async () => {
    const files = (text: string) => ({
      'SKILL.md': skillMd('sums', 'Adds.', text),
      'scripts/add.sh': `set -e\necho ${text}\n`,
    });
    for (const text of ['one', 'two']) await registry.publish('ada', 'sums', files(text));
    await mirrored.snapshot.step();
    const { page, wrong } = await visit('/ada/sums', 390);
    await page.getByRole('link', { name: 'Files 2' }).click();
    await page.getByRole('link', { name: 'add.sh' }).click();
    await page.getByRole('link', { name: '2', exact: true }).click();
    expect(await page.locator(':target').textContent()).toContain('echo two');
    await page.getByRole('link', { name: 'v2', exact: true }).click();
    await page.getByRole('link', { name: 'Versions 2' }).click();
    await page.getByRole('link', { name: 'Changes since v1' }).click();
    expect(await page.locator('.diff .removed').last().textContent()).toBe('-echo one\n');
    await page.getByLabel('From').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Both versions are the same').waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('shows characters that change how a line reads, in a file and in a comparison', async () => {
    const file = (text: string) => ({ 'SKILL.md': skillMd('marks', 'Marks.', ''), 'run.sh': `echo ${text}\n` });
    for (const text of ['plain', 'turned\u{202E}around']) await registry.publish('ada', 'marks', file(text));
    await mirrored.snapshot.step();
    const { page } = await visit('/ada/marks', 1280);
    await page.getByRole('link', { name: 'Files 2' }).click();
    await page.getByRole('link', { name: 'run.sh' }).first().click();
    const inFile = await page.getByText('U+202E', { exact: true }).boundingBox();
    await page.getByRole('link', { name: 'v2', exact: true }).click();
    await page.getByRole('link', { name: 'Versions 2' }).click();
    await page.getByRole('link', { name: 'Changes since v1' }).click();
    const inComparison = await page.locator('.added').getByText('U+202E', { exact: true }).boundingBox();
    for (const box of [inFile, inComparison]) expect(box?.width).toBeGreaterThan(20);
    await page.close();
  });

  it('leads from the newest skills to the text of one', async () => {
    await registry.publish('ada', 'newest', { 'SKILL.md': skillMd('newest') });
    await mirrored.snapshot.step();
    const { page } = await visit('/', 1280);
    await page.getByRole('link', { name: 'newest', exact: true }).first().click();
    expect(new URL(page.url()).pathname).toBe('/ada/newest');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('newest');
    expect(await page.getByText('No issues found (rules').count()).toBeGreaterThan(0);
    await page.close();
  });

  it('shows a person a page where nothing lives', async () => {
    const { page } = await visit('/nobody/nothing', 1280);
    expect(await page.title()).toMatch(/not found|nothing/i);
    await page.close();
  });
});
