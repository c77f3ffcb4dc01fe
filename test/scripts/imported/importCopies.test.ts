import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { newestChange } from '../../../origin/store/events/changes.ts';
import type { ImportOptions } from '../../../scripts/operator/imported/copy.ts';
import type { GitSourceOptions } from '../../../scripts/operator/imported/gitSource.ts';
import { importCopies } from '../../../scripts/operator/imported/importCopies.ts';
import { answerOf } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { deskOf } from '../../scene.ts';
import { newWorkplace, operator, run } from '../process.ts';
import { type GitServer, gitIsHere, startGitServer, type Tree, withGit } from './gitServer.ts';

interface Report {
  published: string[];
  updated: string[];
  unchanged: string[];
  refused: { skill: string; code: string; message: string }[];
  profiles: string[];
  licenses: Record<string, string[]>;
}

/** What `import --mirror` reports, with what it printed. */
async function mirror(registry: TestRegistry, source: string, options: ImportOptions = {}, git?: GitSourceOptions) {
  const { text, json } = await importCopies(deskOf(registry), source, options, git);
  return { ...(json as Report), text };
}

const codes = ({ refused }: Report) => refused.map(({ skill, code }) => `${skill} ${code}`);

const skillOf = async (registry: TestRegistry, name: string) =>
  answerOf('getSkill', await registry.get(`/skills/${name}`));

const versioned = (name: string, version: string, body: string) =>
  `---\nname: ${name}\ndescription: What it does.\nversion: ${version}\nlicense: MIT\n---\n\n${body}`;

const isc =
  'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby ' +
  'granted, provided that the above copyright notice and this permission notice appear in all copies.';

describe.skipIf(!gitIsHere)(withGit('mirroring a git repository'), () => {
  let server: GitServer;
  beforeAll(async () => {
    server = await startGitServer();
  });
  afterAll(() => server?.[Symbol.dispose]());

  /** Commits the tree as a repository's newest state and mirrors it. */
  const mirrorTree = async (registry: TestRegistry, path: string, tree?: Tree, options: ImportOptions = {}) => {
    const commit = tree && server.commit(path, tree);
    return { commit, ...(await mirror(registry, server.address(path).url, options, server.options)) };
  };

  it('publishes the folders that hold a SKILL.md, as copies, and says what it refuses', async () => {
    await using registry = await openRegistry();
    const report = await mirrorTree(registry, 'Ada/toolbox', {
      LICENSE: isc,
      'README.md': 'Tools',
      'SKILL.md': skillMd('toolbox'),
      'skills/sums/SKILL.md': versioned('sums', '1.0.0', 'Add.'),
      'skills/sums/scripts/add.sh': { program: '#!/bin/sh\n' },
      '.claude/skills/tables/SKILL.md': skillMd('tables'),
      'deep/er/still/letters/SKILL.md': skillMd('letters'),
      'skills/tables/SKILL.md': skillMd('tables again'),
      'skills/Bad_Name/SKILL.md': skillMd('bad'),
      'skills/linked/SKILL.md': skillMd('linked'),
      'skills/linked/passwords': { link: '/etc/passwd' },
      'skills/outward/SKILL.md': { link: '../../../../etc/passwd' },
      'skills/nested/SKILL.md': skillMd('nested'),
      'skills/nested/other': { submodule: '1'.repeat(40) },
      'skills/pointer/SKILL.md': skillMd('pointer'),
      'skills/pointer/model.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n',
      'skills/bulky/SKILL.md': skillMd('bulky'),
      'skills/bulky/large.bin': Buffer.alloc(6 * 1024 * 1024),
      'node_modules/dependency/SKILL.md': skillMd('dependency'),
    });
    const author = 'ada';
    expect(report.published).toEqual(['toolbox', 'tables', 'letters', 'sums'].map((slug) => `${author}/${slug}`));
    expect(codes(report)).toEqual([
      `${author}/Bad_Name slug_invalid`,
      `${author}/bulky payload_too_large`,
      `${author}/linked bundle_invalid`,
      `${author}/nested bundle_invalid`,
      `${author}/outward bundle_invalid`,
      `${author}/pointer bundle_invalid`,
      `${author}/tables conflict`,
    ]);
    expect(report.text).toContain(`"skills/tables" is left out, since ".claude/skills/tables" is called tables too.`);
    expect(report.text).toContain(`Created by this import; nobody can sign in as: ${author}.`);
    expect(report.text).toContain('Licences: 3 ISC, 1 MIT.');

    expect(await skillOf(registry, `${author}/sums`)).toMatchObject({
      is_mirror: true,
      mirror_source_url: server.address('Ada/toolbox').url,
      mirror_license: 'MIT',
      signatureStatus: 'mirrored',
      version_label: '1.0.0',
      visibility: 'public',
    });
    expect(await skillOf(registry, `${author}/letters`)).toMatchObject({ mirror_license: 'ISC' });
    const { hash } = (await skillOf(registry, `${author}/toolbox`)).versions[0] as { hash: string };
    const { files } = await answerOf(
      'listSkillVersionFiles',
      await registry.get(`/skills/${author}/toolbox/versions/${hash}/files`),
    );
    expect(files.map(({ path }) => path)).toEqual(['LICENSE', 'README.md', 'SKILL.md']);
  });

  it('says what has changed since it was mirrored', async () => {
    await using registry = await openRegistry();
    const tree = { LICENSE: isc, 'a/SKILL.md': skillMd('a'), 'b/SKILL.md': versioned('b', '1.0.0', 'One.') };
    await mirrorTree(registry, 'grace/tools', tree);
    expect(await mirrorTree(registry, 'grace/tools', { ...tree, 'README.md': 'New' })).toMatchObject({
      unchanged: ['grace/a', 'grace/b'],
      profiles: [],
    });
    const changed = await mirrorTree(registry, 'grace/tools', {
      'a/SKILL.md': skillMd('a'),
      'b/SKILL.md': versioned('b', '1.0.0', 'Two.'),
    });
    expect(changed.text).toContain('1 published, 1 updated, 0 unchanged, 0 refused');
    expect(changed).toMatchObject({ published: ['grace/b'], updated: ['grace/a'] });
    expect(await skillOf(registry, 'grace/a')).toMatchObject({ mirror_license: 'NOASSERTION' });
  });

  it('asks for another handle before it fetches anything', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Her own.') });
    server.commit('ada/refused', { 'sums/SKILL.md': skillMd('sums', 'A copy.') });
    await expect(mirrorTree(registry, 'ada/refused')).rejects.toThrow(
      '"ada" belongs to someone who publishes here. Import under another handle, with --as <handle>.',
    );
    expect(server.asked.filter((path) => path.includes('refused'))).toEqual([]);
    const report = await mirrorTree(registry, 'ada/refused', undefined, { as: 'Ada-Copies' });
    expect(report.published).toEqual(['ada-copies/sums']);
  });

  it('makes nobody a profile where nothing is taken, and needs a handle that can be', async () => {
    await using registry = await openRegistry();
    const report = await mirrorTree(registry, 'nobody/tools', { 'broken/SKILL.md': 'No frontmatter.' });
    expect(codes(report)).toEqual(['nobody/broken frontmatter_invalid']);
    expect(report.profiles).toEqual([]);
    expect((await registry.get('/profiles/nobody')).status).toBe(404);

    await expect(
      mirrorTree(registry, 'nobody/fine', { 'sums/SKILL.md': skillMd('sums') }, { as: 'api' }),
    ).rejects.toThrow('"api" can’t be used: it is a reserved word.');
    await expect(mirrorTree(registry, 'nobody/none', { 'README.md': 'x' })).rejects.toThrow('has no SKILL.md');
  });
});

describe.each(engineNames)('mirroring a directory into %s', (engine) => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  const directoryOf = async (files: Record<string, string>): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'copies-'));
    folders.push(folder);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  };

  it('goes on past authors who publish here themselves', async () => {
    await using registry = await openRegistry(engine);
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    const folder = await directoryOf({
      'ada/sums/SKILL.md': skillMd('sums', 'A copy.'),
      'grace/letters/SKILL.md': skillMd('letters'),
      'grace/broken/SKILL.md': 'No frontmatter.',
    });
    const report = await mirror(registry, folder, { source: 'https://skills.example/collection' });
    expect(codes(report)).toEqual(['ada/sums handle_taken', 'grace/broken frontmatter_invalid']);
    expect(report.published).toEqual(['grace/letters']);
    expect(await skillOf(registry, 'grace/letters')).toMatchObject({
      is_mirror: true,
      mirror_source_url: 'https://skills.example/collection',
      mirror_license: 'NOASSERTION',
    });
    expect((await mirror(registry, folder, { source: 'https://skills.example/moved' })).updated).toEqual([
      'grace/letters',
    ]);
  });

  it('publishes again only what has changed, whatever the commit and the version’s name', async () => {
    await using registry = await openRegistry(engine);
    const source = (commit: string) => ({ source: `https://github.com/grace/tools/tree/${commit.repeat(40)}/skills` });
    const files = { 'grace/a/SKILL.md': versioned('a', '1.0.0', 'One.'), 'grace/b/SKILL.md': skillMd('b') };
    await mirror(registry, await directoryOf(files), source('1'));
    const before = await newestChange(registry.engine.db);
    const again = await mirror(registry, await directoryOf(files), source('2'));
    expect(again).toMatchObject({ published: [], updated: [], unchanged: ['grace/a', 'grace/b'] });
    expect(await newestChange(registry.engine.db)).toBe(before);
    expect((await skillOf(registry, 'grace/a')).mirror_source_url).toContain('/tree/1111');

    for (const body of ['Two.', 'Three.']) {
      const changed = await directoryOf({ ...files, 'grace/a/SKILL.md': versioned('a', '1.0.0', body) });
      expect((await mirror(registry, changed, source('3'))).published).toEqual(['grace/a']);
    }
    const { versions, mirror_source_url } = await skillOf(registry, 'grace/a');
    expect(versions.map(({ version_label }) => version_label).sort()).toEqual(['1.0.0', '1.0.0+2', '1.0.0+3']);
    expect(mirror_source_url).toContain('/tree/3333');
    expect(await newestChange(registry.engine.db)).toBeGreaterThan(before);
  });

  it('leaves alone whom it would speak for: people who publish, sign in or hold a token here', async () => {
    await using registry = await openRegistry(engine);
    const folder = await directoryOf({ 'x/sums/SKILL.md': skillMd('sums', 'A copy.') });
    await registry.publish('ada', 'letters', { 'SKILL.md': skillMd('letters', 'Her own.') });
    await registry.tokenFor('grace');
    await mirror(registry, folder, { as: 'Copies' });
    expect(await skillOf(registry, 'copies/sums')).toMatchObject({ is_mirror: true, signatureStatus: 'mirrored' });
    await registry.tokenFor('copies'); // its author came, and an operator let them in
    for (const as of ['ada', 'grace', 'copies']) {
      expect(codes(await mirror(registry, folder, { as }))).toEqual([`${as}/sums handle_taken`]);
    }
    expect((await registry.get('/skills/ada/sums')).status).toBe(404);
  });

  it('is told apart from what its author then publishes here', async () => {
    await using registry = await openRegistry(engine);
    await mirror(registry, await directoryOf({ 'late/sums/SKILL.md': versioned('sums', '1', 'A copy.') }));
    await registry.publish('late', 'sums', { 'SKILL.md': skillMd('sums', 'Mine now.') });
    expect(await skillOf(registry, 'late/sums')).toMatchObject({
      is_mirror: false,
      mirror_source_url: '',
      mirror_license: '',
      signatureStatus: 'unsigned',
    });
  });

  it('keeps a skill private that was made so', async () => {
    await using registry = await openRegistry(engine);
    const hide = (db: Db) => db.updateTable('skills').set({ visibility: 'private' }).execute();
    await mirror(registry, await directoryOf({ 'ada/sums/SKILL.md': skillMd('sums') }));
    await registry.engine.write(hide);
    const changed = await directoryOf({ 'ada/sums/SKILL.md': skillMd('sums', 'New.') });
    expect((await mirror(registry, changed)).published).toEqual(['ada/sums']);
    expect((await registry.get('/skills/ada/sums')).status).toBe(404);
  });

  it('under one handle takes the first of two skills of one name', async () => {
    await using registry = await openRegistry(engine);
    const folder = await directoryOf({ 'a/sums/SKILL.md': skillMd('one'), 'b/sums/SKILL.md': skillMd('two') });
    const report = await mirror(registry, folder, { as: 'collection' });
    expect(report.published).toEqual(['collection/sums']);
    expect(report.refused[0]?.message).toBe('"b/sums" is left out, since "a/sums" is called sums too.');
  });

  it('refuses a source that no page should lead to', async () => {
    await using registry = await openRegistry(engine);
    const folder = await directoryOf({ 'a/sums/SKILL.md': skillMd('one') });
    for (const source of ['http://skills.example', 'javascript:alert(1)', 'https://ada:secret@skills.example', 'x']) {
      await expect(mirror(registry, folder, { source })).rejects.toThrow(/--source must be an https/);
    }
    await expect(mirror(registry, join(folder, 'none'))).rejects.toThrow(
      'is neither a directory nor an https:// address',
    );
  });

  it.skipIf(!gitIsHere)(
    'takes source and licence from the git checkout that has it, without its password',
    async () => {
      await using registry = await openRegistry(engine);
      const folder = await directoryOf({ LICENSE: isc, 'skills/ada/sums/SKILL.md': skillMd('sums') });
      const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
      git('init', '--quiet');
      git('remote', 'add', 'origin', 'https://ada:secret@git.example/ada/skills.git');
      // A folder that the checkout does not have comes from elsewhere.
      await mirror(registry, join(folder, 'skills'));
      expect(await skillOf(registry, 'ada/sums')).toMatchObject({
        mirror_source_url: '',
        mirror_license: 'NOASSERTION',
      });
      git('add', '.');
      git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Skills');
      await mirror(registry, join(folder, 'skills'));
      expect(await skillOf(registry, 'ada/sums')).toMatchObject({
        mirror_source_url: 'https://git.example/ada/skills',
        mirror_license: 'ISC',
      });
    },
  );
});

describe('operator import --mirror', () => {
  it('says what is wrong with a command line, and writes nothing', async () => {
    await using place = await newWorkplace();
    const refusals = [
      [['import', 'https://github.com/ada/sums'], 2, 'use --mirror to import from an address'],
      [['import', place.folder, '--as', 'ada'], 2, '--as goes with --mirror'],
      [['import', '--mirror', 'https://localhost/ada/sums'], 1, 'localhost is at'],
      [['import', '--mirror', '--', '--upload-pack=touch x'], 1, 'can’t start with a hyphen'],
    ] as const;
    for (const [args, code, sentence] of refusals) {
      const answer = await operator(place, ...args);
      expect(answer.output).toContain(sentence);
      expect(answer.code).toBe(code);
    }
  });

  it('shows each skill as it goes, and ends with what it did', async () => {
    await using place = await newWorkplace();
    await mkdir(join(place.folder, 'skills/ada/sums'), { recursive: true });
    await writeFile(join(place.folder, 'skills/ada/sums/SKILL.md'), skillMd('sums'));
    const first = run('scripts/operator.ts', ['import', join(place.folder, 'skills'), '--mirror'], place);
    expect(await first.ended).toBe(0);
    expect(first.output()).toContain('published ada/sums\n');
    expect(first.stdout()).toContain('1 published, 0 unchanged, 0 refused, 0 unreadable, of 1.');
    const second = run('scripts/operator.ts', ['--json', 'import', join(place.folder, 'skills'), '--mirror'], place);
    expect(await second.ended).toBe(0);
    expect(JSON.parse(second.stdout())).toMatchObject({ published: [], unchanged: ['ada/sums'], refused: [] });
  });
});
