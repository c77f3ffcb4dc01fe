import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { directorySink } from '../../../mirror/snapshot/files/sink.ts';
import { etagOfFile } from '../../../origin/contract/cache.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import { etagOf } from '../../../origin/read/etag.ts';

const json = (text: string): Answer => ({ type: 'application/json', body: Buffer.from(text) });
const long = json(JSON.stringify({ words: 'many words '.repeat(500) }));

async function openSink() {
  const folder = await mkdtemp(join(tmpdir(), 'sink-'));
  const [root, staging] = [join(folder, 'public'), join(folder, 'staging')];
  const sink = await directorySink(root, staging);
  const files = async () => (await Array.fromAsync(sink.files())).sort();
  return { root, staging, sink, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

describe('a directory sink', () => {
  it('holds what was put, and says so of nothing else', async () => {
    await using place = await openSink();
    await place.sink.put('a/b c/d.json', json('one'));
    expect(await readFile(join(place.root, 'a/b c/d.json'), 'utf8')).toBe('one');
    expect(await place.sink.holds('a/b c/d.json', json('one'))).toBe(true);
    expect(await place.sink.holds('a/b c/d.json', json('two'))).toBe(false);
    await place.sink.put('a/b c/d.json', json('two'));
    expect(await place.sink.holds('a/b c/d.json', json('two'))).toBe(true);
    expect(await place.files()).toEqual(['a/b c/d.json']);
    for (const missing of ['a', 'a/b c/d.json/e', 'none'])
      expect(await place.sink.holds(missing, json('two'))).toBe(false);
  });

  it('tells the validator by mtime and size, as a web server reads it', async () => {
    await using place = await openSink();
    await place.sink.put('page', long);
    const { mtimeMs, size } = await stat(join(place.root, 'page'));
    expect(etagOfFile(mtimeMs / 1000, size)).toBe(etagOf(long.body));
  });

  it('keeps encoded forms of what is worth it beside the file, and never of other bytes', async () => {
    await using place = await openSink();
    await place.sink.put('page', long);
    const read = (name: string) => readFile(join(place.root, name));
    expect(brotliDecompressSync(await read('page.br')).equals(long.body)).toBe(true);
    expect(gunzipSync(await read('page.gz')).equals(long.body)).toBe(true);
    expect((await stat(join(place.root, 'page.br'))).mtimeMs).toBe((await stat(join(place.root, 'page'))).mtimeMs);
    expect(await place.files()).toEqual(['page']);

    await rm(join(place.root, 'page.gz'));
    expect(await place.sink.holds('page', long)).toBe(false);
    await place.sink.put('page', json('short'));
    expect(await readdir(place.root)).toEqual(['page']);
    await place.sink.put('bundle.tar.gz', { type: 'application/gzip', body: Buffer.alloc(5000) });
    expect(await place.files()).toEqual(['bundle.tar.gz', 'page']);
  });

  it('removes a file with its forms and the folders it leaves empty, and nothing else', async () => {
    await using place = await openSink();
    await place.sink.put('a/b/c', long);
    await place.sink.put('a/d', json('y'));
    expect(await place.sink.remove('a/b/c')).toBe(true);
    expect(await place.sink.remove('a/b/c')).toBe(false);
    expect(await place.sink.remove('never/there')).toBe(false);
    expect(await place.files()).toEqual(['a/d']);
    expect(await readdir(join(place.root, 'a'))).toEqual(['d']);
    await place.sink.remove('a/d');
    expect(await readdir(place.root)).toEqual([]);
  });

  it('puts and removes side by side in one folder', async () => {
    await using place = await openSink();
    const names = Array.from({ length: 40 }, (_, index) => `deep/folder/${index}`);
    await Promise.all(names.map((name) => place.sink.put(name, json(name))));
    await Promise.all(names.flatMap((name) => [place.sink.remove(name), place.sink.put(`${name}.new`, json(name))]));
    expect(await place.files()).toEqual(names.map((name) => `${name}.new`).sort());
  });

  it('forgets drafts that a crash left behind', async () => {
    await using place = await openSink();
    await writeFile(join(place.staging, 'half'), 'written');
    await directorySink(place.root, place.staging);
    expect(await readdir(place.staging)).toEqual([]);
    expect(await place.files()).toEqual([]);
  });
});
