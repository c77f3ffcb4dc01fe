/** The built site: a renderer of pages, and the files that pages load. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Answer } from '../../origin/read/answer.ts';
import type { RenderHtml } from '../../origin/read/pages/page.ts';

/** Where the newest build of the site is. */
export const siteBuild = join(import.meta.dirname, '../../dist/current');

/** Renders a page. Loads the renderer with the first one: a process that shows none does without. */
export const renderHtml: RenderHtml = async (path, data) => {
  site ??= import(pathToFileURL(join(siteBuild, 'server/render.mjs')).href);
  return (await site).render(path, data);
};

let site: Promise<typeof import('./render.ts')> | undefined;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The content type of an asset by its ending, `.css` for example. */
export const assetType = (ending: string): string => types[ending] ?? 'application/octet-stream';

/** Every file that pages load, by its path on the site; their names change with their content. */
export async function loadAssets(): Promise<Map<string, Answer>> {
  const root = join(siteBuild, 'client');
  const assets = new Map<string, Answer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    assets.set(file.slice(root.length), { type: assetType(extname(file)), body: await readFile(file) });
  }
  return assets;
}
