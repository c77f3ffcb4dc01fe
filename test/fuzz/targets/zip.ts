/** A zip, against what another reader of the format makes of it. */
import { deepStrictEqual } from 'node:assert/strict';
import { unzipSync } from 'fflate';
import { packZip, readArchive } from '../../../origin/bundle/archive/archive.ts';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import { file, skillMd } from '../../bundle/samples.ts';
import { zipOf } from '../../bundle/zipSamples.ts';
import { inFolder, said } from '../programs.ts';
import { bytesOf, type Target, taken } from '../target.ts';

const content = bytesOf('content '.repeat(20));

export const target: Target = {
  seeds: [
    packZip([skillMd, file('a/b.md', 'text')]),
    zipOf([{ name: 'SKILL.md', data: content }, { name: 'd/' }, { name: 'd/e', data: content, method: 0 }]),
    zipOf([{ name: 'SKILL.md', data: content, zip64: true }]),
    zipOf([{ name: 'SKILL.md', data: content, flags: 0x800, mode: 0o100644 }]),
    zipOf([{ name: 'link', data: content, mode: 0o120777 }]),
    zipOf([{ name: 'liar', data: content, declaredSize: 5 }]),
    zipOf([{ name: 'encrypted', data: content, flags: 1 }]),
  ],
  longest: 8 * 1024,
  words: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07', 'PK\x07\x08', '../', 'up', '\x75\x70'],
  async check(input) {
    const files = await taken(['bundle_invalid', 'payload_too_large'], () => readArchive(input, 'zip'));
    if (!files) return false;
    // fflate keeps one file of each name, and reads names of other code pages otherwise.
    if (refusedPathIn(files)) return true;
    const theirs = lenient(input);
    if (theirs)
      deepStrictEqual(
        theirs,
        Object.fromEntries(files.map(({ path, bytes }) => [path, hex(bytes)])),
        'fflate reads other files',
      );
    deepStrictEqual(
      sorted(await readArchive(packZip(files), 'zip')),
      sorted(files),
      'written and read again it differs',
    );
    return true;
  },
  async referee(input) {
    const files = await readArchive(input, 'zip');
    if (refusedPathIn(files)) return;
    inFolder('a.zip', input, (_, archive) => {
      const [names, contents] = [said('unzip', ['-Z1', archive]), said('unzip', ['-p', archive])];
      if (!names || !contents) return;
      const theirs = names.text.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
      deepStrictEqual(
        theirs,
        files.map(({ path }) => path),
        'unzip reads other files',
      );
      deepStrictEqual(contents.bytes, Buffer.concat(files.map(({ bytes }) => bytes)), 'unzip reads other contents');
    });
  },
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const sorted = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, hex(bytes)]));

function lenient(input: Uint8Array): Record<string, string> | undefined {
  try {
    const entries = Object.entries(unzipSync(input)).filter(([path]) => !path.endsWith('/'));
    return Object.fromEntries(entries.map(([path, bytes]) => [path, hex(bytes)]));
  } catch {
    return undefined;
  }
}
