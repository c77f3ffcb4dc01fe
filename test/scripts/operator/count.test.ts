import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lineReader } from '../../../scripts/operator/logs/readLine.ts';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator, type Workplace } from '../process.ts';

const hour = 3600_000;
/** Of nginx's combined format, some hours ago. */
function line(address: string, path: string, { ago = 1, status = 200, agent = 'npx', method = 'GET' } = {}): string {
  const [day, month, year, clock] = new Date(Date.now() - ago * hour).toUTCString().slice(5, 25).split(' ');
  return `${address} - - [${day}/${month}/${year}:${clock} +0000] "${method} ${path} HTTP/1.1" ${status} 512 "-" "${agent}"\n`;
}

async function withSkill(): Promise<Workplace & AsyncDisposable> {
  const place = await newWorkplace();
  const folder = join(place.folder, 'skills/ada/sums');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), skillMd('sums'));
  await operator(place, 'import', join(place.folder, 'skills'));
  return place;
}

const count = async (place: Workplace, ...files: string[]) => {
  const { stdout, code } = await operator(place, '--json', 'count', ...files);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, number>[];
};

describe('operator count', () => {
  it('counts each client once an hour, and says why it skips the rest', async () => {
    await using place = await withSkill();
    const log = join(place.folder, 'access.log');
    const lines = [
      line('192.0.2.1', '/ada/sums.md'),
      line('192.0.2.1', '/ada/sums.md'),
      line('192.0.2.1', '/ada/sums.md', { ago: 3 }),
      line('2001:db8::1', `/ada/sums/v/${'a'.repeat(64)}.tar.gz`),
      line('192.0.2.2', '/ada/sums'),
      line('192.0.2.2', '/ada/sums.md', { status: 304 }),
      line('192.0.2.2', '/ada/sums.md', { method: 'HEAD' }),
      line('192.0.2.2', '/ada/sums.md', { agent: 'Somebot/1.0' }),
      line('192.0.2.2', '/ada/sums.md', { ago: 200 }),
      line('192.0.2.2', '/ada/missing.md'),
      line('-', '/ada/sums.md'),
      'what nobody can read\n',
      line('192.0.2.9', '/ada/sums.md').trimEnd(),
    ];
    await writeFile(log, lines.join(''));
    const { stdout } = await operator(place, 'count', log);
    expect(stdout).toBe(
      `${log}: 12 lines, 3 downloads counted; skipped: 1 counted before: the same client, skill and hour, 2 no download, ` +
        '1 not answered with 200, 1 a crawler, 1 older than three days, or of the future, 2 no address or no public skill, ' +
        '1 not readable\n',
    );
  });

  it('counts nobody twice: not in a log that has grown, nor one that was rotated, compressed or put together', async () => {
    await using place = await withSkill();
    const log = join(place.folder, 'access.log');
    await writeFile(log, line('192.0.2.1', '/ada/sums.md', { ago: 5 }));
    expect(await count(place, log)).toMatchObject([{ lines: 1, counted: 1, repeated: 0 }]);
    expect(await count(place, log)).toMatchObject([{ lines: 1, counted: 0, repeated: 1 }]);
    await appendFile(
      log,
      line('192.0.2.1', '/ada/sums.md', { ago: 4 }) + line('192.0.2.2', '/ada/sums.md', { ago: 4 }),
    );
    expect(await count(place, log)).toMatchObject([{ lines: 3, counted: 2, repeated: 1 }]);
    const rotated = join(place.folder, 'access.log.1');
    await rename(log, rotated);
    await writeFile(log, line('192.0.2.1', '/ada/sums.md', { ago: 1 }));
    expect(await count(place, rotated, log)).toMatchObject([
      { lines: 3, counted: 0, repeated: 3 },
      { lines: 1, counted: 1, repeated: 0 },
    ]);
    const packed = join(place.folder, 'all.gz');
    await writeFile(packed, gzipSync(Buffer.concat([await readFile(rotated), await readFile(log)])));
    expect(await count(place, packed)).toMatchObject([{ lines: 4, counted: 0, repeated: 4 }]);
  });

  it('says what it can’t open, and takes noise for noise', async () => {
    await using place = await withSkill();
    expect((await operator(place, 'count', join(place.folder, 'none.log'))).code).toBe(1);
    const noise = join(place.folder, 'noise.log');
    await writeFile(
      noise,
      Buffer.concat([Buffer.alloc(300_000, '{"a":'), Buffer.from('\n\0\n#Fields:\n"""\n{}\n[]\n')]),
    );
    expect(await count(place, noise)).toMatchObject([{ lines: 6, counted: 0 }]);
  });
});

describe('a line of a log', () => {
  const at = 1_790_000_000;
  const iso = new Date(at * 1000).toISOString();
  const asked = { client: '192.0.2.7', method: 'GET', path: '/ada/sums.md', query: 'a=b', status: 200, agent: 'npx' };
  it.each([
    [
      'nginx as JSON',
      {
        remote_addr: '192.0.2.7',
        request: 'GET /ada/sums.md?a=b HTTP/1.1',
        status: 200,
        time_iso8601: iso,
        http_user_agent: 'npx',
      },
    ],
    [
      'Cloudflare',
      {
        ClientIP: '192.0.2.7',
        ClientRequestMethod: 'GET',
        ClientRequestURI: '/ada/sums.md?a=b',
        EdgeResponseStatus: 200,
        EdgeStartTimestamp: at * 1e9,
        ClientRequestUserAgent: 'npx',
      },
    ],
    [
      'Caddy',
      {
        ts: at + 0.25,
        status: 200,
        request: { client_ip: '192.0.2.7', method: 'GET', uri: '/ada/sums.md?a=b', headers: { 'User-Agent': ['npx'] } },
      },
    ],
    [
      'CloudFront',
      {
        date: iso.slice(0, 10),
        time: iso.slice(11, 19),
        'c-ip': '192.0.2.7',
        'cs-method': 'GET',
        'cs-uri-stem': '/ada/sums.md',
        'cs-uri-query': 'a=b',
        'sc-status': '200',
        'cs(User-Agent)': 'npx',
      },
    ],
    [
      'a load balancer',
      {
        timestamp: iso,
        httpRequest: {
          remoteIp: '192.0.2.7',
          requestMethod: 'GET',
          requestUrl: 'https://skills.example/ada/sums.md?a=b',
          status: 200,
          userAgent: 'npx',
        },
      },
    ],
  ])('is read as %s writes it', (_, fields) => {
    const read = lineReader()(JSON.stringify(fields));
    expect(read).toMatchObject(asked);
    expect(Math.floor(read?.at ?? 0)).toBe(at);
  });

  it('is read after the line that names its fields', () => {
    const read = lineReader();
    expect(read('#Version: 1.0')).toBeUndefined();
    read('#Fields: date time x-edge-location c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query');
    expect(
      read(`${iso.slice(0, 10)}\t${iso.slice(11, 19)}\tFRA1\t192.0.2.7\tGET\t/ada/sums.md\t200\tnpx\ta=b`),
    ).toMatchObject({ ...asked, at });
  });
});
