import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../origin/contract/fields.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { answerOf } from '../../answers.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';
import { hostileText } from './hostileText.ts';

/** What the main part of our pages is made of. */
const elements = (
  'a article aside blockquote br button circle code dd details div dl dt em figcaption figure form h1 h2 h3 h4 h5 h6 header hr ' +
  'input kbd label li line nav ol option output p pre s search section select small span strong summary svg table tbody td th thead ' +
  'time title tr ul'
).split(' ');

/** What nobody but us may have put there, where the page is, and how much of it is beyond the edge; runs in the page. */
function looked(allowed: string[]): { foreign: string[]; path: string; beyond: number } {
  const foreign = [...document.querySelectorAll('main *')].flatMap((element) => {
    const name = element.tagName.toLowerCase();
    const isOurScript = element instanceof HTMLScriptElement && element.src.startsWith(`${location.origin}/_astro/`);
    const isPortrait =
      element instanceof HTMLImageElement && /^\/[a-z0-9-]+\.png$/.test(element.getAttribute('src') ?? '');
    const found = allowed.includes(name) || isOurScript || isPortrait ? [] : [`<${name}>`];
    for (const { name: attribute, value } of element.attributes) {
      const isAddress = /^(?:href|src|action|formaction|srcset|data)$/.test(attribute);
      const leadsOut = isAddress && !/^(?:https?:|mailto:)$/.test(new URL(value, location.href).protocol);
      const isTheirId = attribute === 'id' && element.closest('.prose') !== null && !value.startsWith('md-');
      const isTwice = attribute === 'id' && document.querySelectorAll(`[id="${CSS.escape(value)}"]`).length > 1;
      if (/^(?:on|style$|srcdoc$)/.test(attribute) || leadsOut || isTheirId || isTwice)
        found.push(`${name} ${attribute}=${value}`);
    }
    return found;
  });
  const beyond = Math.max(0, document.documentElement.scrollWidth - innerWidth);
  return { foreign, path: location.pathname, beyond };
}

const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');
/** As many whole characters as there is room for. */
const within = (text: string, length: number): string => printable(text).slice(0, length).toWellFormed().trim();

/** As YAML takes it: what only some readers take for the end of a line stands as an escape. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

describe.skipIf(!browserIsHere)(inBrowser('hostile text that is published'), { shuffle: false }, () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let server: Listening;
  let browser: Browser;
  /** As people have it. */
  let guarded: Page;
  /** Without the policy, which would stop what our markup should not even contain. */
  let bare: Page;
  const wrong: string[] = [];

  beforeAll(async () => {
    registry = await openRegistry();
    mirrored = await openMirrored(registry);
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    browser = await launchBrowser();
    [guarded, bare] = [await opened({}), await opened({ bypassCSP: true })];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const address = () => `http://127.0.0.1:${server.port}`;

  /** A page of its own, whose every misstep is noted as wrong. */
  async function opened(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 }, ...options });
    await context.exposeFunction('ran', () => wrong.push('ran'));
    context.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    context.on('weberror', (error) => wrong.push(String(error.error())));
    context.on('dialog', (dialog) => wrong.push(`dialog ${dialog.message()}`));
    context.on('request', (request) => {
      if (!request.url().startsWith(address())) wrong.push(`asks ${request.url()}`);
    });
    return context.newPage();
  }

  /** Everything of a person's that a page shows, made of this text. Returns the hash of what they published. */
  async function publish(handle: string, lines: readonly string[]): Promise<string> {
    const text = lines.join('\n\n');
    const [label, name] = [within(lines[0] ?? '', limits.versionLabelLength), within(text, limits.nameLength)];
    const description = within(text, limits.descriptionLength);
    const before = { 'SKILL.md': '---\nname: x\ndescription: Before.\n---\nBefore.\n' };
    await answerOf('publishSkillVersion', await registry.publish(handle, 'text', before));
    const frontmatter = `name: ${quoted(name)}\ndescription: ${quoted(description)}\ntriggers: [${quoted(name)}]`;
    const files = {
      'SKILL.md': `---\n${frontmatter}\n---\n${text}\n`,
      'references/notes.md': text,
      'page.html': text,
      'assets/picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)">${text}</svg>`,
      __proto__x: text,
      constructor: text,
    };
    const published = await registry.publish(handle, 'text', files, { version_label: label });
    const { hash, scanStatus } = await answerOf('publishSkillVersion', published);
    expect(scanStatus).not.toBe('quarantined');
    const deprecation = { deprecated: true, deprecation_message: description };
    await registry.send('PATCH', `/skills/${handle}/text`, handle, deprecation);
    const profile = { displayName: name, bio: within(text, limits.bioLength) };
    const person = await answerOf(
      'updateProfile',
      await registry.send('PATCH', `/profiles/${handle}`, handle, profile),
    );
    expect(person.displayName).toBe(name);
    const kit = { owner: handle, slug: 'things', name, description };
    await answerOf('createKit', await registry.send('POST', '/kits', handle, kit));
    await registry.send('PUT', `/kits/${handle}/things/skills/${handle}/text`, handle, {});
    await mirrored.snapshot.step();
    return hash.slice('sha256:'.length);
  }

  /** Opens pages and holds that they are ours, stay where they are, and fit. */
  async function look(...paths: string[]): Promise<void> {
    for (const path of paths) {
      await bare.goto(address() + path);
      expect(await bare.evaluate(looked, elements), path).toEqual({
        foreign: [],
        path: path.split('?')[0],
        beyond: 0,
      });
    }
  }

  it.each(Object.entries(hostileText))('%s: nothing runs, nothing is asked for elsewhere', async (family, lines) => {
    const handle = family.toLowerCase().replaceAll(' ', '-').slice(0, 30);
    const version = `/${handle}/text/v/${await publish(handle, lines)}`;
    const files = ['assets/picture.svg', 'references/notes.md', 'constructor', 'page.html'].map(
      (path) => `?path=${path}`,
    );
    await look(`/${handle}/text`, version, `/${handle}/text/diff`, `/${handle}/text/diff?view=split`, `/${handle}`);
    await look(...['', '?view=source', ...files].map((query) => `${version}/files${query}`));
    const [word = ''] = (lines[0] ?? '').split(/[\p{Cc}\p{Cf}\s]/u).filter(({ length }) => length > 3);
    expect(await bare.locator('pre.source').textContent()).toContain(word);
    for (const path of [`/${handle}/text`, `/${handle}/text/diff`, `/${handle}`]) await guarded.goto(address() + path);
    expect(wrong).toEqual([]);
  });

  it('does nothing in lists either', async () => {
    await look('/', '/skills', '/skills?sort=alpha');
    expect(await bare.locator('.entries').textContent()).toContain('ran(1)');
    expect(wrong).toEqual([]);
  });

  it('can be no name of a file', async () => {
    const names = [
      '<img src=x onerror=ran(1)>.md',
      '"onload="ran(1).md',
      "'.md",
      'a&lt;b.md',
      'javascript:ran(1)',
      'a\u202Efdp.md',
      'a\u200b.md',
      'ａ.md',
      '../SKILL.md',
      '//evil.invalid/x',
      'a?b.md',
      'a#b.md',
      'a%2e.md',
      'a`b`.md',
    ];
    for (const name of names) {
      const files = { 'SKILL.md': '---\nname: a\ndescription: A.\n---\n', [name]: 'a' };
      expect((await registry.publish('names', 'files', files)).status, name).toBe(422);
    }
  });

  it('would be noticed: this test sees what runs, and what is asked for', async () => {
    await bare.setContent(
      '<main><img src="http://evil.invalid/x" onerror="ran(1)"><p class="prose"><i id="location"></i>',
    );
    await expect.poll(() => wrong.includes('ran')).toBe(true);
    const { foreign } = await bare.evaluate(looked, elements);
    expect(foreign).toEqual(['<img>', 'img onerror=ran(1)', '<i>', 'i id=location']);
    expect(wrong).toContain('asks http://evil.invalid/x');
    wrong.length = 0;
  });
});
