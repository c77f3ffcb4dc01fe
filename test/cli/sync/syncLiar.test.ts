import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import { skillMd } from '../../registry.ts';
import { archivePath, type Liar, openLiar, sendBundle, sendJson, type Version, versionOf } from '../liar.ts';
import { type Machine, newMachine, type Ran, skillsIn } from '../machine.ts';

let liar: Liar;
let machine: Machine;
let honest: Version;

async function begin(): Promise<void> {
  liar = await openLiar();
  machine = await newMachine({ registryUrl: liar.url, token: 'svc_d_any' });
  honest = liar.approve('ada:honest', { 'SKILL.md': skillMd('honest') });
}
async function end(): Promise<void> {
  await machine[Symbol.asyncDispose]();
  await liar[Symbol.asyncDispose]();
}

const texts = (body: string) => ({ 'SKILL.md': skillMd('lied', 'Does it.', body), 'scripts/run.sh': 'echo\n' });

/** What stands on the machine beside what was there before and what is honest. */
async function expectOnly(before: Record<string, string>, stderr: string): Promise<void> {
  const expected = { honest: honest.hash, ...before };
  expect(await skillsIn(machine.skills), stderr).toEqual(expected);
  expect(await readdir(machine.home)).toEqual(['.agents', '.config', '.local']);
  expect(await readdir(join(machine.home, '.agents'))).toEqual(['skills']);
  const sync = join(machine.home, '.local/share/skill-registry/sync');
  const root = join(sync, (await readdir(sync))[0] ?? '');
  expect((await readdir(join(root, 'versions'))).sort()).toEqual(
    Object.values(expected)
      .map((hash) => hash.slice('sha256:'.length))
      .sort(),
  );
  expect(await readdir(join(root, 'staging'))).toEqual([]);
}

const tarOf = (entries: TarEntry[]) => packTar(entries).then((tar) => new Uint8Array(gzipSync(tar)));
const entry = (name: string, body = 'x', header: Partial<TarEntry['header']> = {}): TarEntry => ({
  header: { name, size: body.length, type: 'file', ...header },
  body,
});
const skill = entry('SKILL.md', skillMd('lied'));

const archives: Record<string, (version: Version) => Uint8Array | Promise<Uint8Array>> = {
  'of other bytes': () => packArchive(versionOf(texts('evil')).files),
  'no archive': () => new TextEncoder().encode('<html>'),
  empty: () => new Uint8Array(),
  cut: ({ files }) => packArchive(files).subarray(0, 60),
  'one file too many': ({ files }) => packArchive([...files, { path: 'more.md', bytes: new Uint8Array() }]),
  'with a path that leaves the folder': () => tarOf([skill, entry('../../escaped')]),
  'with an absolute path': () => tarOf([skill, entry('/tmp/escaped')]),
  'with a backslash in a path': () => tarOf([skill, entry('..\\escaped')]),
  'with a symbolic link': () => tarOf([skill, entry('link', '', { type: 'symlink', linkname: '/etc' })]),
  'with a hard link': () => tarOf([skill, entry('link', '', { type: 'link', linkname: 'SKILL.md' })]),
  'with a file behind a link': () =>
    tarOf([skill, entry('link', '', { type: 'symlink', linkname: '/tmp' }), entry('link/escaped')]),
  'a bomb': () => new Uint8Array(gzipSync(Buffer.alloc(200 * 1024 * 1024))),
};

const lists: Record<string, (version: Version) => object> = {
  'no list': () => ({ files: 'none' }),
  'another version’s files': () => ({ files: manifestOf(versionOf(texts('evil')).files) }),
  'a path that leaves the folder': ({ files }) => ({ files: [...manifestOf(files), oddFile('../escaped')] }),
  'an absolute path': ({ files }) => ({ files: [...manifestOf(files), oddFile('/tmp/escaped')] }),
  'two paths that are one where case is folded': ({ files }) => ({
    files: [...manifestOf(files), oddFile('skill.MD')],
  }),
  'a huge file': ({ files }) => ({ files: [...manifestOf(files), { ...oddFile('huge'), size: 2 ** 40 }] }),
  'more files than any skill has': ({ files }) => ({
    files: [...manifestOf(files), ...Array.from({ length: 600 }, (_, n) => oddFile(`f${n}`))],
  }),
};
const oddFile = (path: string) => ({ path, size: 1, hash: `sha256:${'1'.repeat(64)}` });

/** What each answer about a version is, where it is not the truth. */
type Lie = (version: Version, below: (rest: string) => string) => Promise<void> | void;

const asArchive =
  (make: (version: Version) => Uint8Array | Promise<Uint8Array>): Lie =>
  async (version, below) => {
    liar.lies.set(below('archive'), sendBundle(await make(version)));
    // Whoever has an older version asks for files first.
    liar.lies.set(below('files'), (_, response) => sendJson(response, {}));
  };

const asList =
  (make: (version: Version) => object): Lie =>
  (version, below) => {
    const list = { schema_version: 1, hash: version.hash, author: 'bob', slug: 'lied', ...make(version) };
    liar.lies.set(below('files'), (_, response) => sendJson(response, list));
    liar.lies.set(below('archive'), sendBundle(packArchive(versionOf(texts('evil')).files)));
  };

const asFile: Lie = ({ hash }, below) => {
  const text = texts('evil')['SKILL.md'];
  const file = { schema_version: 1, hash, author: 'bob', slug: 'lied', path: 'SKILL.md', size: text.length };
  const lie = { ...file, text, encoding: 'utf-8' };
  liar.lies.set(below('file?path=SKILL.md'), (_, response) => sendJson(response, lie));
  liar.lies.set(below('archive'), sendBundle(packArchive(versionOf(texts('evil')).files)));
};

const everywhere =
  (answer: (path: string, response: ServerResponse) => void): Lie =>
  (_, below) => {
    for (const rest of ['archive', 'files']) {
      const path = below(rest);
      liar.lies.set(path, (_, response) => answer(path, response));
    }
  };

let other: Liar;
const lies: Record<string, Lie> = {
  ...mapped(archives, 'an archive that is', asArchive),
  ...mapped(lists, 'a list of files that has', asList),
  'a file of other bytes': asFile,
  'an answer that is cut short': everywhere((_, response) => {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': '9999' });
    response.write('x');
    response.destroy();
  }),
  'a redirect to another address': everywhere((path, response) => {
    response.writeHead(302, { location: `${other.url}${path}` }).end();
  }),
};

function mapped<T>(all: Record<string, T>, what: string, as: (one: T) => Lie): Record<string, Lie> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [`${what} ${name}`, as(one)]));
}

describe.each(['a new skill', 'a skill that is here'])('of %s nothing is taken from a server that lies', (which) => {
  const names = Object.keys(lies);
  const isHere = which === 'a skill that is here';
  let ran: Ran;
  let found: Record<string, string>;
  const old = new Map<string, string>();

  beforeAll(async () => {
    await begin();
    other = await openLiar();
    const slugs = names.map((_, number) => `lied${number}`);
    if (isHere) {
      for (const slug of slugs) old.set(slug, liar.approve(`bob:${slug}`, texts(`old ${slug}`)).hash);
      expect((await machine.run('sync')).ended).toBe(0);
    }
    for (const [number, slug] of slugs.entries()) {
      const version = liar.approve(`bob:${slug}`, texts(`next ${slug}`));
      other.approve(`bob:${slug}`, texts(`next ${slug}`));
      const below = (rest: string) =>
        rest === 'archive' ? archivePath('bob', slug, version) : `/skills/bob/${slug}/versions/${version.hash}/${rest}`;
      await lies[names[number] ?? '']?.(version, below);
    }
    ran = await machine.run('sync');
    found = await skillsIn(machine.skills);
    return async () => {
      await other[Symbol.asyncDispose]();
      await end();
    };
  });

  it.each(names)('by %s', (name) => {
    const slug = `lied${names.indexOf(name)}`;
    const said = ran.stderr.split('\n').filter((line) => line.startsWith(`bob/${slug}: `));
    expect(said).toEqual([expect.stringContaining(isHere ? 'The installed version stays: ' : 'It is not installed: ')]);
    expect(found[slug]).toBe(old.get(slug));
  });

  it('and honest skills go on, nothing else is written, and the program says that it failed', async () => {
    expect(ran.ended).toBe(1);
    await expectOnly(Object.fromEntries(old), ran.stderr);
    expect(other.asked).toEqual([]);
  });
});

describe('of a skill whose list of files hashes right and escapes', () => {
  it('nothing is taken', async () => {
    await begin();
    const before = liar.approve('bob:lied', texts('old'));
    await machine.run('sync');
    const files = [...manifestOf(before.files), oddFile('../escaped')];
    const hash = versionHash(files);
    liar.manifest = { skills: [...listed(honest, 'ada:honest'), { ...listed(before, 'bob:lied')[0], hash }] };
    const list = { schema_version: 1, hash, author: 'bob', slug: 'lied', files };
    liar.lies.set(`/skills/bob/lied/versions/${hash}/files`, (_, response) => sendJson(response, list));
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('../escaped') });
    await expectOnly({ lied: before.hash }, stderr);
    await end();
  });
});

const listed = ({ hash }: Version, skill_id: string) => [{ skill_id, hash, version_label: 'v1', source: 'library' }];

describe('a list of approved skills', () => {
  beforeEach(begin);
  afterEach(end);
  const hash = `sha256:${'0'.repeat(64)}`;

  it.each([
    ['a path for a slug', { skill_id: 'bob:../../escaped', hash }],
    ['a path for an author', { skill_id: '../x:escaped', hash }],
    ['no skill', { skill_id: '', hash }],
    ['a path for a hash', { skill_id: 'bob:lied', hash: 'sha256:../../..' }],
    ['nothing', null],
    ['the same skill twice', { skill_id: 'ada:honest', hash }],
  ])('whose entry names %s costs that skill alone', async (_, entry) => {
    liar.manifest = { skills: [...listed(honest, 'ada:honest'), entry] };
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('The registry’s list is wrong') });
    await expectOnly({}, stderr);
  });

  it('that spoils the entry of a skill that is here leaves it here', async () => {
    const before = liar.approve('bob:lied', texts('old'));
    await machine.run('sync');
    liar.manifest = { skills: [...listed(honest, 'ada:honest'), { skill_id: 'bob:lied', hash: 'sha256:no' }] };
    for (const _ of [1, 2]) {
      const { ended, stderr } = await machine.run('sync');
      expect(ended).toBe(1);
      await expectOnly({ lied: before.hash }, stderr);
    }
  });

  it.each([{}, { skills: 'none' }, [], 'text'])('that is none (%j) changes nothing', async (manifest) => {
    await machine.run('sync');
    liar.manifest = manifest;
    liar.lies.set('/sync/manifest', (_, response) => sendJson(response, manifest as object));
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('did not send a list of skills') });
    await expectOnly({}, stderr);
  });

  it('behind a redirect to another address is not asked for there', async () => {
    await machine.run('sync');
    await using other = await openLiar();
    liar.lies.set('/sync/manifest', (_, response) => {
      response.writeHead(302, { location: `${other.url}/api/v1/sync/manifest` }).end();
    });
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('redirects to another address') });
    expect(other.asked).toEqual([]);
    await expectOnly({}, stderr);
  });
});
