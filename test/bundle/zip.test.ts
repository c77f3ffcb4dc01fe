import { Zip, ZipDeflate } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../origin/bundle/archive/zip.ts';
import { limits } from '../../origin/contract/fields.ts';
import { bytesOf, file, refusalOf, skillMd } from './samples.ts';
import { type ZipEntry, zipOf } from './zipSamples.ts';

const data = bytesOf('content');
const read = (...entries: ZipEntry[]) => readZip(zipOf(entries));
const refused = (...entries: ZipEntry[]) => refusalOf(() => read(...entries));

describe('readZip', () => {
  it('reads stored and deflated entries and skips directories', async () => {
    const files = await read({ name: 'd/' }, { name: 'd/a', data }, { name: 'b', data, method: 0 }, { name: 'empty' });
    expect(files).toEqual([file('d/a', 'content'), file('b', 'content'), file('empty', '')]);
  });

  it('reads zip64 entries', async () => {
    expect(await read({ name: 'a', data, zip64: true })).toEqual([file('a', 'content')]);
  });

  it('reads entries whose sizes follow them, as streaming writers do', async () => {
    const chunks: Uint8Array[] = [];
    const zip = new Zip((_, chunk) => chunks.push(chunk));
    const entry = new ZipDeflate('SKILL.md');
    zip.add(entry);
    entry.push(skillMd.bytes, true);
    zip.end();
    expect(await readZip(Buffer.concat(chunks))).toEqual([skillMd]);
  });

  it('gives two entries of one path as two files, for checkPaths to refuse', async () => {
    expect(await read({ name: 'a', data }, { name: 'a' })).toHaveLength(2);
  });

  it('leaves bad paths as they are, for checkPaths to refuse by name', async () => {
    const names = ['../a', '/a', 'a\\b', 'C:/a', './a', 'ä'];
    expect((await read(...names.map((name) => ({ name, flags: 0x800 })))).map(({ path }) => path)).toEqual(names);
  });

  it.each([
    [0o120777, 'symbolic link'],
    [0o010644, 'named pipe'],
    [0o020644, 'character device'],
    [0o060644, 'block device'],
    [0o140755, 'socket'],
    [0o040755, 'directory'],
  ])('refuses a file of mode %i, a %s, by its path', async (mode, kind) => {
    const refusal = { code: 'bundle_invalid', path: 'bad', message: expect.stringContaining(kind) };
    expect(await refused({ name: 'SKILL.md', data }, { name: 'bad', data, mode })).toMatchObject(refusal);
  });

  it('takes regular modes and no mode at all', async () => {
    expect(await read({ name: 'a', mode: 0o100755 }, { name: 'b' }, { name: 'c/', mode: 0o040755 })).toHaveLength(2);
  });

  it('refuses an encrypted entry by its path', async () => {
    const refusal = { code: 'bundle_invalid', path: 'secret', message: expect.stringContaining('encrypted') };
    expect(await refused({ name: 'secret', data, flags: 1 })).toMatchObject(refusal);
  });

  it('refuses a compression method that few readers know', async () => {
    const refusal = { code: 'bundle_invalid', path: 'a', message: expect.stringContaining('method 12') };
    expect(await refused({ name: 'a', data, method: 12 })).toMatchObject(refusal);
  });

  it.each([0, 1, 6, 8, 5000])('refuses seven bytes that are declared to be %i', async (declaredSize) => {
    expect(await refused({ name: 'liar', data, declaredSize })).toMatchObject({ code: 'bundle_invalid', path: 'liar' });
  });

  it('stops a bomb at the size it declares, without unpacking it', async () => {
    const started = performance.now();
    const bomb = { name: 'bomb', data: new Uint8Array(50 * 1024 * 1024), declaredSize: 10 };
    const zip = zipOf([bomb]);
    const packed = performance.now();
    expect(await refusalOf(() => readZip(zip))).toMatchObject({ code: 'bundle_invalid', path: 'bomb' });
    expect(performance.now() - packed).toBeLessThan(packed - started + 100);
  });

  it('refuses a declared size over the limit before it unpacks anything', async () => {
    const refusal = { code: 'payload_too_large', path: 'huge', limit: limits.file };
    expect(await refused({ name: 'huge', data, declaredSize: 2 ** 40, zip64: true })).toMatchObject(refusal);
  });

  it('refuses entries that overlap once they unpack to too much', async () => {
    const whole = zipOf([{ name: 'a', data: new Uint8Array(1024 * 1024) }]);
    const directory = whole.subarray(whole.length - 22 - 47, whole.length - 22);
    const end = Buffer.from(whole.subarray(whole.length - 22));
    end.writeUInt16LE(100, 8);
    end.writeUInt16LE(100, 10);
    const overlapping = Buffer.concat([whole.subarray(0, -69), ...Array.from({ length: 100 }, () => directory), end]);
    expect(await refusalOf(() => readZip(overlapping))).toMatchObject({ code: 'payload_too_large' });
  });

  it('refuses content that does not match its checksum', async () => {
    const refusal = { code: 'bundle_invalid', path: 'a', message: expect.stringContaining('checksum') };
    expect(await refused({ name: 'a', data, crc: 1 })).toMatchObject(refusal);
  });

  it('refuses a directory with content', async () => {
    expect(await refused({ name: 'd/', data })).toMatchObject({ code: 'bundle_invalid', path: 'd/' });
  });

  it('refuses more entries than a bundle could need, directories included', async () => {
    const directories = Array.from({ length: 4 * limits.files + 1 }, (_, index) => ({ name: `${index}/` }));
    expect(await refused(...directories)).toMatchObject({ code: 'payload_too_large' });
  });

  it.each([
    ['another name', 30],
    ['another method', 8],
    ['another length', 22],
    ['another checksum', 14],
    ['encryption', 6],
  ])('refuses an entry whose own header says %s, which some readers go by', async (_, at) => {
    const zip = zipOf([{ name: 'a', data }]);
    zip[at] = (zip[at] ?? 0) ^ 1;
    expect(await refusalOf(() => readZip(zip))).toMatchObject({ code: 'bundle_invalid', path: 'a' });
  });

  it('refuses a directory that is longer than it says, or has more entries', async () => {
    const whole = zipOf([
      { name: 'a', data },
      { name: 'b', data },
    ]);
    const end = whole.length - 22;
    for (const at of [end + 8, end + 10, end + 12]) {
      const zip = Buffer.from(whole);
      zip.writeUInt16LE(zip.readUInt16LE(at) - 1, at);
      expect(await refusalOf(() => readZip(zip))).toMatchObject({ code: 'bundle_invalid' });
    }
  });

  it('refuses data after the end and an archive cut short', async () => {
    const whole = zipOf([{ name: 'a', data }]);
    for (const bad of [Buffer.concat([whole, bytesOf('more')]), whole.subarray(0, -1), whole.subarray(10)]) {
      expect(await refusalOf(() => readZip(bad))).toMatchObject({ code: 'bundle_invalid' });
    }
  });
});
