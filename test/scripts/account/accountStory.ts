/** A person at the site's account pages: a registry that runs, a browser with a passkey, a folder of skills. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { addAuthenticator, launchBrowser } from '../../browser.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { newPerson, type Run, run } from '../process.ts';

type Api = ReturnType<typeof createClient>;

export interface Story extends AsyncDisposable {
  page: Page;
  registry: Run;
  mirror: string;
  origin: string;
  /** What went wrong in the page: failed scripts, and what a policy refused. */
  wrong: string[];
  press(name: string): Promise<void>;
  /** Opens an account page once its script has filled it. */
  open(path: string): Promise<void>;
  /** How many pixels are beyond the right edge. */
  overflow(): Promise<number>;
  /** Writes a folder with these files; returns where it is. */
  folder(name: string, files: Record<string, string>): Promise<string>;
  /** Publishes a SKILL.md as whoever is signed in, without the page for it. */
  publish(author: string, slug: string, text: string, visibility?: 'public' | 'private'): Promise<void>;
  /** What somebody else, who begins as `handle`, does under a session of theirs. */
  other(handle: string): Promise<Api>;
  /** Writes a file; returns where it is. */
  file(name: string, bytes: Uint8Array): Promise<string>;
  /** Drops a folder or a file from the desktop onto an element. */
  drop(folder: string, selector: string): Promise<void>;
}

export async function newStory(): Promise<Story> {
  const place = await furnishedWorkplace();
  // Enough for a person, but for one more handle.
  place.environment['DAILY_QUOTAS'] = 'handles=1,teams=none';
  const registry = run('scripts/start.ts', [], place);
  await registry.printed(/Stop with Ctrl-C/);
  const browser: Browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => /Content Security Policy|CORS/.test(message.text()) && wrong.push(message.text()));
  const { devtools } = await addAuthenticator(page);
  const mirror = `http://localhost:${place.environment['MIRROR_PORT']}`;
  return {
    page,
    registry,
    mirror,
    origin: `http://localhost:${place.environment['ORIGIN_PORT']}`,
    wrong,
    press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
    open: async (path) => {
      await page.goto(mirror + path);
      await page.locator('#signed-in').waitFor();
    },
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    folder: async (name, files) => {
      const folder = join(place.folder, name);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      return folder;
    },
    publish: async (author, slug, text, visibility = 'public') => {
      const address = `http://localhost:${place.environment['ORIGIN_PORT']}/api/v1/skills/${author}/${slug}/versions`;
      const files = [{ path: 'SKILL.md', text }];
      const response = await page.request.post(address, { headers: { origin: mirror }, data: { files, visibility } });
      if (!response.ok()) throw new Error(await response.text());
    },
    other: async (handle) => {
      const token = await newPerson(place, handle);
      return createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}`, token });
    },
    file: async (name, bytes) => {
      await writeFile(join(place.folder, name), bytes);
      return join(place.folder, name);
    },
    drop: async (folder, selector) => {
      const { x = 0, y = 0 } = (await page.locator(selector).boundingBox()) ?? {};
      const data = { items: [], files: [folder], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await devtools.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      registry.child.kill('SIGTERM');
      await registry.ended;
      await place[Symbol.asyncDispose]();
    },
  };
}

/** What a command prints that a page shows for a shell, with this file in the place of the key. */
export const runShown = (command: string, keyFile: string): string =>
  execFileSync('sh', ['-c', command.replace('~/.ssh/id_ed25519', keyFile)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
