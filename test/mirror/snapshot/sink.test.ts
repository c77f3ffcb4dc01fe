import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directorySink } from '../../../mirror/snapshot/sink.ts';
import { etagOf } from '../../../origin/contract/cache.ts';

async function openSink() {
  const folder = await mkdtemp(join(tmpdir(), 'sink-'));
  const [root, staging] = [join(folder, 'public'), join(folder, 'staging')];
  const sink = await directorySink(root, staging);
  const files = async () => (await Array.fromAsync(sink.files())).sort();
  return { root, staging, sink, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

describe('a directory sink', () => {
  it('keeps what was put, with a validator of its content', async () => {
    await using place = await openSink();
    await place.sink.put('a/b c/d.json', Buffer.from('one'));
    expect(await readFile(join(place.root, 'a/b c/d.json'), 'utf8')).toBe('one');
    expect(await place.sink.etag('a/b c/d.json')).toBe(etagOf(Buffer.from('one')));
    await place.sink.put('a/b c/d.json', Buffer.from('other'));
    expect(await place.sink.etag('a/b c/d.json')).toBe(etagOf(Buffer.from('other')));
    expect(await place.files()).toEqual(['a/b c/d.json']);
  });

  it('has no validator where there is no file', async () => {
    await using place = await openSink();
    await place.sink.put('a/b', Buffer.from('x'));
    expect(await place.sink.etag('a')).toBeUndefined();
    expect(await place.sink.etag('a/b/c')).toBeUndefined();
    expect(await place.sink.etag('none')).toBeUndefined();
  });

  it('removes a file with the folders it leaves empty, and nothing else', async () => {
    await using place = await openSink();
    await place.sink.put('a/b/c', Buffer.from('x'));
    await place.sink.put('a/d', Buffer.from('y'));
    await place.sink.remove('a/b/c');
    await place.sink.remove('a/b/c');
    await place.sink.remove('never/there');
    expect(await place.files()).toEqual(['a/d']);
    expect(await readdir(join(place.root, 'a'))).toEqual(['d']);
    await place.sink.remove('a/d');
    expect(await readdir(place.root)).toEqual([]);
  });

  it('puts and removes side by side in one folder', async () => {
    await using place = await openSink();
    const names = Array.from({ length: 40 }, (_, index) => `deep/folder/${index}`);
    await Promise.all(names.map((name) => place.sink.put(name, Buffer.from(name))));
    await Promise.all(
      names.flatMap((name) => [place.sink.remove(name), place.sink.put(`${name}.new`, Buffer.from(name))]),
    );
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
