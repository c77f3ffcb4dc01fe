import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askLeader, LeaderAway } from '../../../mirror/followers/leader.ts';

/** A leader that answers each request with the next of these; the last one again and again. */
async function answering(...answers: { status: number; headers?: Record<string, string>; body?: string }[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const { status, headers = {}, body = '' } = answers[Math.min(asked, answers.length - 1)] ?? { status: 500 };
    asked += 1;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, asked: () => asked };
}

const never = new AbortController().signal;

describe('asking a leader', () => {
  it('waits where it is asked to, and gets the answer then', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' } };
    const { base, asked } = await answering(busy, { ...busy, status: 503 }, { status: 200, body: 'a pack' });
    expect(Buffer.from(await askLeader(base, never)('here')).toString()).toBe('a pack');
    expect(asked()).toBe(3);
  });

  it('says what it answered that is no pack, or why it can’t be reached', async () => {
    const { base } = await answering({ status: 404, body: 'The mirror answers this.' });
    const error = await askLeader(base, never)(undefined).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LeaderAway);
    expect(error.message).toMatch(/answers 404: The mirror answers this/);
    await expect(askLeader('http://127.0.0.1:1', never)(undefined)).rejects.toThrow(/can’t be reached/);
  });
});
