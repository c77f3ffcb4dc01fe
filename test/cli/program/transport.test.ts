import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectTo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { statementText } from '../../../origin/signing/statement.ts';
import { freePort } from '../../servers/freePort.ts';
import { newMachine } from '../machine.ts';

interface Stub extends AsyncDisposable {
  url: string;
  port: number;
  /** `<method> <path>` and the headers of each request. */
  asked: { line: string; headers: IncomingMessage['headers'] }[];
}

/** A server that says of itself that it is the registry at `site`, and answers everything else as the test says. */
async function stub(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
  site?: { origin: string },
): Promise<Stub> {
  const asked: Stub['asked'] = [];
  const listener: RequestListener = (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://x');
    asked.push({ line: `${incoming.method} ${pathname}`, headers: incoming.headers });
    const mirror = `http://${incoming.headers.host}`;
    if (pathname !== '/openapi.json') {
      return answer(incoming, response, asked.filter(({ line }) => !line.endsWith('/openapi.json')).length);
    }
    const servers = [mirror, site?.origin ?? mirror].map((url) => ({ url: url + apiPrefix }));
    json(response, 200, { servers });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const nothing = { query: 'x', skills: [], kits: [], people: [] };
const busy = { code: 'rate_limited', message: 'Too many requests.' };

// They wait for most of their time, and need nothing of each other.
describe.concurrent('a registry that fails', () => {
  it('is asked three times, after the pauses it asks for', async () => {
    await using server = await stub((_, response, count) =>
      count < 3 ? json(response, 429, busy, { 'retry-after': '1' }) : json(response, 200, nothing),
    );
    await using machine = await newMachine({ registryUrl: server.url });
    const { ended, stdout, milliseconds } = await machine.run('search', 'x');
    expect({ ended, stdout }).toEqual({ ended: 0, stdout: 'Nothing found.\n' });
    expect(milliseconds).toBeGreaterThan(2000);
    expect(server.asked.map(({ line }) => line)).toEqual(['GET /openapi.json', ...Array(3).fill('GET /api/v1/search')]);
    expect(server.asked[1]?.headers['x-client-version']).toMatch(/^skill-registry\/\d+\.\d+\.\d+$/);
  });

  it('is not waited for longer than anyone would', async () => {
    await using server = await stub((_, response) => json(response, 503, busy, { 'retry-after': '86400' }));
    await using machine = await newMachine({ registryUrl: server.url });
    expect(await machine.run('search', 'x')).toMatchObject({ ended: 1, stdout: '' });
    expect(server.asked).toHaveLength(2);
  });

  it('is asked once for what may not be done twice', async () => {
    await using server = await stub((_, response) => json(response, 503, { code: 'unavailable', message: 'No.' }));
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_s_x' });
    expect(await machine.run('kit', 'create', 'ada/tools')).toMatchObject({ ended: 1, stdout: '' });
    expect(server.asked.map(({ line }) => line)).toEqual(['GET /openapi.json', 'POST /api/v1/kits']);
  });

  it('and stays silent is asked twice, and then said to be silent; what is approved stays', async () => {
    await using server = await stub(() => undefined);
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_x' });
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('does not respond') });
    expect(server.asked.map(({ line }) => line)).toEqual([
      'GET /openapi.json',
      ...Array(2).fill('GET /api/v1/sync/manifest'),
    ]);
  });

  it('and falls silent within an answer is given up as well', async () => {
    await using server = await stub((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{');
    });
    await using machine = await newMachine({ registryUrl: server.url });
    expect((await machine.run('search', 'x')).stderr).toContain('does not respond');
    expect(server.asked).toHaveLength(3);
  });

  it('but moves, however slowly, is waited for', async () => {
    const [first = '', ...rest] = JSON.stringify(nothing).match(/.{1,14}/g) ?? [];
    await using server = await stub(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(first);
      for (const piece of rest) await wait(3000).then(() => response.write(piece));
      response.end();
    });
    await using machine = await newMachine({ registryUrl: server.url });
    expect(await machine.run('search', 'x')).toMatchObject({ ended: 0, stdout: 'Nothing found.\n' });
    expect(rest.length).toBeGreaterThan(2);
    expect(server.asked).toHaveLength(2);
  });

  it('by cutting an answer short is asked again', async () => {
    await using server = await stub((_, response, count) => {
      if (count > 1) return json(response, 200, nothing);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{');
      setTimeout(() => response.destroy(), 50);
    });
    await using machine = await newMachine({ registryUrl: server.url });
    expect(await machine.run('search', 'x')).toMatchObject({ ended: 0 });
  });

  it('gives one plain sentence where nothing answers', async () => {
    await using machine = await newMachine({ registryUrl: `http://127.0.0.1:${await freePort()}` });
    const { ended, stdout, stderr } = await machine.run('search', 'x');
    expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
    expect(stderr).toMatch(/^Nothing answers at http:.*--registry\.\n$/);
  });

  it('says so in JSON as well', async () => {
    await using machine = await newMachine({ registryUrl: `http://127.0.0.1:${await freePort()}` });
    const { ended, stdout } = await machine.run('search', 'x', '--json');
    expect({ ended, ...JSON.parse(stdout) }).toMatchObject({ ended: 1, error: { code: 'unreachable' } });
  });

  it('answers with a page of somebody else’s', async () => {
    await using server = await stub((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>\x1b[2JBad gateway</h1>');
    });
    await using machine = await newMachine({ registryUrl: server.url });
    const { ended, stderr } = await machine.run('search', 'x');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('answered 502') });
  });

  it('asks for a newer program', async () => {
    await using server = await stub((_, response) =>
      json(response, 426, { code: 'client_upgrade_required', message: 'Too old.', upgrade_to: '9.1.0' }),
    );
    await using machine = await newMachine({ registryUrl: server.url });
    expect((await machine.run('search', 'x')).stderr).toBe('Too old. Run: skill-registry self-update\n');
    const elsewhere = await machine.run('--registry', server.url, 'search', 'x');
    expect(elsewhere.stderr).toBe(`Too old. Run: skill-registry self-update --registry ${server.url}\n`);
  });

  it('is not a registry', async () => {
    await using server = await stub((_, response) => json(response, 200, nothing));
    await using machine = await newMachine({ registryUrl: `${server.url}/some/page` });
    const { ended, stderr } = await machine.run('search', 'x');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('is not a skill registry') });
  });
});

describe('a token', () => {
  it('follows no redirect to another address', async () => {
    await using thief = await stub((_, response) => json(response, 200, { authenticated: true }));
    await using server = await stub((_, response) =>
      response.writeHead(307, { location: `${thief.url}/api/v1/whoami` }).end(),
    );
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_s_secret' });
    const { ended, stderr } = await machine.run('whoami');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('redirects to another address') });
    expect(thief.asked).toEqual([]);
  });

  it('is not used where a site says that it belongs to an origin which does not know it', async () => {
    await using origin = await stub((_, response) => json(response, 200, {}));
    await using liar = await stub((_, response) => json(response, 200, {}), { origin: origin.url });
    await using machine = await newMachine({ registryUrl: liar.url, token: 'svc_s_secret' });
    const { ended, stderr } = await machine.run('whoami');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining(', which does not know it.') });
    expect(JSON.stringify([origin.asked, liar.asked])).not.toContain('svc_');
  });

  it('is not used at a mirror under an address of its own, and the person is told which registry it is a mirror of', async () => {
    await using registry = await stub((_, response) => json(response, 200, {}));
    await using mirror = await stub((_, response) => json(response, 200, {}), { origin: registry.url });
    await using machine = await newMachine({ registryUrl: mirror.url, token: 'svc_s_secret' });
    const { stderr } = await machine.run('whoami');
    expect(stderr).toContain(`Nothing was requested from either. If it is a mirror of ${registry.url}, name that one.`);
    expect(JSON.stringify([registry.asked, mirror.asked])).not.toContain('svc_');
  });

  it('is not sent unencrypted to another machine', async () => {
    await using server = await stub((_, response) => json(response, 200, {}), { origin: 'http://registry.test' });
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_s_secret' });
    const { ended, stderr } = await machine.run('whoami');
    expect({ ended, stderr }).toEqual({ ended: 4, stderr: expect.stringContaining('Use an https address') });
    expect(stderr).not.toContain('svc_');
  });
});

describe('a registry that lies', () => {
  it('gets no signature for another statement, and no publish of other content', async () => {
    await using machine = await newMachine({ registryUrl: 'http://127.0.0.1:1', token: 'svc_s_x' });
    await machine.run('init', 'sums', '--description', 'Adds.');
    const { hash } = JSON.parse((await machine.run('lint', 'sums', '--json')).stdout);
    const record = { skill_id: 'ada:sums', version: 1, version_label: '0.1.0', signatureStatus: 'unsigned' };
    const other = `sha256:${'0'.repeat(64)}`;
    const published = { ...record, hash, findings: [], page_url: '' };
    const lies: [object, RegExp][] = [
      [{ ...published, statement: statementOf(other) }, /something other/],
      [{ ...published, hash: other, statement: statementOf(other) }, /different content/],
    ];
    for (const [lie, said] of lies) {
      await using server = await stub(({ method }, response) =>
        method === 'GET' ? json(response, 404, { code: 'skill_not_found' }) : json(response, 200, lie),
      );
      const environment = { SKILL_REGISTRY_URL: server.url };
      const args = ['publish', 'sums', '--author', 'ada', '--sign', 'no-key'];
      const { ended, stderr } = await machine.runWith({ environment }, ...args);
      expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringMatching(said) });
      expect(server.asked.map(({ line }) => line.split(' ')[0])).toEqual(['GET', 'GET', 'POST']);
    }
  });
});

const statementOf = (hash: string): string =>
  statementText({ registry: 'http://127.0.0.1:1', skill_id: 'ada:sums', version_label: '0.1.0', hash, prev_hash: '' });

describe('a proxy', () => {
  it('is used for other machines, and never for this one', async () => {
    await using server = await stub((_, response) => json(response, 200, nothing));
    await using proxy = await openProxy(server.port);
    const environment = { HTTP_PROXY: proxy.url };
    await using machine = await newMachine({ registryUrl: 'http://registry.test' });
    expect(await machine.runWith({ environment }, 'search', 'x')).toMatchObject({ ended: 0 });
    expect(proxy.connected).toContain('registry.test:80');
    const before = proxy.connected.length;
    await using local = await newMachine({ registryUrl: server.url });
    expect(await local.runWith({ environment }, 'search', 'x')).toMatchObject({ ended: 0 });
    expect(proxy.connected).toHaveLength(before);
    const without = await machine.runWith(
      { environment: { ...environment, NO_PROXY: 'registry.test' } },
      'search',
      'y',
    );
    expect(without).toMatchObject({ ended: 1 });
    expect(proxy.connected).toHaveLength(before);
  });

  it('that is no address is a mistake of the settings', async () => {
    await using machine = await newMachine({ registryUrl: 'http://registry.test' });
    const environment = { HTTP_PROXY: 'socks5://127.0.0.1:1' };
    expect(await machine.runWith({ environment }, 'search', 'x')).toMatchObject({ ended: 2, stdout: '' });
  });
});

/** A proxy (RFC 9110, CONNECT) that takes every host for the one on this port. */
async function openProxy(port: number) {
  const connected: string[] = [];
  const server = createServer();
  server.on('connect', (incoming, socket) => {
    connected.push(incoming.url ?? '');
    const onward = connectTo(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
