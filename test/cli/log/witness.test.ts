import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { emptyRoot } from '../../../origin/log/hash.ts';
import { newSigner, openNote, parseVerifier, signNote, verifierText } from '../../../origin/log/note.ts';
import { recordedIn, recordingInto, undurableRenames } from '../../recordedOperations.ts';
import { growing, type LocalWitness, post, startWitness } from './localWitness.ts';

let folder: string;
let witness: LocalWitness;
/** Each test has a log of its own, of one witness. */
const signers = Array.from({ length: 40 }, (_, at) => newSigner(`log.example/${at}`));
let used = 0;
const newLog = () => growing(signers[used++]);
const logsFile = () => join(folder, 'logs.txt');
const hashOf = (origin: string) => createHash('sha256').update(origin).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
  await writeFile(logsFile(), ['# Logs that are known.', ...signers.map(verifierText), ''].join('\n'));
  witness = await startWitness([join(folder, 'shared'), '--logs', logsFile(), '--name', 'witness.example/w1']);
});
afterAll(async () => {
  await witness[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What it cosigned, read with the key that it printed. */
const cosigned = (checkpoint: string, lines: string) => {
  const { text, signatures } = openNote(checkpoint + lines, [parseVerifier(witness.vkey)]);
  return { size: parseCheckpoint(text).size, time: signatures[0]?.time, name: signatures[0]?.name };
};

describe('a witness', () => {
  it('cosigns a log from its beginning, as it grows, and the same again', async () => {
    const log = newLog();
    const before = Math.floor(Date.now() / 1000);
    for (const [from, to] of [
      [0, 0],
      [0, 3],
      [3, 256],
      [256, 600],
      [600, 600],
    ] as const) {
      const { status, text } = await post(witness.address, await log.asked(from, to));
      expect([status, text], `${from} to ${to}`).toEqual([
        200,
        expect.stringMatching(/^— witness\.example\/w1 \S+\n$/),
      ]);
      const { size, time, name } = cosigned(await log.checkpoint(to), text);
      expect([size, name]).toEqual([to, 'witness.example/w1']);
      expect(time).toBeGreaterThanOrEqual(before);
    }
  });

  it('says what it knows to a log that does not remember', async () => {
    const log = newLog();
    await post(witness.address, await log.asked(0, 7));
    for (const from of [0, 3, 8]) {
      expect(await post(witness.address, await log.asked(from, 9))).toEqual({
        status: 409,
        type: 'text/x.tlog.size',
        text: '7\n',
      });
    }
    expect(await post(witness.address, await newLog().asked(2, 9))).toMatchObject({ status: 409, text: '0\n' });
  });

  it('refuses a second log of one size, keeps it, and tells', async () => {
    const log = newLog();
    const other = growing(log.signer, { forkedAt: 5 });
    await post(witness.address, await log.asked(0, 9));
    const forked = (await other.asked(9, 9)).replace(/^old \d+/, 'old 9');
    expect(await post(witness.address, forked)).toMatchObject({ status: 422 });
    expect(await post(witness.address, await other.asked(0, 9))).toMatchObject({ status: 409, text: '9\n' });
    expect(await post(witness.address, await other.asked(9, 20))).toMatchObject({ status: 422 });
    const kept = join(folder, 'shared/logs', `${hashOf(log.signer.name)}-contradicted-at-9`);
    expect(openNote(await readFile(kept, 'utf8'), [log.signer]).text).toContain(
      (await other.root(9)).toString('base64'),
    );
    expect(witness.stderr()).toContain(`${log.signer.name} signed two different logs of 9 entries.`);
    expect(await post(witness.address, await log.asked(9, 20))).toMatchObject({ status: 200 });
  });

  it('refuses proofs that prove nothing', async () => {
    const log = newLog();
    await post(witness.address, await log.asked(0, 5));
    const right = await log.asked(5, 300);
    const lines = right.split('\n');
    const without = lines.toSpliced(2, 1).join('\n');
    const swapped = lines
      .with(1, lines[2] ?? '')
      .with(2, lines[1] ?? '')
      .join('\n');
    const more = lines.toSpliced(1, 0, lines[1] ?? '').join('\n');
    for (const wrong of [without, swapped, more])
      expect(await post(witness.address, wrong)).toMatchObject({ status: 422 });
    const first = (await newLog().asked(0, 5)).replace('\n', `\n${lines[1]}\n`);
    expect(await post(witness.address, first)).toMatchObject({ status: 422 });
    expect(await post(witness.address, right)).toMatchObject({ status: 200 });
  });

  it('refuses an empty log with a root', async () => {
    const { signer, root } = newLog();
    const note = signNote(checkpointText({ origin: signer.name, size: 0, root: await root(1) }), [signer]);
    expect(await post(witness.address, `old 0\n\n${note}`)).toMatchObject({ status: 422 });
    const empty = signNote(checkpointText({ origin: signer.name, size: 0, root: emptyRoot }), [signer]);
    expect(await post(witness.address, `old 0\n\n${empty}`)).toMatchObject({ status: 200 });
  });

  it('refuses logs that it does not know, and checkpoints that a log’s own key did not sign', async () => {
    const log = newLog();
    const stranger = growing(newSigner('log.example/unknown'));
    expect(await post(witness.address, await stranger.asked(0, 3))).toMatchObject({ status: 404 });
    const namesake = growing(newSigner(log.signer.name));
    expect(await post(witness.address, await namesake.asked(0, 3))).toMatchObject({ status: 403 });
    const anothers = signNote(checkpointText({ origin: log.signer.name, size: 3, root: await log.root(3) }), [
      signers[38] as (typeof signers)[number],
    ]);
    expect(await post(witness.address, `old 0\n\n${anothers}`)).toMatchObject({ status: 403 });
    const broken = (await log.asked(0, 3)).replace('\n3\n', '\n4\n');
    expect(await post(witness.address, broken)).toMatchObject({ status: 403 });
    expect(await post(witness.address, await log.asked(0, 3))).toMatchObject({ status: 200 });
  });

  it('passes over signatures of keys that it does not know', async () => {
    const log = newLog();
    const other = newSigner('elsewhere.example');
    const note = signNote(checkpointText({ origin: log.signer.name, size: 3, root: await log.root(3) }), [
      other,
      log.signer,
    ]);
    const { status, text } = await post(witness.address, `old 0\n\n${note}`);
    expect([status, cosigned(note, text).size]).toEqual([200, 3]);
  });

  it.each([
    ['nothing', () => ''],
    ['no old size', (right: string) => right.replace(/^old .*\n/, '')],
    ['a leading zero', (right: string) => right.replace('old 0', 'old 00')],
    ['an old size above the new one', (right: string) => right.replace('old 0', 'old 4')],
    ['no empty line', (right: string) => right.replace('\n\n', '\n')],
    ['carriage returns', (right: string) => right.replaceAll('\n', '\r\n')],
    ['a proof line that is no hash', (right: string) => right.replace('\n', '\nAAAA\n')],
    [
      '64 proof lines',
      (right: string) => right.replace('\n', `\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}`),
    ],
    ['a checkpoint without signatures', (right: string) => right.slice(0, right.indexOf('\n—'))],
    ['a root that is none', (right: string) => right.replace(/=\n\n—/, '\n\n—')],
    ['no line break at its end', (right: string) => right.slice(0, -1)],
    ['a byte order mark', (right: string) => `\ufeff${right}`],
  ])('refuses what is malformed: %s', async (_, change) => {
    const log = growing(signers[39]);
    expect(await post(witness.address, change(await log.asked(0, 3)))).toMatchObject({ status: 400 });
  });

  it('refuses bytes that are no UTF-8', async () => {
    const body = Buffer.from(await growing(signers[39]).asked(0, 3));
    body[body.length - 10] = 0xff;
    expect(await post(witness.address, body)).toMatchObject({ status: 400 });
  });

  it('cosigns one of many that come at once from one size, and tells the others', async () => {
    const log = newLog();
    await post(witness.address, await log.asked(0, 10));
    const requests = await Promise.all(Array.from({ length: 60 }, (_, at) => log.asked(10, 11 + at)));
    const answers = await Promise.all(requests.map((request) => post(witness.address, request)));
    const done = answers.flatMap(({ status }, at) => (status === 200 ? [11 + at] : []));
    expect(done).toHaveLength(1);
    for (const { status, text } of answers) if (status !== 200) expect([status, text]).toEqual([409, `${done[0]}\n`]);
  });

  it('shows its latest checkpoint of a log, with both signatures', async () => {
    const log = newLog();
    const address = `${witness.address}/${hashOf(log.signer.name)}/checkpoint`;
    expect((await fetch(address)).status).toBe(404);
    await post(witness.address, await log.asked(0, 4));
    await post(witness.address, await log.asked(4, 8));
    const response = await fetch(address);
    const opened = openNote(await response.text(), [log.signer, parseVerifier(witness.vkey)]);
    expect([response.status, opened.signatures.length, parseCheckpoint(opened.text).size]).toEqual([200, 2, 8]);
  });

  it('has no other door, and takes no more than a request needs', async () => {
    const get = async (path: string, method = 'GET') => (await fetch(witness.address + path, { method })).status;
    expect(await get('/add-checkpoint')).toBe(405);
    expect(await get('/')).toBe(404);
    expect(await get('/add-checkpoint/')).toBe(404);
    expect(await get(`/${hashOf('nothing')}/checkpoint`)).toBe(404);
    expect(await get(`/${hashOf('nothing')}/checkpoint`, 'DELETE')).toBe(405);
    expect(await get('/..%2f..%2fkey')).toBe(404);
    const large = await post(witness.address, 'x'.repeat(300 * 1024)).catch(() => ({ status: 413 }));
    expect(large).toMatchObject({ status: 413 });
  });

  it('waits for no request that never ends', async () => {
    const { hostname, port } = new URL(witness.address);
    const socket = connect(Number(port), hostname);
    socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: witness\r\nContent-Length: 100\r\n\r\nold');
    const closed = await new Promise<string>((resolve) => {
      let heard = '';
      socket.setEncoding('utf8').on('data', (text) => {
        heard += text;
      });
      socket.on('close', () => resolve(heard)).on('error', () => undefined);
    });
    expect(closed).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  });
});

describe('what a witness knows', () => {
  let place: string;
  const log = growing(newSigner('log.example/kept'));
  const args = () => [place, '--log', verifierText(log.signer)];
  const state = () => join(place, 'logs', hashOf(log.signer.name));
  let runs = 0;
  beforeEach(async () => {
    place = join(folder, `own${runs++}`);
    await using first = await startWitness([...args(), '--name', 'witness.example/own']);
    expect(await post(first.address, await log.asked(0, 9))).toMatchObject({ status: 200 });
  });

  it('is the same after a restart: its key, and each log’s size', async () => {
    const key = await readFile(join(place, 'key'), 'utf8');
    await using again = await startWitness(args());
    expect(again.vkey).toMatch(/^witness\.example\/own\+/);
    expect(await post(again.address, await log.asked(0, 12))).toMatchObject({ status: 409, text: '9\n' });
    expect(await post(again.address, await log.asked(9, 12))).toMatchObject({ status: 200 });
    expect(await readFile(join(place, 'key'), 'utf8')).toBe(key);
    expect((await stat(join(place, 'key'))).mode & 0o777).toBe(0o600);
    expect((await stat(place)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['torn', (whole: Buffer) => whole.subarray(0, whole.length - 20)],
    ['empty', () => Buffer.alloc(0)],
    ['zeros', (whole: Buffer) => Buffer.alloc(whole.length)],
    ['of another size', (whole: Buffer) => Buffer.from(String(whole).replace('\n9\n', '\n8\n'))],
    ['without its signature', (whole: Buffer) => Buffer.from(`${String(whole).split('\n').slice(0, 5).join('\n')}\n`)],
  ])('is never begun again because it is %s: the witness does not start', async (_, change) => {
    await writeFile(state(), change(await readFile(state())));
    await expect(startWitness(args())).rejects.toThrow(/It ended with 1: .*logs\/[0-9a-f]{64} is damaged/);
  });

  it('is that of its own log', async () => {
    const other = newSigner('log.example/other');
    await copyFile(state(), join(place, 'logs', hashOf(other.name)));
    await expect(startWitness([...args(), '--log', verifierText(other)])).rejects.toThrow(
      /It is of log\.example\/kept\./,
    );
  });

  it('is missed where all of it is gone but the key, or the key is damaged, or others can read it', async () => {
    await rename(join(place, 'logs'), join(place, 'elsewhere'));
    await expect(startWitness(args())).rejects.toThrow(/logs is gone/);
    await rename(join(place, 'elsewhere'), join(place, 'logs'));
    const whole = await readFile(join(place, 'key'), 'utf8');
    await chmod(join(place, 'key'), 0o644);
    await expect(startWitness(args())).rejects.toThrow(/Others can read/);
    await chmod(join(place, 'key'), 0o600);
    await writeFile(join(place, 'key'), whole.slice(0, -9));
    const refused = startWitness(args());
    await expect(refused).rejects.toThrow(/key is damaged/);
    await expect(refused).rejects.toThrow(expect.not.stringContaining(whole.slice(-30, -9)));
  });

  it('is on disk before anyone hears of it', async () => {
    const record = join(folder, `recorded${runs}`);
    const fresh = join(folder, `fresh${runs}`);
    await using again = await startWitness([fresh, '--log', verifierText(log.signer)], recordingInto(record));
    expect(await post(again.address, await log.asked(0, 12))).toMatchObject({ status: 200 });
    const operations = await recordedIn(record);
    expect(operations.filter(({ to }) => to?.endsWith(`logs/${hashOf(log.signer.name)}`))).toHaveLength(1);
    expect(operations.filter(({ to }) => to?.endsWith('/key'))).toHaveLength(1);
    expect(undurableRenames(operations)).toEqual([]);
  });

  it('has one witness at a time', async () => {
    await using _ = await startWitness(args());
    await expect(startWitness(args())).rejects.toThrow(/Another witness is running/);
  });

  it('is not written where the disk takes nothing: nothing is cosigned, and it tells', async () => {
    await using again = await startWitness(args());
    await rename(join(place, 'logs'), join(place, 'elsewhere'));
    expect(await post(again.address, await log.asked(9, 12))).toMatchObject({ status: 500 });
    expect(again.stderr()).toMatch(/A checkpoint was not cosigned: ENOENT/);
    await rename(join(place, 'elsewhere'), join(place, 'logs'));
    expect(await post(again.address, await log.asked(9, 14))).toMatchObject({ status: 200 });
    expect((await readdir(join(place, 'logs'))).filter((name) => /unfinished/.test(name))).toEqual([]);
  });
});

describe('the command line of a witness', () => {
  it('wants keys of logs, a name for its own, and a port', async () => {
    const place = join(folder, 'wrong');
    const key = verifierText(newSigner('log.example/x'));
    const wrong: [string[], RegExp][] = [
      [[place], /^It ended with 2: Name the key of a log/],
      [[place, '--log', 'nonsense'], /^It ended with 2: "nonsense" is no key of a log/],
      [[place, '--log', witness.vkey], /^It ended with 2: .* is the key of a witness/],
      [[place, '--log', key, '--name', 'a b'], /^It ended with 2: "a b" is no name/],
      [[place, '--log', key, '--port', '70000'], /^It ended with 2: --port takes/],
      [[place, '--logs', join(folder, 'missing')], /^It ended with 1: /],
    ];
    for (const [args, sentence] of wrong) await expect(startWitness(args)).rejects.toThrow(sentence);
    await using _ = await startWitness([place, '--log', key, '--name', 'witness.example/a']);
    await expect(startWitness([place, '--log', key, '--name', 'witness.example/b'])).rejects.toThrow(
      /Another witness is/,
    );
  });
});
