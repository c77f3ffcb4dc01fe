/** What holds of every sink. */
import { describe, expect, it } from 'vitest';
import type { Digest, Sink, Stamp } from '../../../mirror/snapshot/files/sink.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';

export interface OpenSink extends AsyncDisposable {
  sink: Sink;
  /** Changes stored bytes behind the sink's back. */
  damage(path: string, bytes: Uint8Array): Promise<void>;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const stamp: Stamp = { seconds: 1_000_000 };
const expected = (text: string): Digest & Stamp => ({
  sha256: sha256(bytesOf(text)).slice('sha256:'.length),
  size: bytesOf(text).byteLength,
  ...stamp,
});

export function describeSink(name: string, open: () => Promise<OpenSink>): void {
  const put = (sink: Sink, path: string, text: string) => sink.write(path, bytesOf(text), stamp);
  const textOf = async (sink: Sink, path: string) => {
    const found = await sink.read(path);
    return found && Buffer.from(found.body).toString();
  };
  const listOf = async (sink: Sink) => (await Array.fromAsync(sink.list())).sort();

  describe(name, () => {
    it('gives back what was written, and nothing of another name', async () => {
      await using place = await open();
      const { sink } = place;
      await put(sink, 'a/b c/d.json', 'one');
      expect(await textOf(sink, 'a/b c/d.json')).toBe('one');
      await put(sink, 'a/b c/d.json', 'two');
      expect(await textOf(sink, 'a/b c/d.json')).toBe('two');
      for (const path of ['a', 'a/b c', 'a/b c/d.json/e', 'a/b c/d', 'none', `a/${'x'.repeat(300)}`])
        expect(await textOf(sink, path), path).toBeUndefined();
      expect(await listOf(sink)).toEqual(['a/b c/d.json']);
    });

    it('says of what was read whether it still is what is there', async () => {
      await using place = await open();
      const { sink } = place;
      await put(sink, 'page', 'one');
      const first = await sink.read('page');
      expect(first?.isCurrent()).toBe(true);
      await put(sink, 'page', 'two');
      expect(first?.isCurrent()).toBe(false);
      const second = await sink.read('page');
      expect(second?.isCurrent()).toBe(true);
      await sink.remove('page');
      expect(second?.isCurrent()).toBe(false);
    });

    it('removes a file, and says of one that is not there that it was not', async () => {
      await using place = await open();
      const { sink } = place;
      await put(sink, 'a/b/c', 'x');
      await put(sink, 'a/d', 'y');
      expect(await sink.remove('a/b')).toBe(false);
      expect(await sink.remove('a/b/c')).toBe(true);
      expect(await sink.remove('a/b/c')).toBe(false);
      expect(await sink.remove('never/there')).toBe(false);
      expect(await listOf(sink)).toEqual(['a/d']);
    });

    it('tells a file that is as it should be from one that is missing or holds other bytes', async () => {
      await using place = await open();
      const { sink } = place;
      await put(sink, 'page', 'some bytes');
      expect(await sink.faultOf('page', expected('some bytes'))).toBeUndefined();
      // Where bytes are found by their hash, others are not there.
      expect(await sink.faultOf('page', expected('SOME bytes'))).toMatch(/other bytes|is missing/);
      await place.damage('page', bytesOf('some bytez'));
      expect(await sink.faultOf('page', expected('some bytes'))).toContain('other bytes');
      expect(await sink.faultOf('none', expected('no bytes'))).toMatch(/^is missing/);
    });

    it('takes any bytes, none among them, and many at once', async () => {
      await using place = await open();
      const { sink } = place;
      const all = Uint8Array.from({ length: 256 * 1024 }, (_, index) => index % 251);
      await sink.write('all', all, stamp);
      await sink.write('none', new Uint8Array(), stamp);
      expect(Buffer.from((await sink.read('all'))?.body ?? []).equals(all)).toBe(true);
      expect((await sink.read('none'))?.body.byteLength).toBe(0);
      const names = Array.from({ length: 40 }, (_, index) => `deep/folder/${index}`);
      await Promise.all(names.map((path) => put(sink, path, path)));
      await Promise.all(names.flatMap((path) => [sink.remove(path), put(sink, `${path}.new`, path)]));
      expect(await listOf(sink)).toEqual(['all', ...names.map((path) => `${path}.new`).sort(), 'none']);
    });
  });
}
