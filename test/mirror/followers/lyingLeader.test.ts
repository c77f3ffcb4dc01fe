import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BrokenPack, formatPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { Item } from '../../../mirror/followers/pack/shapes.ts';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { handOverText } from '../../../origin/log/statement.ts';
import { testSigner } from '../../log/signer.ts';
import { skillMd } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { askingOf, openFollowing, rowsIn } from './following.ts';
import { type Led, openLed } from './led.ts';
import { fileOf, madeFile, replace } from './packed.ts';

type Row = Record<string, unknown>;

const rowsOf = ({ items }: Pack, table: string): Row[] =>
  items.flatMap((item) => ('tables' in item ? (item.tables[table] ?? []) : []));

/** What is done to the pack in which the newest version comes. */
const lies: Record<string, (pack: Pack) => void> = {
  'a file where an encoded form of another would be': (pack) => {
    const file = pack.items.find((item) => 'file' in item);
    if (file && 'file' in file) pack.items.push({ ...file, file: `${file.file}.br` });
  },
  'files that take a thousand times the room once they are unpacked': (pack) => {
    const zeros = Buffer.alloc(30e6);
    const form = gzipSync(zeros);
    const forms = { gzip: { sha256: hash('sha256', form), size: form.byteLength } };
    for (const name of ['one.css', 'two.css', 'three.css'])
      pack.items.push({ ...madeFile(name, zeros), forms, as: 'gzip', body: form });
  },
  'a file with bytes that are not of its hash': (pack) => {
    fileOf(pack, 'getSkill.json').body = Buffer.from('{}');
  },
  'a file with the tag of others': (pack) => {
    fileOf(pack, 'getSkill.json').etag = '"1-2"';
  },
  'an archive with another content than its name says': (pack) =>
    replace(fileOf(pack, '.tar.gz'), packArchive([{ path: 'SKILL.md', bytes: Buffer.from(skillMd('two', 'Evil.')) }])),
  'a version that is not in the log': (pack) => {
    for (const version of rowsOf(pack, 'versions')) version['hash'] = `sha256:${'a'.repeat(64)}`;
  },
  'a version with another digest than was entered': (pack) => {
    for (const version of rowsOf(pack, 'versions')) version['bundle_digest'] = `sha256:${'b'.repeat(64)}`;
  },
  'an entry that says another thing': (pack) => {
    const entry = rowsOf(pack, 'log_entries').at(-1) as Row;
    entry['line'] = String(entry['line']).replace(/"time":(\d)/, (_, digit) => `"time":${9 - Number(digit)}`);
  },
  'an entry of before that says another thing now': (pack) => {
    const [entry] = rowsOf(pack, 'log_entries') as [Row];
    entry['line'] = String(entry['line']).replace(/"time":(\d)/, (_, digit) => `"time":${9 - Number(digit)}`);
  },
  'an entry under the name of another version': (pack) => {
    const named = rowsOf(pack, 'log_entries').filter(({ name }) => name !== null);
    const [one, other] = named.slice(-2) as [Row, Row];
    [one['name'], other['name']] = [other['name'], one['name']];
  },
  'a checkpoint over fewer entries than there are': (pack) => {
    for (const { tables } of pack.items.filter((item): item is Extract<Item, { tables: object }> => 'tables' in item))
      if (tables['log_checkpoints']) tables['log_checkpoints'] = tables['log_checkpoints'].slice(0, -1);
  },
  'a checkpoint with another root': (pack) => {
    const checkpoint = rowsOf(pack, 'log_checkpoints').at(-1) as Row;
    checkpoint['note'] = String(checkpoint['note']).replace(/(?<=\n\d+\n)./, (first) => (first === 'Z' ? 'Y' : 'Z'));
  },
  'a checkpoint that another key signed': (pack) => {
    const checkpoint = rowsOf(pack, 'log_checkpoints').at(-1) as Row;
    const note = String(checkpoint['note']);
    checkpoint['note'] = testSigner().sign(note.slice(0, note.indexOf('\n\n') + 1));
  },
  'a checkpoint of before that another key signed': (pack) => {
    const checkpoint = rowsOf(pack, 'log_checkpoints').find(({ note }) => !String(note).includes('\n0\n')) as Row;
    const note = String(checkpoint['note']);
    checkpoint['note'] = testSigner().sign(note.slice(0, note.indexOf('\n\n') + 1));
  },
  'a version of a skill that the rows are not of': (pack) => {
    const [version] = rowsOf(pack, 'versions') as [Row];
    for (const item of pack.items)
      if ('tables' in item)
        item.tables['versions']?.push({ ...version, id: 9999, skill_id: 9999, hash: `sha256:${'c'.repeat(64)}` });
  },
  'rows of a table that such an entity has none of': (pack) => {
    const [rows] = pack.items.filter((item) => 'tables' in item);
    if (rows && 'tables' in rows) rows.tables['devices'] = [{ id: 1 }];
  },
  'a column that is not public': (pack) => {
    for (const skill of rowsOf(pack, 'skills')) skill['version_count'] = 9;
  },
  'a value that is none': (pack) => {
    for (const skill of rowsOf(pack, 'skills')) skill['name'] = { toString: 'evil' };
  },
};

const later = 'two';

async function openLiedTo(led: Led, lie: (pack: Pack) => void) {
  const { registry, leader } = led;
  await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
  await registry.publish('ada', later, { 'SKILL.md': skillMd(later) });
  await leader.snapshot.step();
  let isLying = false;
  const ask = askingOf(leader.mirror);
  const following = await openFollowing({
    ask: async (after) => {
      const pack = parsePack(await ask(after));
      if (isLying) lie(pack);
      return formatPack(pack.head, pack.items, pack.end);
    },
  });
  return {
    ...following,
    lie: (lies: boolean) => {
      isLying = lies;
    },
  };
}

describe('a leader that lies', () => {
  it('sends no rows that take a hundred times their room once they are read, while texts may say anything', async () => {
    await using led = await openLed();
    await led.leader.snapshot.step();
    const { head, items, end } = parsePack(await askingOf(led.leader.mirror)(undefined));
    const log = (log_hashes: Row[]): Item => ({ rows: { kind: 'log', ids: [] }, tables: { log_hashes } });
    const many = (length: number) => Array.from({ length }, (_, index) => index);
    const dense: Item[] = [
      log(many(2 ** 20).map(() => ({}))),
      log(many(3000).map((row) => Object.fromEntries(many(100).map((column) => [`of${row}and${column}`, 1])))),
      { rows: { kind: 'log', ids: many(2 ** 22).map(() => 1) }, tables: {} },
    ];
    for (const item of dense)
      expect(() => parsePack(formatPack(head, [...items, item], end))).toThrow('more rows than a pack may have');
    const braces = { hash: '{["\\,:'.repeat(2 ** 20) };
    expect(parsePack(formatPack(head, [...items, log([braces])], end)).items.at(-1)).toEqual(log([braces]));
  });

  it.each(Object.entries(lies))('is not followed: %s', async (_, lie) => {
    await using led = await openLed();
    await using following = await openLiedTo(led, lie);
    await following.follower.step();
    const before = await contentsOf(following);
    const rowsBefore = await rowsIn(following.catalog);
    await led.registry.publish('ada', later, { 'SKILL.md': skillMd(later, 'Changed.') });
    await led.leader.snapshot.step();
    following.lie(true);
    await expect(following.follower.step()).rejects.toThrow();
    const after = await contentsOf(following);
    // An archive that nothing names yet may be there.
    for (const path of [...after.keys()]) if (path.endsWith('.tar.gz') && !before.has(path)) after.delete(path);
    expect(after).toEqual(before);
    expect(await rowsIn(following.catalog)).toEqual(rowsBefore);
    following.lie(false);
    await following.follower.step();
    expect(await contentsOf(following)).toEqual(await contentsOf(led.leader));
  });

  it.each(Object.entries(lies))('is not copied at first: %s', async (_, lie) => {
    await using led = await openLed();
    await using following = await openLiedTo(led, lie);
    following.lie(true);
    await expect(following.follower.step()).rejects.toThrow();
    expect(await following.follower.isFilled()).toBe(false);
    following.lie(false);
    await following.follower.step();
    expect(await contentsOf(following)).toEqual(await contentsOf(led.leader));
    expect(await rowsIn(following.catalog)).toEqual(await rowsIn(led.leader.catalog));
  });

  it('is not followed into another history that the same key signed, and what proves it is kept', async () => {
    const signer = testSigner();
    await using led = await openLed(signer);
    await using other = await openLed(signer);
    for (const { registry, leader } of [led, other]) {
      await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
      await leader.snapshot.step();
    }
    let asked = led;
    await using following = await openFollowing({ ask: (after) => askingOf(asked.leader.mirror)(after) });
    await following.follower.step();
    asked = other;
    await expect(following.follower.step()).rejects.toThrow('is another than it was');
    expect(existsSync(join(following.folder, 'refused'))).toBe(true);
    expect(following.alarms.join()).toContain('refused, and kept');
    expect(await contentsOf(following)).toEqual(await contentsOf(led.leader));
  });

  it('leaves what was refused in its folder for a month, and not for good', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    const publish = async (slug: string) => {
      await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
      await leader.snapshot.step();
    };
    await publish('one');
    let isLying = true;
    const ask = askingOf(leader.mirror);
    await using following = await openFollowing({
      ask: async (after, whole) => {
        const pack = parsePack(await ask(after, whole));
        if (isLying && after !== undefined) lies['a version that is not in the log']?.(pack);
        return formatPack(pack.head, pack.items, pack.end);
      },
    });
    await following.follower.step();
    await publish('two');
    await expect(following.follower.step()).rejects.toThrow();
    isLying = false;
    await following.follower.step();
    const refused = join(following.folder, 'refused');
    expect(existsSync(refused)).toBe(true);
    const setAside = Date.now() / 1000 - 31 * 86_400;
    await utimes(refused, setAside, setAside);
    await publish('three');
    await following.follower.step();
    expect(existsSync(refused)).toBe(false);
  });

  /** Keys that the log is said to have had, as a pack tells of them. */
  const headsOf = (heads: readonly { origin: string; verifier: string; statement: string }[]): Item => ({
    rows: { kind: 'heads', ids: [0] },
    tables: { log_heads: heads.map((head, nth) => ({ id: nth + 1, started_at: 1, ...head })) },
  });

  it('is not followed by a key that says of itself that it was the log’s before', async () => {
    const signer = testSigner();
    const thief = testSigner();
    const heads = [
      { origin: signer.origin, verifier: thief.verifier, statement: '' },
      { origin: signer.origin, verifier: signer.verifier, statement: thief.sign(handOverText(signer)) },
    ];
    await using led = await openLed(signer);
    await using following = await openLiedTo(led, (pack) => {
      const checkpoint = rowsOf(pack, 'log_checkpoints').at(-1) as Row;
      const note = String(checkpoint['note']);
      checkpoint['note'] = thief.sign(note.slice(0, note.indexOf('\n\n') + 1));
      pack.items.push(headsOf(heads));
    });
    await following.follower.step();
    await led.registry.publish('ada', later, { 'SKILL.md': skillMd(later, 'Changed.') });
    await led.leader.snapshot.step();
    following.lie(true);
    await expect(following.follower.step()).rejects.toThrow(/does not follow from the one|replaced signed more/);
  });

  it('is not followed to a new log, and it is said what to do', async () => {
    await using led = await openLed();
    const { verifier } = testSigner('mirror.test/other');
    await using following = await openLiedTo(led, (pack) => {
      pack.items.push(headsOf([{ origin: 'mirror.test/other', verifier, statement: '' }]));
    });
    await following.follower.step();
    await led.registry.publish('ada', later, { 'SKILL.md': skillMd(later, 'Changed.') });
    await led.leader.snapshot.step();
    following.lie(true);
    await expect(following.follower.step()).rejects.toThrow(
      /with a new one, mirror\.test\/other\. .* remove the folder/,
    );
  });

  it('is copied at first once it is honest, also where it lied in an earlier pack than the last', async () => {
    await using led = await openLed();
    for (const slug of ['one', 'two']) await led.registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await led.leader.snapshot.step();
    let isLying = true;
    const ask = askingOf(led.leader.mirror);
    await using following = await openFollowing({
      ask: async (after) => {
        const { head, items, end } = parsePack(await ask(after === 'second' ? undefined : after));
        const half = Math.floor(items.length / 2);
        if (after === 'second') return formatPack({ ...head, isReset: false }, items.slice(half), end);
        const first = { head, items: items.slice(0, half), end: { ...end, isComplete: false, next: 'second' } };
        const [entry] = rowsOf(first, 'log_entries') as [Row];
        if (isLying) entry['line'] = String(entry['line']).replace(/"time":(\d)/, (_, digit) => `"time":${9 - digit}`);
        return formatPack(first.head, first.items, first.end);
      },
    });
    await expect(following.follower.step()).rejects.toThrow('is not of the entries');
    expect((await contentsOf(following)).size).toBe(0);
    isLying = false;
    await following.follower.step();
    expect(await contentsOf(following)).toEqual(await contentsOf(led.leader));
    expect(await rowsIn(following.catalog)).toEqual(await rowsIn(led.leader.catalog));
  });

  it('is not followed at all under another key than its operator told', async () => {
    await using led = await openLed();
    await led.registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await led.leader.snapshot.step();
    const { verifier } = testSigner();
    await using following = await openFollowing({ ask: askingOf(led.leader.mirror), trusted: verifier });
    await expect(following.follower.step()).rejects.toThrow('is of another key');
    expect(await following.follower.isFilled()).toBe(false);
  });

  it('is found out by each single byte of what it sent that was turned over', async () => {
    await using led = await openLed();
    await led.registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await led.leader.snapshot.step();
    const whole = parsePack(
      Buffer.from(await (await led.leader.mirror.request('/api/v1/mirror/changes')).arrayBuffer()),
    );
    const items = whole.items.filter((item) => !('file' in item) || item.size < 1500).slice(0, 12);
    const bytes = formatPack(whole.head, items, whole.end);
    expect(bytes.length).toBeGreaterThan(5000);
    expect(parsePack(bytes).items).toHaveLength(items.length);
    for (let at = 0; at < bytes.length; at += 1) {
      const turned = Buffer.from(bytes);
      turned.writeUInt8(turned.readUInt8(at) ^ (1 << (at % 8)), at);
      expect(() => parsePack(turned), `byte ${at}`).toThrow(BrokenPack);
    }
    for (let end = 0; end < bytes.length; end += 97)
      expect(() => parsePack(bytes.subarray(0, end)), `cut at ${end}`).toThrow(BrokenPack);
  });

  it.each(['../up', '/root', 'a//b', 'a/../../b', '.', 'a/.', 'a\\b', 'a\nb', 'ä', `a/${'b'.repeat(251)}`])(
    'can name no file %j',
    async (path) => {
      await using led = await openLed();
      await led.leader.snapshot.step();
      const whole = parsePack(
        Buffer.from(await (await led.leader.mirror.request('/api/v1/mirror/changes')).arrayBuffer()),
      );
      const file = { ...fileOf(whole, 'index.html'), file: path };
      expect(() => parsePack(formatPack(whole.head, [file], whole.end))).toThrow(BrokenPack);
    },
  );
});
