import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentOf, entryOf, faultsOf, putContent, removeContent } from '../../../mirror/snapshot/files/content.ts';
import { openFolderSink } from '../../../mirror/snapshot/files/folder.ts';
import { openTouched } from '../../../mirror/snapshot/files/touched.ts';
import { etagOfFile } from '../../../origin/contract/headers/cache.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import { etagOf } from '../../../origin/read/etag.ts';
import { type MemoryFiles, memorySink } from '../memorySink.ts';
import { describeSink } from './sinks.ts';

const json = (text: string): Answer => ({ type: 'application/json', body: Buffer.from(text) });
const long = json(JSON.stringify({ words: 'many words '.repeat(500) }));

async function openSink() {
  const folder = await mkdtemp(join(tmpdir(), 'sink-'));
  const [root, staging] = [join(folder, 'public'), join(folder, 'staging')];
  const sink = await openFolderSink(root, staging);
  return {
    ...{ root, staging, sink },
    damage: (path: string, bytes: Uint8Array) => writeFile(join(root, path), bytes),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const contentFor = (path: string, answer: Answer) => contentOf(entryOf(path, 'listSkills', answer, 33), answer);

describeSink('a folder as a sink', openSink);

describeSink('the memory as a sink', async () => {
  const files: MemoryFiles = new Map();
  return {
    sink: memorySink(files),
    damage: async (path, body) => void files.set(path, { seconds: 0, ...files.get(path), body }),
    [Symbol.asyncDispose]: async () => undefined,
  };
});

describe('a folder of the snapshot', () => {
  it('tells the validator by mtime and size, as a web server reads it', async () => {
    await using place = await openSink();
    await putContent(place.sink, await contentFor('page', long));
    const { mtimeMs, size } = await stat(join(place.root, 'page'));
    expect(etagOfFile(mtimeMs / 1000, size)).toBe(etagOf(long.body));
  });

  it('keeps encoded forms of what is worth it beside the file, and never of other bytes', async () => {
    await using place = await openSink();
    const put = async (path: string, answer: Answer) => putContent(place.sink, await contentFor(path, answer));
    await put('page', long);
    const read = (name: string) => readFile(join(place.root, name));
    expect(gunzipSync(await read('page.gz')).equals(long.body)).toBe(true);
    expect((await stat(join(place.root, 'page.gz'))).mtimeMs).toBe((await stat(join(place.root, 'page'))).mtimeMs);
    await put('page', json('short'));
    expect(await readdir(place.root)).toEqual(['page']);
    await put('bundle.tar.gz', { type: 'application/gzip', body: Buffer.alloc(5000) });
    expect((await readdir(place.root)).sort()).toEqual(['bundle.tar.gz', 'page']);
  });

  it('says what is wrong with a file or a form of it', async () => {
    await using place = await openSink();
    const content = await contentFor('page', long);
    const faults = async () =>
      (await faultsOf(place.sink, content.entry)).map(({ path, file, what }) => `${path} of ${file} ${what}`);
    await putContent(place.sink, content);
    expect(await faults()).toEqual([]);
    await place.damage('page.gz', Buffer.from('x'));
    await utimes(join(place.root, 'page'), 1, 1);
    expect(await faults()).toEqual([
      'page of page has another time than its content: its tag would be wrong',
      'page.gz of page is damaged: it holds other bytes',
    ]);
    await rm(join(place.root, 'page.gz'));
    expect((await faults()).at(-1)).toBe('page.gz of page is missing');
    await putContent(place.sink, content);
    await chmod(join(place.root, 'page'), 0o600);
    expect(await faults()).toEqual(['page of page can’t be read by every user, as a web server in front needs']);
  });

  it('loses the folders that a removed file leaves empty, and nothing else', async () => {
    await using place = await openSink();
    for (const path of ['a/b/c', 'a/d']) await putContent(place.sink, await contentFor(path, long));
    expect(await removeContent(place.sink, 'a/b/c')).toBe(true);
    expect(await removeContent(place.sink, 'a/b/c')).toBe(false);
    expect((await readdir(join(place.root, 'a'))).sort()).toEqual(['d', 'd.gz']);
    await removeContent(place.sink, 'a/d');
    expect(await readdir(place.root)).toEqual([]);
  });

  it('takes the place of what somebody put where its files go', async () => {
    await using place = await openSink();
    const { sink, root, staging } = place;
    await mkdir(join(root, 'page/stray'), { recursive: true });
    await writeFile(join(root, 'page/stray/file'), 'x');
    await writeFile(join(root, 'ada'), 'a file where a folder goes');
    await symlink(join(root, 'nowhere'), join(root, 'bob'));
    await rm(staging, { recursive: true });
    for (const path of ['page', 'ada/skill/list.json', 'bob/list.json']) {
      await sink.write(path, long.body, { seconds: 1 });
      expect(Buffer.from((await sink.read(path))?.body ?? '').equals(long.body), path).toBe(true);
    }
    expect((await Array.fromAsync(sink.list())).sort()).toEqual(['ada/skill/list.json', 'bob/list.json', 'page']);
  });

  it('reads no link', async () => {
    await using place = await openSink();
    await writeFile(join(place.staging, 'elsewhere'), 'private');
    await symlink(join(place.staging, 'elsewhere'), join(place.root, 'page'));
    expect(await place.sink.read('page')).toBeUndefined();
  });

  it('forgets drafts that a crash left behind', async () => {
    await using place = await openSink();
    await writeFile(join(place.staging, 'half'), 'written');
    await openFolderSink(place.root, place.staging);
    expect(await readdir(place.staging)).toEqual([]);
    expect(await Array.fromAsync(place.sink.list())).toEqual([]);
  });
});

describe('files that were touched', () => {
  // The system's own files are there, and can't be synced.
  const file = '/proc/version';

  it.skipIf(process.platform !== 'linux')(
    'are doubtful once their sync failed, until they are written again',
    async () => {
      const touched = openTouched('/proc');
      touched.add(file);
      await expect(touched.sync()).rejects.toThrow('fsync');
      expect(touched.isDoubtful(file)).toBe(true);
      await expect(touched.sync()).rejects.toThrow('fsync');
      touched.add(file);
      expect(touched.isDoubtful(file)).toBe(false);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'are synced again where that was under way as they were touched',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'touched-'));
      const touched = openTouched(folder);
      const place = join(folder, 'place');
      touched.add(place);
      const syncing = touched.sync();
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      touched.add(place);
      await syncing;
      await symlink(file, place);
      await expect(touched.sync()).rejects.toThrow('fsync');
      await rm(folder, { recursive: true });
    },
  );

  it('need no sync where they are gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touched-'));
    const touched = openTouched(folder);
    touched.add(join(folder, 'gone/file'));
    await touched.sync();
    expect(touched.isDoubtful(join(folder, 'gone/file'))).toBe(false);
    await rm(folder, { recursive: true });
  });
});
