/** As many subscriptions to kits as a server takes at a time, and how soon those whom a publish concerns are told of it. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { mcpLimits } from '../../../origin/contract/clients/mcp.ts';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { openDataDir } from '../catalog/place.ts';
import { requestText } from '../load/httpLoad.ts';
import { skillToPublish } from '../publishing.ts';
import { now } from '../reading.ts';

const { all, each } = mcpLimits.subscriptions;
const revision = '2026-07-28';
/** Opened at a time, and milliseconds to look on afterwards. */
const atOnce = 4;
const patience = 10_000;

const handleOf = (index: number) => `subscriber-${index}`;

/** Tokens of so many people that they may open all. */
export async function makeSubscribers(dataDir: string): Promise<string[]> {
  const engine = await openDataDir(dataDir);
  const tokens = await engine.write(async (db) => {
    const made: string[] = [];
    for (let index = 0; index < all / each; index += 1) {
      const { id: profileId } = await createProfile(db, { handle: handleOf(index) }, now());
      made.push(await mintToken(db, { class: 'session', profileId }, now()));
    }
    return made;
  });
  await engine.close();
  return tokens;
}

interface Stream {
  socket: Socket;
  text: string;
}

/** `1500 subscriptions open, 10 of 10 told within 1204 ms`. */
export async function subscribed(port: number, tokens: readonly string[]): Promise<string> {
  const streams: Stream[] = [];
  const asked = Array.from({ length: all }, (_, index) => listening(tokens[Math.floor(index / each)] as string, index));
  const openSome = async () => {
    for (let request = asked.pop(); request !== undefined; request = asked.pop()) {
      const stream = await opened(port, request);
      if (stream.text.startsWith('HTTP/1.1 200 ')) streams.push(stream);
      // Refused for load: its client asks again.
      else asked.push(request);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, openSome));
  const publish = skillToPublish(0, 0);
  const began = performance.now();
  await fetch(`http://127.0.0.1:${port}${apiPrefix}/skills/${handleOf(0)}/${publish.slug}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
    body: publish.body,
  });
  const told = () => streams.filter(({ text }) => text.includes('list_changed')).length;
  for (; told() < each && performance.now() - began < patience; ) await wait(10);
  const ms = performance.now() - began;
  const open = streams.filter(({ socket }) => !socket.destroyed).length;
  for (const { socket } of streams) socket.destroy();
  return `${open} subscriptions open, ${told()} of ${each} told within ${Math.round(ms)} ms`;
}

/** Once something was answered, or the connection has ended without. */
async function opened(port: number, request: string): Promise<Stream> {
  const stream = { socket: connect(port, '127.0.0.1'), text: '' };
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.socket.setEncoding('utf8').on('error', () => resolve());
  stream.socket.on('close', () => resolve());
  stream.socket.on('data', (text) => {
    stream.text += text;
    resolve();
  });
  stream.socket.write(request);
  await promise;
  return stream;
}

function listening(token: string, index: number): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const params = { notifications: { resourcesListChanged: true }, _meta: meta };
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    'x-forwarded-for': `10.2.${Math.floor(index / 250)}.${index % 250}`,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return requestText(apiPrefix + operations.callMcp.path, headers, 'POST', body);
}
