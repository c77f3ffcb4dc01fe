import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cosignatureKey } from '../../../origin/log/key.ts';
import { newSigner, signNote, verifierText } from '../../../origin/log/note.ts';
import { freePort } from '../../servers/freePort.ts';
import { addSkill, newWorkplace, operator, type Workplace } from '../process.ts';

const dataOf = (place: Workplace) => String(place.environment['DATA_DIR']);
const checkpointOf = (place: Workplace) => readFile(join(dataOf(place), 'mirror/public/log/checkpoint.json'), 'utf8');
const sizeIn = (note: string) => Number(note.split('\n')[1]);

/** A registry whose disk was lost but for its log’s key, and was restored from a backup. `unsaved`: published after that. */
const newRestored = (...unsaved: string[]) => restoredAfter(async () => undefined, unsaved);

/** The same where something was done before it was restored. */
async function restoredAfter(before: (place: Workplace) => Promise<unknown>, unsaved: string[]) {
  const place = await newWorkplace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const file = join(place.folder, 'backup.sqlite');
  await addSkill(place, 'first');
  await operator(place, 'backup', file);
  for (const slug of unsaved) await addSkill(place, slug);
  const shown = await checkpointOf(place);
  for (const lost of ['registry.sqlite', 'mirror']) await rm(join(dataOf(place), lost), { recursive: true });
  await before(place);
  const { code, output } = await operator(place, 'restore', file);
  expect(code).toBe(0);
  const [, size = ''] = /The log is on hold: here it has (\d+) entries/.exec(output) ?? [];
  return { place, file, shown, size };
}

/** Answers each request so; resolves to its address. */
async function serve(status: number, type: string, body: string): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(status, { 'content-type': type }).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a log whose store was restored, where the mirror’s files are lost too', () => {
  it('is on hold: nothing is signed, and its operator is told why and what to do', async () => {
    const { place, size } = await newRestored('unsaved');
    const { output } = await addSkill(place, 'next');
    expect(output).toContain('so nothing is signed: say that nobody saw more with `operator log resume`');
    expect(sizeIn(await checkpointOf(place))).toBe(Number(size));
    const doctor = await operator(place, 'doctor', '--stopped');
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(/FAIL {2}log .*\n +it is on hold since the store was restored/);
    expect(doctor.output).toContain(`npm run operator -- log resume ${size}`);
  });

  it('is on hold where what says so is damaged, and the file is named', async () => {
    const { place, size } = await newRestored();
    const file = join(dataOf(place), 'log.hold');
    await writeFile(file, 'no checkpoint');
    const damaged = `${file} is damaged: A checkpoint has three lines, and each ends with a line break. Make it empty`;
    for (const args of [
      ['doctor', '--stopped'],
      ['log', 'resume', size],
    ] as const) {
      const { code, output } = await operator(place, ...args);
      expect([code, output.replace(/\n\s+/g, ' ')]).toEqual([1, expect.stringContaining(damaged)]);
    }
    await addSkill(place, 'next');
    expect(sizeIn(await checkpointOf(place))).toBe(Number(size));
    await writeFile(file, '');
    expect((await operator(place, 'log', 'resume', size)).code).toBe(0);
  });

  it('is on hold where a mirror was made of an empty store in between', async () => {
    const { place, size } = await restoredAfter((between) => operator(between, 'snapshot'), ['unsaved']);
    await addSkill(place, 'next');
    expect(size).not.toBe('');
    expect(sizeIn(await checkpointOf(place))).toBe(Number(size));
    expect((await operator(place, 'doctor', '--stopped')).output).toContain('it is on hold');
  });

  it('goes on where the operator says how much of it there is, and that nobody saw more', async () => {
    const { place, size, shown } = await newRestored();
    expect(await operator(place, 'log', 'resume', String(Number(size) + 1))).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The log has ${size} entries here`),
    });
    const resumed = await operator(place, 'log', 'resume', size);
    expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('Nobody was asked.') });
    expect(await operator(place, 'log', 'resume', size)).toMatchObject({
      code: 1,
      output: 'The log is not on hold.\n',
    });
    await addSkill(place, 'next');
    const next = await checkpointOf(place);
    expect(next.split('\n')[0]).toBe(shown.split('\n')[0]);
    expect(sizeIn(next)).toBeGreaterThan(sizeIn(shown));
    expect((await operator(place, 'doctor', '--stopped')).code).toBe(0);
  });

  it('stays on hold where a mirror shows more of it, another history or another log, or can’t be asked', async () => {
    const { place, size, shown } = await newRestored('unsaved');
    const compare = async (body: string, status = 200) => {
      const address = await serve(status, 'text/plain', body);
      const { code, output } = await operator(place, 'log', 'resume', size, '--compare', address);
      expect(code).toBe(1);
      return output;
    };
    expect(await compare(shown)).toMatch(new RegExp(`has ${sizeIn(shown)} entries of the log, and here are ${size}`));
    const [origin = '', , root = ''] = shown.split('\n');
    const other = newSigner(origin);
    expect(await compare(signNote(`${origin}\n1\n${root}\n`, [other]))).toContain('stays on hold');
    expect(await compare('Not found', 404)).toContain('It answers 404.');
    expect(await compare(shown.padEnd(70_000, '—'))).toContain('is longer than 65536 bytes');
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const asked = await operator(place, 'log', 'resume', size, '--compare', nobody, '--compare', `${nobody}/other`);
    expect(asked.output).toBe(`${nobody} can’t be asked, so the log stays on hold. ECONNREFUSED\n`);
    expect((await operator(place, 'doctor', '--stopped')).output).toContain('it is on hold');
    await addSkill(place, 'next');
    expect(sizeIn(await checkpointOf(place))).toBe(Number(size));
  });

  it('stays on hold where a witness saw more of it, and is compared with one that did not', async () => {
    const { place, size } = await newRestored('unsaved');
    const vkey = verifierText(newSigner('witness.example', cosignatureKey));
    const ask = async (known: number) => {
      const address = await serve(409, 'text/x.tlog.size', `${known}\n`);
      const environment = { ...place.environment, LOG_WITNESSES: `${address} ${vkey}` };
      return operator({ environment }, 'log', 'resume', size);
    };
    expect(await ask(Number(size) + 1)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`the witness witness.example has ${Number(size) + 1} entries of the log`),
    });
    expect(await ask(Number(size))).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Asked how many they have: the witness witness.example (${size}).`),
    });
  });

  it('stays on hold after another restore, though the mirror was built again meanwhile', async () => {
    const { place, file, size } = await newRestored('unsaved');
    await addSkill(place, 'next');
    expect((await operator(place, 'restore', file)).output).toContain('The log is on hold');
    expect((await addSkill(place, 'next')).output).toContain('so nothing is signed');
    expect(sizeIn(await checkpointOf(place))).toBe(Number(size));
  });

  it('begins again under another name where its operator decides so, and is on hold no more', async () => {
    const { place, shown } = await newRestored('unsaved');
    expect((await operator(place, 'log', 'adopt', '--reason', 'The disk was lost')).code).toBe(0);
    await addSkill(place, 'next');
    expect((await checkpointOf(place)).split('\n')[0]).toBe(`${shown.split('\n')[0]}-2`);
    expect((await operator(place, 'doctor', '--stopped')).code).toBe(0);
  });
});

it('a log whose store was restored signs nothing where the mirror’s files showed more, also once they are made again', async () => {
  await using place = await newWorkplace();
  const file = join(place.folder, 'backup.sqlite');
  await addSkill(place, 'first');
  await operator(place, 'backup', file);
  const saved = sizeIn(await checkpointOf(place));
  await addSkill(place, 'unsaved');
  const shown = sizeIn(await checkpointOf(place));
  await operator(place, 'restore', file);
  await rm(join(dataOf(place), 'mirror'), { recursive: true });
  await operator(place, 'snapshot');
  const doctor = await operator(place, 'doctor', '--stopped');
  expect([doctor.code, doctor.output]).toEqual([1, expect.stringContaining('less of it than was published')]);
  expect(await operator(place, 'log', 'resume', String(saved))).toMatchObject({
    code: 1,
    output: expect.stringContaining(`showed ${shown} entries of the log, and here are ${saved}`),
  });
  await addSkill(place, 'next');
  expect(sizeIn(await checkpointOf(place))).toBe(saved);
});

it('a log whose store was restored goes on by itself where the mirror’s files say that nothing of it is missing', async () => {
  await using place = await newWorkplace();
  const file = join(place.folder, 'backup.sqlite');
  await addSkill(place, 'first');
  await operator(place, 'backup', file);
  const shown = await checkpointOf(place);
  expect((await operator(place, 'restore', file)).output).not.toContain('on hold');
  await addSkill(place, 'next');
  expect(sizeIn(await checkpointOf(place))).toBeGreaterThan(sizeIn(shown));
  // Once it went on, losing the mirror’s files takes nothing back.
  await rm(join(dataOf(place), 'mirror'), { recursive: true });
  await addSkill(place, 'last');
  expect((await operator(place, 'doctor', '--stopped')).code).toBe(0);
});
