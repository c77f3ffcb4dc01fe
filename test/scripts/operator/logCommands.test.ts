import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier } from '../../../origin/log/note.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { entriesFrom, logHeads, newestCheckpoint } from '../../../origin/store/log/read.ts';
import { addSkill, newWorkplace, operator, type Workplace } from '../process.ts';

interface Shown {
  origin: string;
  verifier: string;
  size: number;
  signed: number;
}

async function newLogged() {
  const place = await newWorkplace();
  await addSkill(place, 'pdf');
  return place;
}

const show = async (place: Workplace): Promise<Shown> =>
  JSON.parse((await operator(place, '--json', 'log', 'show')).stdout);

/** What the log says of itself, out of the store. */
async function inside(place: Workplace) {
  const store = await openSqlite(join(String(place.environment['DATA_DIR']), 'registry.sqlite'));
  try {
    const [heads, note] = [await logHeads(store.db), (await newestCheckpoint(store.db)) ?? ''];
    const { size } = parseCheckpoint(note);
    return { heads, note, size, entries: (await entriesFrom(store.db, 0, size)).map(({ line }) => line) };
  } finally {
    await store.close();
  }
}

it('another key follows the log’s, which signed it, and the log goes on under it', async () => {
  await using place = await newLogged();
  const before = await show(place);
  expect(before).toMatchObject({ size: before.signed, origin: expect.stringMatching(/^localhost:\d+\/log$/) });
  const { code, output } = await operator(place, 'log', 'rotate');
  expect([code, output]).toEqual([0, expect.stringContaining('Verifier key')]);
  await operator(place, 'snapshot');
  expect(await operator(place, 'doctor', '--stopped')).toMatchObject({ code: 0 });
  await addSkill(place, 'sums');
  const after = await show(place);
  expect(after.origin).toBe(before.origin);
  expect(after.verifier).not.toBe(before.verifier);
  expect(after.signed).toBeGreaterThan(before.signed);
  const { heads, note, entries } = await inside(place);
  expect(openNote(note, [parseVerifier(after.verifier)]).signatures).toHaveLength(1);
  const statement = openNote(heads.at(-1)?.statement ?? '', [parseVerifier(before.verifier)]);
  expect(entries.filter((line) => line?.includes('log.key_rotated'))).toHaveLength(1);
  expect(statement.text).toBe(`skill-registry log key\n${before.origin}\n${after.verifier}\n`);
});

it('a new log begins under another name, says why, and has all that is public', async () => {
  await using place = await newLogged();
  const before = await show(place);
  const refused = await operator(place, 'log', 'adopt', '--reason', 'two\nlines');
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('one line')]);
  const { code } = await operator(place, 'log', 'adopt', '--reason', 'The disk was lost');
  expect(code).toBe(0);
  await addSkill(place, 'sums');
  const after = await show(place);
  expect(after.origin).toBe(`${before.origin}-2`);
  const { heads, entries } = await inside(place);
  const statement = openNote(heads.at(-1)?.statement ?? '', [parseVerifier(after.verifier)]);
  expect(statement.text).toContain('The disk was lost');
  expect(entries.filter((line) => line?.includes('version.published'))).toHaveLength(2);
});

it('the text of an entry goes, its hash stays, and an entry says so', async () => {
  await using place = await newLogged();
  const { size, entries } = await inside(place);
  const number = entries.findIndex((line) => line?.includes('ada:pdf@'));
  expect((await operator(place, 'log', 'redact', String(number), '--reason', 'law')).code).toBe(0);
  await operator(place, 'snapshot');
  const after = await inside(place);
  expect(after.size).toBe(size + 1);
  expect(after.entries[number]).toBeNull();
  expect(JSON.parse(String(after.entries.at(-1)))).toMatchObject({ type: 'redacted', index: number, reason: 'law' });
  const again = await operator(place, 'log', 'redact', String(number));
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('no entry')]);
});

it('no command says a word of the key', async () => {
  await using place = await newLogged();
  const text = await readFile(join(String(place.environment['DATA_DIR']), 'log.key'), 'utf8');
  // PRIVATE+KEY+<name>+<hash>+<base64>, which may have a plus itself.
  const [, key = ''] = /^PRIVATE\+KEY\+[^+]+\+[0-9a-f]+\+(\S{40,})\s*$/.exec(text) ?? [];
  expect(key).not.toBe('');
  const { output: shown } = await operator(place, 'log', 'show');
  const { output: rotated } = await operator(place, 'log', 'rotate');
  for (const text of [shown, rotated]) expect(text).not.toContain(key);
});
