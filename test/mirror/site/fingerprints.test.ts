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
    const needed = [
      'origin',
      'mirror',
      'scripts',
      'astro.config.mjs',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
    ];
    for (const path of needed) cpSync(join(project, path), join(copy, path), { recursive: true });
    await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
    before = await build();
  });
  afterAll(() => rm(copy, { recursive: true }));

  let builds = 0;
  /** Each in another environment, as a person, a service and a test have it. */
  async function build(): Promise<BuiltPages> {
    builds += 1;
    const script = "import { buildSite } from './scripts/buildSite.ts'; await buildSite(() => undefined);";
    const env = { ...process.env, DEV: String(builds) };
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: copy, env });
    return JSON.parse(await readFile(join(copy, 'dist/current/pages.json'), 'utf8'));
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
    const { frame, pages } = await build();
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
        'scripts/frame/ways.ts': (text) => `${text}\nconsole.log('other');\n`,
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
