/** The page of a skill as a person uses it: one part at a time, and every link into it where it leads. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

const sections = Array.from({ length: 40 }, (_, index) => `## Part ${index}\n\n${'Read this.\n\n'.repeat(9)}`).join('');
const guide = `# Guide\n\n\`\`\`sh\necho one\n\`\`\`\n\n[Last](#part-39)\n\n${sections}The very end.\n`;
const risky = '```sh\nclaude --dangerously-skip-permissions -p "Tidy"\n```\n';

describe.skipIf(!browserIsHere)(inBrowser('the page of a skill'), () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;
  let plain: BrowserContext;

  beforeAll(async () => {
    registry = await openRegistry();
    const files = { 'SKILL.md': skillMd('manual', 'Guides.', guide), 'scripts/run.sh': 'echo 1\n\necho 2\n' };
    for (const text of ['one', 'two'])
      expect((await registry.publish('ada', 'manual', { ...files, 'notes.md': text })).status).toBe(201);
    await registry.publish('ada', 'risky', {
      'SKILL.md': skillMd('risky', 'Risks.', risky),
      'odd.sh': 'echo "a\u202eb"\n',
    });
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    browser = await launchBrowser();
    plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    plain.setDefaultTimeout(8000);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const address = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  const headings = {
    Readme: 'SKILL.md',
    Files: 'Files',
    Versions: 'Versions',
    Capabilities: 'What it does',
    Scan: 'Scan',
  };
  /** The headings of the parts that are shown. */
  const shown = async (page: Page) => {
    const visible = await Promise.all(
      Object.values(headings).map(async (name) =>
        (await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()) ? [name] : [],
      ),
    );
    return visible.flat();
  };
  /** How far from the top of the window the fragment's element is. */
  const topOf = (page: Page) =>
    page.evaluate(() => document.querySelector(':target')?.getBoundingClientRect().top ?? -1);

  it('shows one part at a time without a script, by keyboard too, and all of them in print', async () => {
    const page = await plain.newPage();
    await page.goto(address('/ada/manual'));
    expect(await shown(page)).toEqual(['SKILL.md']);
    for (const [tab, heading] of Object.entries(headings)) {
      await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: tab }).focus();
      await page.keyboard.press('Enter');
      expect(await shown(page), tab).toEqual([heading]);
    }
    await page.goBack();
    expect(await shown(page)).toEqual(['What it does']);
    await page.emulateMedia({ media: 'print' });
    expect(await shown(page)).toEqual(Object.values(headings));
    expect(await page.getByText('The very end.').isVisible()).toBe(true);
    await page.close();
  });

  it.each([
    ['', 'SKILL.md'],
    ['#content', 'SKILL.md'],
    ['#nonesuch', 'SKILL.md'],
    ['#document', 'SKILL.md'],
    ['#md-part-3', 'SKILL.md'],
    ['#files', 'Files'],
    ['#versions', 'Versions'],
    ['#does', 'What it does'],
    ['#findings', 'Scan'],
    ['#signature', 'Scan'],
  ])('opened at %j shows its part', async (fragment, heading) => {
    const page = await plain.newPage();
    for (const path of ['/ada/manual', '/ada/risky']) {
      await page.goto(address(path + fragment));
      expect(await shown(page)).toEqual([heading]);
    }
    await page.close();
  });

  it('unfolds the end of a long text for a link into it, from elsewhere and from its own outline', async () => {
    const page = await plain.newPage();
    await page.goto(address('/ada/manual'));
    const end = page.getByText('The very end.');
    expect(await end.isVisible()).toBe(false);
    await page.getByText('Show the rest').click();
    await end.waitFor();
    await page.goto(address('/ada/manual#files'));
    const to = (part: number) => () => page.goto(address(`/ada/manual#md-part-${part}`));
    // What is loaded again stays where it was, so that has to be there first.
    for (const open of [to(39), () => page.reload(), to(38)]) {
      await open();
      // A browser scrolls there once it has the fonts and the styles.
      await end.waitFor();
      await expect.poll(async () => Math.abs((await topOf(page)) - 470)).toBeLessThan(430);
    }
    await page.goto(address('/ada/manual'));
    await page.getByRole('link', { name: 'Last' }).click();
    await end.waitFor();
    await page.close();
  });

  it('is sound for people who can’t see it, whichever part is open', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const fragment of ['#document', '#files', '#versions', '#does', '#findings']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto('about:blank');
        await page.goto(address(`/ada/risky${fragment}`));
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { axe: rules } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
          return (await rules.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]);
        });
        expect([fragment, colorScheme, found]).toEqual([fragment, colorScheme, []]);
      }
      const open = await page.locator('.part-names [aria-current]').getAttribute('href');
      expect(open).toBe(fragment);
    }
    await page.close();
  });

  it('remembers for which agent a person gets skills', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address('/ada/manual'));
    await page.getByText('Gemini CLI', { exact: true }).click();
    await page.goto(address('/ada/risky'));
    expect(await page.getByRole('radio', { name: 'Gemini CLI' }).isChecked()).toBe(true);
    expect(await page.getByText('-a gemini-cli').isVisible()).toBe(true);
    for (const odd of ['way-nonesuch', 'content', 'search-field', '']) {
      await page.evaluate((value) => localStorage.setItem('way', value), odd);
      await page.reload();
      expect(await page.getByRole('radio', { name: 'skill-registry' }).isChecked(), odd).toBe(true);
    }
    await context.close();
  });

  it('copies code of the text and of a file as it is shown, a flagged skill’s by the second click', async () => {
    const context = await browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto(address('/ada/manual'));
    await page.locator('.prose .copied').getByRole('button').first().click();
    await page.locator('.prose').getByText('Copied', { exact: true }).waitFor();
    expect(await clipboard()).toBe('echo one\n');
    await page.goto(address('/ada/manual#files'));
    await page.getByRole('link', { name: 'run.sh' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await clipboard()).toBe('echo 1\n\necho 2\n');
    const second = page.getByRole('button', { name: 'Flagged. Copy anyway' });
    await page.goto(address('/ada/risky'));
    await page.locator('.prose .copied').getByRole('button').click();
    expect(await clipboard()).toBe('echo 1\n\necho 2\n');
    await second.click();
    await page.locator('.prose').getByText('Copied', { exact: true }).waitFor();
    expect(await clipboard()).toContain('claude --dangerously');
    await page.goto(address('/ada/risky#files'));
    await page.getByRole('link', { name: 'odd.sh', exact: true }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await second.click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await clipboard()).toBe('echo "aU+202Eb"\n');
    await context.close();
  });

  it('shows changes side by side where there is room, and one below the other on a phone', async () => {
    const page = await plain.newPage();
    const topsAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address('/ada/manual/diff?view=split'));
      const [removed, added] = await Promise.all(
        ['.removed', '.added'].map((line) => page.locator(line).first().boundingBox()),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      return [removed?.y ?? 0, added?.y ?? 0] as const;
    };
    const [left, right] = await topsAt(1280);
    expect(left).toBe(right);
    const [above, below] = await topsAt(390);
    expect(below).toBeGreaterThan(above);
    await page.close();
  });

  it.each([320, 390, 768, 1024, 1920])('fits at %i pixels, whichever part is open', async (width) => {
    const page = await plain.newPage();
    await page.setViewportSize({ width, height: 900 });
    for (const fragment of ['', '#files', '#versions', '#does', '#findings']) {
      await page.goto(address(`/ada/risky${fragment}`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), fragment).toBe(0);
    }
    await page.close();
  });
});
