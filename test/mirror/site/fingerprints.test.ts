import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltPages } from '../../../mirror/site/built.ts';

const project = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

describe('what a build of the site says its pages are made of', () => {
  let copy: string;
  let before: BuiltPages;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'site-'));
    for (const path of [
      'origin/contract',
      'origin/read',
      'mirror/site',
      'astro.config.mjs',
      'package.json',
      'tsconfig.json',
    ])
      cpSync(join(project, path), join(copy, path), { recursive: true });
    await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
    before = await build('before');
  });
  afterAll(() => rm(copy, { recursive: true }));

  async function build(name: string): Promise<BuiltPages> {
    const folder = join(copy, 'dist', name);
    const astro = join(copy, 'node_modules/astro/bin/astro.mjs');
    await run(process.execPath, [astro, 'build', '--outDir', folder], { cwd: copy });
    return JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8'));
  }

  /** Which pages are made of something else, and `frame`, once these files are edited. */
  async function changedBy(edits: Record<string, (text: string) => string>): Promise<string[]> {
    const texts = new Map<string, string>();
    for (const [path, edit] of Object.entries(edits)) {
      const file = join(copy, 'mirror/site', path);
      const text = await readFile(file, 'utf8');
      texts.set(file, text);
      expect(edit(text)).not.toBe(text);
      await writeFile(file, edit(text));
    }
    const { frame, pages } = await build('after');
    for (const [file, text] of texts) await writeFile(file, text);
    expect(Object.keys(pages)).toEqual(Object.keys(before.pages));
    const changed = Object.keys(pages).filter((id) => pages[id]?.digest !== before.pages[id]?.digest);
    return [...changed, ...(frame.digest === before.frame.digest ? [] : ['frame'])].sort();
  }

  it('differs for a page with its template, its data, and a script of a component of its own', async () => {
    expect(
      await changedBy({
        'pages/kitPage.astro': (text) => text.replace('Goes up', 'Grows'),
        'facetWords.ts': (text) => `${text}\nexport const other = 1;\n`,
        'scripts/ways.ts': (text) => `${text}\nconsole.log('other');\n`,
      }),
    ).toEqual(['kitPage', 'searchPage', 'skillPage', 'skillsPage', 'versionPage']);
  });

  it('differs for every page with the style sheet, with a picture that they name, and with what is around every page', async () => {
    const every = Object.keys(before.pages);
    expect(await changedBy({ 'icon.svg': (text) => text.replace('</svg>', ' $&') })).toEqual(every);
    expect(await changedBy({ 'styles/site.css': (text) => `${text}\n.other { color: red }` })).toEqual(every);
    expect(await changedBy({ 'components/frame/Page.astro': (text) => text.replace('</html>', '<!-- -->$&') })).toEqual(
      every,
    );
  });

  it('differs for what renders every page with the renderer', async () => {
    expect(await changedBy({ 'render.ts': (text) => `${text}\nexport const other = 1;\n` })).toEqual(['frame']);
  });

  it('names the packages that are not bundled', () => {
    expect(before.pages['guidePage']?.packages).toContain('markdown-it');
    expect(before.pages['kitPage']?.packages).not.toContain('markdown-it');
    expect(before.frame.packages).toContain('html-escaper');
  });
});
