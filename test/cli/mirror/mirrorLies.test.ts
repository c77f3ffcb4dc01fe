import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { PackedFile } from '../../../mirror/followers/pack/shapes.ts';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { testSigner } from '../../log/signer.ts';
import { fileOf, isFile, madeFile, replace, textIn } from '../../mirror/followers/packed.ts';
import { skillMd } from '../../registry.ts';
import { logGone, otherHistory, publishTo, seenBy, withoutLog } from '../log/logScene.ts';
import { lineOf, madeLog } from '../log/madeLog.ts';
import type { Served } from '../registryOnLoopback.ts';
import { type Copied, expectEqual, lyingWith, openCopied, packAnswer } from './mirrorScene.ts';

const another = (pack: Pack, path: string, text: string): void =>
  void pack.items.push(madeFile(path, Buffer.from(text)));

/** What is done to each pack. */
const lies: Record<string, (pack: Pack) => void> = {
  'a file with a byte that was turned over': (pack) => {
    const file = fileOf(pack, 'getSkill.json');
    file.body = Buffer.from(Buffer.from(file.body).toString('latin1').replace('a', 'b'), 'latin1');
  },
  'a file with the hash of others': (pack) => {
    fileOf(pack, 'getSkill.json').sha256 = 'a'.repeat(64);
  },
  'a file with the tag of others': (pack) => {
    fileOf(pack, 'getSkill.json').etag = '"1-2"';
  },
  'a form of other bytes': (pack) => {
    const file = pack.items.filter(isFile).find(({ as }) => as === 'gzip');
    if (file?.forms.gzip) file.forms.gzip.sha256 = 'a'.repeat(64);
    else fileOf(pack, 'getSkill.json').size += 1;
  },
  'an archive with another content than its name says': (pack) =>
    replace(fileOf(pack, '.tar.gz'), packArchive([{ path: 'SKILL.md', bytes: Buffer.from(skillMd('pdf', 'Evil.')) }])),
  'an archive of the same content that is packed otherwise': (pack) => {
    const file = fileOf(pack, '.tar.gz');
    const bytes = Buffer.from(file.body);
    // The system that packed it, which gzip keeps.
    bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9);
    replace(file, bytes);
  },
  'a version under another author': (pack) => {
    const file = fileOf(pack, '.tar.gz');
    pack.items.push({ ...file, file: file.file.replace('/pdf/', '/other/') });
  },
  'a file above the copy': (pack) => {
    fileOf(pack, 'getSkill.json').file = '../../../up';
  },
  'a file by its whole path': (pack) => {
    fileOf(pack, 'getSkill.json').file = '/tmp/up';
  },
  'names that a disk may take for one': (pack) => {
    another(pack, 'more/one.txt', 'one');
    another(pack, 'more/ONE.txt', 'two');
  },
  'a file that is the folder of another': (pack) => {
    another(pack, 'more', 'one');
    another(pack, 'more/one.txt', 'two');
  },
  'a file named like the encoded form of another': (pack) => another(pack, 'index.html.gz', 'one'),
  'a file named like an encoded form of an archive': (pack) =>
    another(pack, `${fileOf(pack, '.tar.gz').file}.gz`, 'one'),
  'a file named like the encoded form of a file that has none': (pack) =>
    another(pack, 'log/checkpoint.json.br', 'one'),
  'files of another registry': (pack) => {
    pack.head.site.originUrl = 'https://other.example';
  },
  'what was not asked': (pack) => {
    pack.head.after = 'other';
  },
  'a part': (pack) => {
    pack.head.partial = ['author:ada'];
  },
  'no checkpoint of the log': (pack) => {
    pack.items = pack.items.filter((item) => !isFile(item) || item.file !== 'log/checkpoint.json');
    pack.items.push({ gone: createHash('sha256').update('log/checkpoint.json').digest('hex') });
  },
  'a checkpoint that another key signed': (pack) => {
    const file = fileOf(pack, 'log/checkpoint.json');
    const note = textIn(file);
    replace(file, Buffer.from(testSigner().sign(note.slice(0, note.indexOf('\n\n') + 1))));
  },
};

const cut: NonNullable<Served['tamper']> = async (path, answer) => {
  if (path !== '/api/v1/mirror/changes') return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return packAnswer(bytes.subarray(0, bytes.length / 2));
};

const everyLie = [
  ...Object.entries(lies).map(([name, lie]) => [name, lyingWith(lie)] as const),
  ['half a pack', cut],
] as const;

const noProof = () => Response.json({ code: 'proof_not_found', message: 'None.', statusCode: 404 }, { status: 404 });

/** It is refused with exit code 1, and nothing of it is shown. */
async function isRefused(copied: Copied, said: string | RegExp = 'is refused'): Promise<string> {
  const before = await copied.shown();
  const { ended, stdout, stderr } = await copied.run();
  expect([ended, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(said);
  expect(await copied.shown()).toEqual(before);
  return stderr;
}

async function isHonestNow(copied: Copied): Promise<void> {
  delete copied.served.tamper;
  const { ended, stderr } = await copied.run();
  expect(ended, stderr).toBe(0);
  await expectEqual(copied);
}

describe('mirror of a registry that lies', () => {
  it.each(everyLie)('takes nothing of what changed: %s', async (_, tamper) => {
    await using copied = await openCopied();
    await publishTo(copied.served, 'ada:pdf');
    await publishTo(copied.served, 'ada:sums');
    await copied.run();
    await publishTo(copied.served, 'ada:pdf', 'two');
    copied.served.tamper = tamper;
    await isRefused(copied);
    expect(await readdir(join(copied.folder, 'refused'))).not.toEqual([]);
    await isHonestNow(copied);
  });

  it.each(everyLie)('shows no first copy: %s', async (_, tamper) => {
    await using copied = await openCopied();
    await publishTo(copied.served, 'ada:pdf');
    copied.served.tamper = tamper;
    await isRefused(copied);
    expect(await copied.shown()).toEqual({});
    await isHonestNow(copied);
  });

  it('takes no version without an entry in the log, or with another digest there', async () => {
    const signer = testSigner();
    await using copied = await openCopied(signer);
    const { served } = copied;
    const hash = await publishTo(served, 'ada:pdf');
    const entry = (digest: string) =>
      lineOf({
        ...{ type: 'version.published', subject: `ada:pdf@${hash}`, time: 1_790_000_000, author: 'ada', slug: 'pdf' },
        ...{ hash, digest, label: 'v1', published: 1_790_000_000 },
      });
    const log = async (lines: string[]) => {
      const made = await madeLog(signer, lines);
      const note = await (await made('/log/checkpoint', new Response(''))).text();
      const withNote = lyingWith((pack) => replace(fileOf(pack, 'log/checkpoint.json'), Buffer.from(note)));
      return async (path: string, answer: Response) => {
        return path.endsWith('/proof') ? noProof() : withNote(path, await made(path, answer));
      };
    };
    served.tamper = await log([lineOf({ type: 'handle.claimed', subject: 'ada', time: 1_790_000_000 })]);
    await isRefused(copied, `does not have ada:pdf@${hash}`);
    served.tamper = await log([entry(`sha256:${'a'.repeat(64)}`)]);
    await rm(join(copied.machine.home, '.local'), { recursive: true });
    await isRefused(copied, `another digest of ada:pdf@${hash}`);
    await rm(join(copied.machine.home, '.local'), { recursive: true });
    await isHonestNow(copied);
  });

  it('is stopped by another history that the same key signed, with a file that proves it', async () => {
    const signer = testSigner();
    await using copied = await openCopied(signer);
    await publishTo(copied.served, 'ada:pdf');
    await publishTo(copied.served, 'ada:sums');
    await copied.run();
    await using other = await otherHistory(signer);
    copied.served.tamper = async (path, answer) => (path.startsWith('/log/') ? fetch(other.mirrorUrl + path) : answer);
    await isRefused(copied, /can’t be trusted now: it showed another history before: .*evidence-fork/);
    await publishTo(copied.served, 'ada:pdf', 'two');
    await isRefused(copied, /another history before/);
    expect((await readdir(await seenBy(copied.machine))).join()).toContain('evidence-fork');
    // On a machine that knows nothing of the log, the copy does, also where the files are of the other history.
    const note = await (await fetch(`${other.mirrorUrl}/log/checkpoint`)).text();
    const withNote = lyingWith((pack) => replace(fileOf(pack, 'log/checkpoint.json'), Buffer.from(note)));
    for (const also of [(_: string, answer: Response) => answer, withNote]) {
      copied.served.tamper = async (path, answer) => {
        if (path.endsWith('/proof')) return noProof();
        return path.startsWith('/log/') ? fetch(other.mirrorUrl + path) : also(path, answer);
      };
      await rm(join(copied.machine.home, '.local'), { recursive: true });
      await isRefused(copied, 'another history before');
    }
  });

  it('is stopped by another key, by a log that is gone, and by less of it than the copy has', async () => {
    const signer = testSigner();
    await using copied = await openCopied(signer);
    const { served, machine } = copied;
    await publishTo(served, 'ada:pdf');
    await copied.run();
    const first = await (await fetch(`${served.mirrorUrl}/api/v1/mirror/changes`)).arrayBuffer();
    const { items } = parsePack(Buffer.from(first));
    const earlier = items.filter(isFile).find(({ file }) => file === 'log/checkpoint.json') as PackedFile;
    served.tamper = await madeLog(testSigner(signer.origin), [lineOf({ type: 'x', subject: 'ada', time: 1 })]);
    await isRefused(copied, /another key/);
    served.tamper = logGone;
    await isRefused(copied, /has none now/);
    delete served.tamper;
    await publishTo(served, 'ada:sums');
    await copied.run();
    await publishTo(served, 'ada:more');
    served.tamper = lyingWith((pack) => void pack.items.push(earlier));
    await isRefused(copied, /as of 2 entries of its log, and were of 3/);
    // Not even where the machine forgot it.
    await rm(join(machine.home, '.local'), { recursive: true });
    served.tamper = logGone;
    await isRefused(copied, /has none now/);
    await isHonestNow(copied);
  });

  it('is stopped by a registry that says it never had a log, and hands out a checkpoint', async () => {
    await using copied = await openCopied();
    await publishTo(copied.served, 'ada:pdf');
    copied.served.tamper = async (path, answer) =>
      path === '/.well-known/skill-registry.json' ? Response.json(withoutLog) : answer;
    await isRefused(copied, /has none now/);
  });

  it('keeps what was refused for people, and takes in no pack that somebody put among those that wait', async () => {
    await using copied = await openCopied();
    const { served, folder } = copied;
    await publishTo(served, 'ada:pdf');
    await copied.run();
    const bytes = await (await fetch(`${served.mirrorUrl}/api/v1/mirror/changes`)).arrayBuffer();
    const { head, end } = parsePack(Buffer.from(bytes));
    const gone = createHash('sha256').update('robots.txt').digest('hex');
    await publishTo(served, 'ada:pdf', 'two');
    served.tamper = lyingWith(lies['a file with the tag of others'] as (pack: Pack) => void);
    expect(await isRefused(copied)).toContain(`It is kept in ${join(folder, 'refused')}.`);
    expect(await readdir(join(folder, 'refused'))).toEqual(['000000001.pack']);
    const spool = join(folder, 'spool');
    await rm(join(folder, 'refused'), { recursive: true });
    await mkdir(spool);
    await writeFile(join(spool, '000000001.pack'), formatPack(head, [{ gone }], end));
    await writeFile(join(spool, 'whole'), '');
    await isHonestNow(copied);
  });
});
