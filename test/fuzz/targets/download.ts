/** What a registry that lies answers a device: its archive, its list of files, and its files, each after an empty line. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { Failure, Unreachable } from '../../../scripts/cli/failure.ts';
import type { Registry } from '../../../scripts/cli/registry/registry.ts';
import { IntegrityError } from '../../../scripts/cli/sync/download/boundedBody.ts';
import { openDownloads } from '../../../scripts/cli/sync/download/download.ts';
import { file, skillMd } from '../../bundle/samples.ts';
import { bytesOf, type Target, unlessRefused } from '../target.ts';

const files = [skillMd, file('a/b.md', 'text'), file('c.bin', Uint8Array.of(0, 255))];
const manifest = manifestOf(files);
const wanted = { skill_id: 'ada:hello', hash: versionHash(manifest), source: 'library' };
const record = {
  skill_id: wanted.skill_id,
  hash: wanted.hash,
  version_label: 'v1',
  files: manifest,
};
const contents = files.map(({ path, bytes }, index) => ({
  path,
  hash: manifest[index]?.hash,
  size: bytes.length,
  encoding: index === 2 ? 'base64' : 'text',
  text: Buffer.from(bytes).toString(index === 2 ? 'base64' : 'utf8'),
}));
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const separator = Buffer.from('\n\n\n');
const answers = (...parts: Uint8Array[]): Uint8Array =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
const refusals = [IntegrityError, RegistryError, Unreachable, Failure];

export const target: Target = {
  seeds: [
    answers(packArchive(files)),
    answers(bytesOf(''), json(record), ...contents.map(json)),
    answers(packArchive([skillMd]), json({ ...record, files: manifest.slice(1) }), ...contents.map(json)),
    answers(bytesOf('<html>'), json({ ...record, files: [{ path: '../x', size: 1, hash: wanted.hash }] })),
  ],
  longest: 4096,
  words: [
    '"path":"../',
    '"size":',
    '1e99',
    '-1',
    '"encoding":"base64"',
    '"__proto__"',
    '\\u0000',
    'SKILL.md',
    '\n\n\n',
  ],
  async check(input) {
    const [archive = Buffer.alloc(0), list = archive, ...single] = partsOf(input);
    const get: Registry['get'] = async (address) => {
      const { pathname, searchParams } = new URL(address);
      const path = searchParams.get('path');
      const index = files.findIndex((one) => one.path === path);
      const body = path === null ? (pathname.endsWith('.tar.gz') ? archive : list) : (single[index] ?? list);
      return new Response(new Uint8Array(body), { headers: { 'content-type': 'application/json' } });
    };
    const registry = { mirrorUrl: 'http://mirror.test', originUrl: 'http://origin.test', get } as Registry;
    const isRefusal = (error: unknown) => refusals.some((one) => error instanceof one);
    const all: unknown[] = [];
    for (const here of [undefined, async () => undefined]) {
      const { filesOf } = openDownloads(registry, async () => undefined);
      const got = await unlessRefused(isRefusal, () => filesOf(wanted, here));
      if (!got) continue;
      deepStrictEqual(versionHash(manifestOf(got)), wanted.hash, 'other files than were approved');
      ok(!refusedPathIn(got), 'a path leads out');
      all.push(got);
    }
    return all.length > 0;
  },
  /** Another archive of the same, and with the files of it changed. */
  reshape(input, change) {
    const [, ...rest] = partsOf(input);
    try {
      return answers(
        packArchive(files.map((one, index) => (index === 1 ? { ...one, bytes: change(one.bytes) } : one))),
        ...rest,
      );
    } catch {
      return undefined;
    }
  },
};

function partsOf(input: Uint8Array): Buffer[] {
  const whole = Buffer.from(input);
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = whole.indexOf(separator, at);
    parts.push(whole.subarray(at, end < 0 ? undefined : end));
    if (end < 0) return parts;
    at = end + separator.length;
  }
}
