/** The built site: a renderer of pages, the files that pages load, and the CLI that it hands out. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Answer } from '../../origin/read/answer.ts';
import type { CliFiles, RenderHtml } from '../../origin/read/pages/page.ts';

/** Where the newest build of the site is. */
export const siteBuild = join(import.meta.dirname, '../../dist/current');

/** In a build of the site, what its pages are made of. */
export const pagesFile = 'pages.json';

/** What something of the site is made of: a digest of its modules, and the packages that are not bundled with it. */
export interface BuiltPart {
  digest: string;
  packages: string[];
}

export interface BuiltPages {
  /** What renders every page. */
  frame: BuiltPart;
  /** By the names of templates. */
  pages: Record<string, BuiltPart>;
}

/** Where the newest build of the CLI is. */
export const programBuild = join(import.meta.dirname, '../../dist/program');

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

export const cliFiles: CliFiles = async () => {
  const root = await realpath(programBuild).catch(() => undefined);
  if (!root) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      path: relative(root, file).replaceAll(sep, '/'),
      bytes: await readFile(file),
    })),
  );
};
