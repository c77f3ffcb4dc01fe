/** What a follower is sent: lines of JSON, an empty line, the bytes of files. Its lengths and its hash are put before it here: they always hold. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPack } from '../../../mirror/followers/pack/checked.ts';
import { checkedFile } from '../../../mirror/followers/pack/checkedFile.ts';
import { BrokenPack, formatPack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import { formatVersion, type Item, type PackedFile } from '../../../mirror/followers/pack/shapes.ts';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import { isFile, madeFile } from '../../mirror/followers/packed.ts';
import { bytesOf, type Target, unlessRefused } from '../target.ts';

const site = { mirrorUrl: 'https://a.example', originUrl: 'https://b.example' };
const head = { site, schema: 35, tagBits: 33, isFull: true, isReset: false } as const;
const end = { next: 'cursor', isComplete: true, position: { seq: 1, event: 1, mark: 'm', day: 1 } };

const skill = [{ path: 'SKILL.md', bytes: bytesOf('---\nname: a\ndescription: b\nlicense: MIT\n---\n') }];
const digits = versionHash(manifestOf(skill)).slice('sha256:'.length);
const page = madeFile('about.html', Buffer.from('<p>'.repeat(20)));
const form = gzipSync(page.body);
const sha256 = createHash('sha256').update(form).digest('hex');

const files: PackedFile[] = [
  madeFile('robots.txt', bytesOf('User-agent: *\n')),
  { ...page, forms: { gzip: { sha256, size: form.byteLength } }, as: 'gzip', body: form },
  madeFile(`_by/2bd/ada/a/${digits}.tar.gz`, packArchive(skill), 'getSkillBundle'),
  { ...madeFile('lost.css', bytesOf('p {}')), as: 'none', body: new Uint8Array() },
];
const rows: Item[] = [
  { rows: { kind: 'skill', ids: [1] }, tables: { skills: [{ id: 1, slug: 'a', facets: 5 }], versions: [] } },
  { rows: { kind: 'log', ids: [0] }, tables: { log_entries: [{ number: 0, line: '{}', name: null, skill_id: null }] } },
  { rows: { kind: 'heads', ids: [0] }, tables: { log_heads: [{ origin: 'a', hash: Buffer.from('ab') }] } },
  { gone: 'a'.repeat(64) },
];

/** As an input: without the first line, and with an empty line in front of the bytes. */
function unsealed(items: readonly Item[]): Uint8Array {
  const pack = formatPack(head, items, end);
  const start = pack.indexOf('\n') + 1;
  const { text } = JSON.parse(pack.toString('utf8', 0, start)) as { text: number };
  return Buffer.concat([pack.subarray(start, start + text), Buffer.from('\n'), pack.subarray(start + text)]);
}

function sealed(input: Uint8Array): Buffer {
  const given = Buffer.from(input);
  const gap = given.indexOf('\n\n') + 1;
  const [text, bodies] = gap === 0 ? [given, Buffer.alloc(0)] : [given.subarray(0, gap), given.subarray(gap + 1)];
  const hash = createHash('sha256').update(text).update(bodies).digest('hex');
  const frame = { pack: formatVersion, text: text.length, bodies: bodies.length, sha256: hash };
  return Buffer.concat([Buffer.from(`${JSON.stringify(frame)}\n`), text, bodies]);
}

export const target: Target = {
  seeds: [unsealed([]), unsealed(files), unsealed(rows), ...files.map((file) => unsealed([file]))],
  longest: 4096,
  words: ['"file":', '"as":"gzip"', '"as":"plain"', '"bytes":', '"gone":', '../', '/./', '.gz"', '__proto__', '1e9'],
  async check(input) {
    const pack = await unlessRefused(
      (error) => error instanceof BrokenPack,
      () => openPack(sealed(input)),
    );
    if (!pack) return false;
    const again = parsePack(formatPack(pack.head, pack.items, pack.end));
    deepStrictEqual(again, pack, 'it is read otherwise when it is passed on');
    for (const file of pack.items.filter(isFile)) {
      ok(join('/root', file.file).startsWith('/root/'), 'a file is not below the root');
      strictEqual(join('/', file.file), `/${file.file}`, 'a file has two names');
      const checked = await checkedFile(file, pack.head.tagBits);
      strictEqual(checked === undefined, file.as === 'none', 'a file was looked at in another way');
      for (const [path, bytes] of checked?.files ?? [])
        if (path === file.file)
          strictEqual(createHash('sha256').update(bytes).digest('hex'), file.sha256, 'a file has other bytes');
    }
    return true;
  },
};
