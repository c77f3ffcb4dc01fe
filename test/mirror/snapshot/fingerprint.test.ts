import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuiltPages } from '../../../mirror/site/built.ts';
import { htmlIds } from '../../../mirror/snapshot/address/kinds.ts';
import { type Fingerprints, fingerprintsOf, staleKinds } from '../../../mirror/snapshot/build/fingerprint.ts';
import { digestOfSources } from '../../../mirror/snapshot/build/sources.ts';
import { site } from '../../registry.ts';

const project = join(import.meta.dirname, '../../..');

describe('the digest of sources', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sources-'));
    await mkdir(join(folder, 'guides'));
    await write('loader.ts', 'one');
    await write('guides/start.md', '# Start');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  const digest = () => digestOfSources(['.'], folder);

  it('stays when a README.md comes or changes, in any folder', async () => {
    const before = await digest();
    await write('README.md', 'What this room is for.');
    await write('guides/README.md', 'What these are.');
    expect(await digest()).toBe(before);
    await write('README.md', 'Said better.');
    expect(await digest()).toBe(before);
  });

  it.each(['loader.ts', 'guides/start.md', 'guides/new.md'])('changes with %s', async (path) => {
    const before = await digest();
    await write(path, 'another text');
    expect(await digest()).not.toBe(before);
  });
});

describe('what the files of the snapshot are made with', () => {
  let copy: string;
  /** Of the copy as it is between tests. */
  let before: Fingerprints;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'project-'));
    for (const path of ['origin', 'mirror', 'package-lock.json', 'dist/current/pages.json', 'dist/current/client'])
      cpSync(join(project, path), join(copy, path), { recursive: true });
    await symlink(await readlink(join(project, 'dist/program')), join(copy, 'dist/program'));
    before = await fingerprintsOf(site, 33, copy);
  });
  afterAll(() => rm(copy, { recursive: true }));

  /** Which kinds are made with something else once this is done, which is then taken back. */
  async function changedBy(path: string, change: (text: string) => string): Promise<string[]> {
    const file = join(copy, path);
    const text = await readFile(file, 'utf8');
    const changed = change(text);
    expect(changed).not.toBe(text);
    await writeFile(file, changed);
    const stale = staleKinds(before, await fingerprintsOf(site, 33, copy));
    await writeFile(file, text);
    return named(stale);
  }
  /** `pages` for all that are made in HTML. */
  const named = (kinds: readonly string[]): string[] => {
    const isAll = htmlIds.every((id) => kinds.includes(id));
    return [
      ...kinds.filter((kind) => !isAll || !htmlIds.some((id) => id === kind)),
      ...(isAll ? ['pages'] : []),
    ].sort();
  };
  const edited = (path: string) => changedBy(path, (text) => `${text}\n`);
  const listing = ['activityPage', 'homePage', 'kitPage', 'kitsPage', 'moderationPage', 'peoplePage'];
  listing.push('profilePage', 'skillPage', 'skillsPage', 'statsPage');
  const everything = ['archive', 'catalog', 'forms', 'page', 'pages', 'program', 'record', 'text'];

  it('is the same for the same code, wherever it is', async () => {
    expect(before).toEqual(await fingerprintsOf(site, 33));
  });

  it('is not altered by another version of anything that is only developed with', async () => {
    const { devDependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    // What pages are rendered with may need this one.
    const isDeveloped = (name: string) => name in devDependencies && name !== 'js-yaml';
    const bump = (text: string) => {
      const lock = JSON.parse(text);
      for (const [place, locked] of Object.entries<{ dev?: boolean; version?: string }>(lock.packages))
        if (locked.dev || isDeveloped(place.replace('node_modules/', ''))) locked.version = '999.0.0';
      return JSON.stringify(lock);
    };
    expect(await changedBy('package-lock.json', bump)).toEqual([]);
  });

  it('differs with another version of what it runs on, and of what that runs on', async () => {
    const bump = (name: string) =>
      changedBy('package-lock.json', (text) => {
        const lock = JSON.parse(text);
        lock.packages[`node_modules/${name}`].version = '999.0.0';
        return JSON.stringify(lock);
      });
    expect(await bump('zod')).toEqual(everything.filter((kind) => kind !== 'forms'));
    expect(await bump('kysely')).toEqual([...listing, 'catalog', 'logPage', 'record', 'text'].sort());
    expect(await bump('markdown-it')).toEqual(['apiPage', 'guidePage', 'skillPage']);
    expect(await bump('pend')).toEqual(['archive', 'program']);
    expect(await bump('astro')).toEqual([]);
  });

  it.each([
    ['a page’s data', 'origin/read/pages/html/skillPage.ts', ['skillPage']],
    ['a Markdown document', 'origin/read/pages/markdown/skillMarkdown.ts', ['text']],
    ['a feed', 'origin/read/pages/feeds/activityRss.ts', ['text']],
    ['a guide', 'origin/read/docs/guides/start.md', ['apiPage', 'docsPage', 'guidePage', 'text']],
    ['a record', 'origin/read/public/getSkill.ts', ['record', 'skillPage', 'text']],
    ['a record that is made when it is asked for', 'origin/read/public/listFollowers.ts', []],
    ['how records become bytes', 'origin/read/answer.ts', ['pages', 'record', 'text']],
    ['the archive', 'origin/bundle/archive/tar.ts', ['archive', 'program']],
    ['a script that installs the CLI', 'origin/read/pages/program/install.sh', ['program']],
    ['what enters the catalog', 'mirror/snapshot/catalog/catalog.ts', ['catalog']],
    ['which files there are', 'mirror/snapshot/address/affected.ts', ['catalog']],
    ['how bytes are encoded', 'origin/read/encode.ts', ['forms']],
    ['which encoded forms there are', 'mirror/snapshot/files/content.ts', ['forms']],
    ['where a handle’s files are', 'mirror/snapshot/address/part.ts', ['catalog']],
    ['how a builder works', 'mirror/snapshot/build/applyChanges.ts', []],
    ['the mirror’s server', 'mirror/serve/files.ts', []],
    ['the origin', 'origin/http/app.ts', []],
  ])('differs with %s for what is made with it', async (_, path, kinds) => {
    expect(await edited(path)).toEqual(kinds);
  });

  it('differs for a page with its template, for all of them with what renders them, and for what they load', async () => {
    const built = (change: (pages: BuiltPages) => unknown) =>
      changedBy('dist/current/pages.json', (text) => {
        const pages = JSON.parse(text);
        change(pages);
        return JSON.stringify(pages);
      });
    const other = { digest: 'other', packages: [] };
    expect(await built(({ pages }) => Object.assign(pages, { kitPage: other }))).toEqual(['kitPage']);
    expect(await built((pages) => Object.assign(pages, { frame: other }))).toEqual(['page']);
    const [style = ''] = (await readdir(join(copy, 'dist/current/client/_astro'))).filter((name) => /css$/.test(name));
    expect(await edited(`dist/current/client/_astro/${style}`)).toEqual(['asset']);
  });

  it('differs with the registry’s addresses, and with how tags are made', async () => {
    const moved = await fingerprintsOf({ ...site, mirrorUrl: 'https://elsewhere.test' }, 33, copy);
    expect(named(staleKinds(before, moved))).toEqual(['pages', 'program', 'record', 'text']);
    expect(staleKinds(before, await fingerprintsOf(site, 31, copy))).toEqual(['forms']);
  });
});
