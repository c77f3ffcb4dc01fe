import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packArchive } from '../../origin/bundle/archive/archive.ts';
import { skillMd } from '../registry.ts';
import { childrenOf, peakOf } from '../servers/processes.ts';
import { furnishedWorkplace } from './furnished.ts';
import { newPerson, run, type Workplace } from './process.ts';

/** `npm run hostile` sends 1,000; without it, each kind once. */
const uploads = Number(process.env['UPLOADS'] ?? 13);
/** Ten megabytes each, which would not fit below the bound together. */
const unfinished = uploads > 13 ? 44 : 28;
const pieces = uploads > 13 ? 400_000 : 100_000;
const mostMemory = 256;
/** A bundle of the largest size is there packed, unpacked, packed again and on its way back; then the process ends. */
const mostOfReader = 320;
const atOnce = 4;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const packed = (files: Record<string, Uint8Array>) =>
  packArchive(Object.entries(files).map(([path, content]) => ({ path, bytes: content })));
const plain = bytes(skillMd('hostile'));
const gzip = 'application/gzip';
const json = 'application/json';
const zip = 'application/zip';

/** Lines of hex digits, which compress to half. */
const words = (length: number): Uint8Array =>
  bytes(
    randomBytes(length / 2)
      .toString('hex')
      .replaceAll(/.{60}/g, '$&\n')
      .slice(0, length),
  );

/** Characters that take a tokenizer long. */
const rare = () =>
  Array.from(randomBytes(60_000), (byte, index) => String.fromCodePoint(0x4e00 + ((byte * 256 + index) % 20_000)));

const kinds: Record<string, () => { type: string; body: Uint8Array }> = {
  'a gzip bomb': () => ({ type: gzip, body: gzipSync(new Uint8Array(200 * 1024 * 1024)) }),
  'a zip bomb': () => ({ type: zip, body: zipSync({ 'SKILL.md': plain, 'a.bin': new Uint8Array(60 * 1024 * 1024) }) }),
  'a bundle of the largest size': () => ({
    type: gzip,
    body: packed(
      Object.fromEntries([['SKILL.md', plain], ...Array.from({ length: 4 }, (_, n) => [`${n}.txt`, words(4_400_000)])]),
    ),
  }),
  'more than a request may hold': () => ({ type: gzip, body: randomBytes(11 * 1024 * 1024) }),
  'too many files': () => ({
    type: gzip,
    body: packed(
      Object.fromEntries([['SKILL.md', plain], ...Array.from({ length: 600 }, (_, n) => [`f/${n}`, plain])]),
    ),
  }),
  'archives in archives': () => {
    let inner = packed({ 'SKILL.md': plain });
    for (let depth = 0; depth < 20; depth += 1) inner = packed({ 'SKILL.md': plain, 'inner.tar.gz': inner });
    return { type: gzip, body: inner };
  },
  'no archive': () => ({ type: gzip, body: randomBytes(100_000) }),
  'a broken zip': () => ({
    type: zip,
    body: zipSync({ 'SKILL.md': plain, 'a.txt': randomBytes(50_000) }).subarray(0, 40_000),
  }),
  'half a gzip': () => ({
    type: gzip,
    body: packed({ 'SKILL.md': plain, 'a.bin': randomBytes(500_000) }).subarray(0, 200_000),
  }),
  'a name that climbs': () => ({ type: zip, body: zipSync({ 'SKILL.md': plain, '../../etc/passwd': plain }) }),
  'frontmatter without an end': () => ({
    type: gzip,
    body: packed({ 'SKILL.md': bytes(`---\n${'a: &a [*a]\n'.repeat(20_000)}`) }),
  }),
  'words that no tokenizer knows': () => ({
    type: gzip,
    body: packed({ 'SKILL.md': bytes(skillMd('hostile', 'x', rare().join(''))) }),
  }),
  'a line of megabytes': () => ({
    type: gzip,
    body: packed({
      'SKILL.md': plain,
      'a.sh': bytes(`curl ${Buffer.from(words(4_000_000)).toString().replaceAll('\n', ' | ')}`),
    }),
  }),
};

/** The most memory in MB that a process and its children ever had, each for itself. Children come and go. */
function watchMemory(pid: number) {
  const peaks = { origin: 0, reader: 0 };
  const look = () => {
    peaks.origin = Math.max(peaks.origin, peakOf(pid));
    peaks.reader = Math.max(peaks.reader, ...childrenOf(pid).map(peakOf));
  };
  const timer = setInterval(look, 20);
  return {
    end: () => {
      look();
      clearInterval(timer);
      return peaks;
    },
  };
}

/** A registry with these people, each with a token. Each request may say which address it comes from. */
async function started(place: Workplace, handles: string[]) {
  // Quotas are not what is tested: each upload comes from an address of its own.
  place.environment['TRUSTED_PROXY_HOPS'] = '1';
  const tokens: Record<string, string> = {};
  for (const handle of handles) tokens[handle] = await newPerson(place, handle);
  const registry = run('scripts/start.ts', [], place);
  await registry.printed(/Stop with Ctrl-C/);
  const [, pid] = await registry.printed(/origin +started as process (\d+)/);
  return { registry, tokens, pid: Number(pid) };
}

describe('hostile uploads', () => {
  it(
    `never bring the origin down, nor it above ${mostMemory} MB or its reader above ${mostOfReader} MB`,
    async () => {
      await using place = await furnishedWorkplace();
      const { registry, tokens, pid } = await started(place, ['eve']);
      const token = tokens['eve'];
      const memory = watchMemory(pid);
      const url = `http://127.0.0.1:${place.environment['ORIGIN_PORT']}/api/v1/skills/eve`;
      const prepared = Object.entries(kinds).map(([name, make]) => ({ name, ...make() }));
      const statuses: Record<string, number[]> = {};
      const send = async (number: number) => {
        const { name, type, body } = prepared[number % prepared.length] ?? expect.fail('none');
        const from = `10.0.${number >> 8}.${number & 255}`;
        const response = fetch(`${url}/hostile-${number}/versions?dry_run=true`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': type, 'x-forwarded-for': from },
          body: Buffer.from(body),
        });
        // Whoever sends too much may find the connection closed.
        const status = await response.then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => 0,
        );
        statuses[name] = [...new Set([...(statuses[name] ?? []), status])];
      };
      const numbers = Array.from({ length: uploads }, (_, number) => number).values();
      const sender = async () => {
        for (const number of numbers) await send(number);
      };
      await Promise.all(Array.from({ length: atOnce }, sender));
      const peaks = memory.end();
      process.stdout.write(
        `${uploads} hostile uploads: at most ${Math.round(peaks.origin)} MB, its reader ${Math.round(peaks.reader)} MB\n${JSON.stringify(statuses)}\n`,
      );
      for (const [name, found] of Object.entries(statuses))
        expect(
          // Its sender may have too much under way already.
          found.filter((status) => ![0, 200, 413, 422, 503].includes(status)),
          name,
        ).toEqual([]);
      expect((await fetch(`http://127.0.0.1:${place.environment['ORIGIN_PORT']}/api/v1/stats`)).status).toBe(200);
      expect(registry.output().match(/origin +started/g)).toHaveLength(1);
      registry.child.kill('SIGTERM');
      expect(await registry.ended).toBe(0);
      expect(peaks.origin).toBeLessThan(mostMemory);
      expect(peaks.reader).toBeLessThan(mostOfReader);
    },
    60 * 60_000,
  );

  it(
    `of one account, unfinished, nested, in tiny pieces and slow to read, leave others theirs and the origin below ${mostMemory} MB`,
    async () => {
      await using place = await furnishedWorkplace();
      const { registry, tokens, pid } = await started(place, ['eve', 'mallory', 'bob']);
      const { ORIGIN_PORT: port, MIRROR_PORT: mirrorPort } = place.environment;
      const memory = watchMemory(pid);
      const publish = async (author: string, slug: string, from: string, type: string, body: BodyInit) => {
        const began = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/skills/${author}/${slug}/versions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens[author]}`, 'content-type': type, 'x-forwarded-for': from },
          body,
        });
        await response.arrayBuffer();
        return { status: response.status, took: performance.now() - began };
      };
      const small = (slug: string) =>
        publish('bob', slug, '10.1.0.1', json, JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd(slug) }] }));
      expect((await small('warm')).status).toBe(201);

      let isOver = false;
      const reads: number[] = [];
      const reading = (async () => {
        while (!isOver) {
          const began = performance.now();
          await (await fetch(`http://127.0.0.1:${mirrorPort}/api/v1/stats`)).arrayBuffer();
          reads.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();

      const sockets = Array.from({ length: unfinished }, (_, index) => {
        const piece = index % 4 === 0 ? Buffer.from('1\r\n \r\n'.repeat(pieces)) : Buffer.alloc(10_000_000, ' ');
        const size = index % 4 === 0 ? 'Transfer-Encoding: chunked' : `Content-Length: ${10 * 1024 * 1024}`;
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
        socket.write(
          `POST /api/v1/skills/eve/u${index}/versions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens['eve']}\r\n` +
            `X-Forwarded-For: 10.0.0.${index}\r\nContent-Type: ${json}\r\n${size}\r\n\r\n`,
        );
        socket.write(piece);
        return socket;
      });
      const nested = '['.repeat(4_000_000);
      const slow = packed({
        'SKILL.md': bytes(skillMd('slow', 'x', rare().join('').repeat(10))),
        'a.md': words(500_000),
      });
      let waiting = 25;
      const slowOnes = Array.from({ length: 25 }, (_, index) =>
        publish('mallory', `slow-${index}`, `10.2.0.${index}`, gzip, Buffer.from(slow)).finally(() => {
          waiting -= 1;
        }),
      );
      const deepOnes = [1, 2, 3].map((index) => publish('eve', `deep-${index}`, `10.3.0.${index}`, json, nested));
      const took: number[] = [];
      for (const slug of ['one', 'two', 'three']) {
        const published = await small(slug);
        expect(published.status).toBe(201);
        took.push(published.took);
      }
      const stillWaiting = waiting;
      const statuses = (await Promise.all([...slowOnes, ...deepOnes])).map(({ status }) => status);
      isOver = true;
      await reading;
      for (const socket of sockets) socket.destroy();
      const peaks = memory.end();
      reads.sort((a, b) => a - b);
      const p99 = reads[Math.floor(reads.length * 0.99)] ?? 0;
      process.stdout.write(
        `hostile at once: origin at most ${Math.round(peaks.origin)} MB, its readers ${Math.round(peaks.reader)} MB; small publishes ${took.map(Math.round)} ms with ${stillWaiting} slow ones waiting; ${reads.length} reads at the mirror, p99 ${Math.round(p99)} ms; ${JSON.stringify(count(statuses))}\n`,
      );
      expect(statuses.filter((status) => ![200, 201, 400, 422, 429, 503].includes(status))).toEqual([]);
      // In one line with those of the other account, the first would have waited for all of them.
      expect(stillWaiting).toBeGreaterThan(0);
      expect(registry.output().match(/origin +started/g)).toHaveLength(1);
      registry.child.kill('SIGTERM');
      expect(await registry.ended).toBe(0);
      expect(peaks.origin).toBeLessThan(mostMemory);
      expect(peaks.reader).toBeLessThan(mostOfReader);
    },
    60 * 60_000,
  );
});

const count = (statuses: number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );
