import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../machine.ts';

/** It moves the cursor, names the window, turns writing round, and begins a line that could be ours. */
const evil = 'x\x1b[2J\x1b]0;own\x07\nada/fake  1.0.0\r\u{202e}abc\u{fdd4}';
const time = 1_700_000_000;
const item = {
  ...{ id: evil, handle: evil, name: evil, role: evil, kind: evil, actor: evil, target: evil, event: evil, by: evil },
  ...{ author: evil, slug: evil, skill_id: evil, version_label: evil, approved_label: evil, description: evil },
  ...{ token_class: evil, client_version: evil, status: evil, fingerprint: evil, summary: evil, modified: evil },
  ...{ team: { handle: evil }, detail: evil, unread: true, visibility: evil, reason: evil, action: evil },
  ...{ created_at: time, bound_at: time, expires_at: time, last_used_at: time, last_seen_at: time, starred_at: time },
  ...{ ended_at: null, lifted_at: null, appeal: null, public_skills: 1, skill_count: 1 },
};
const lists =
  'skills people items teams tokens devices keys actions advisories stars own subscribed approvals invitations';
const wrong = { ...Object.fromEntries([...lists.split(' '), 'news'].map((name) => [name, [item]])), ...item };
const answers = {
  authenticated: true,
  scopes: [evil],
  total: 9,
  offset: 0,
  next: 1,
  newest: 1,
  settings: {},
  ...wrong,
};

let machine: Machine;
let isEmpty = false;
const server = createServer((request, response) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const answer = request.url === '/openapi.json' ? { servers: [{ url }, { url }] } : isEmpty ? {} : answers;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  machine = await newMachine({ registryUrl, token: 'svc_s_topsecret' });
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const commands = [
  ...['explore', 'people', 'activity', 'team list', 'team invitations', 'auth tokens', 'auth status', 'device list'],
  ...[
    'key list',
    'moderation list',
    'advisory list',
    'notifications',
    'follow bob',
    'kit list --mine',
    'search x',
    'stars',
  ],
];

it.each(commands)(
  '%s prints nothing of a registry that moves the cursor or passes for a line of its own',
  async (line) => {
    isEmpty = false;
    const { ended, stdout, stderr } = await machine.run(...line.split(' '));
    expect({ ended, stderr: stderr.replace(/^(There is more|To (decide|answer)): .*\n/gm, '') }).toEqual({
      ended: 0,
      stderr: '',
    });
    expect(stdout).toContain('ada/fake');
    expect([...stdout].filter((character) => '\x1b\x07\r\u{202e}\u{fdd4}'.includes(character))).toEqual([]);
    expect(stdout).not.toMatch(/^ada\/fake/m);
  },
);

it('says of an answer of another shape that it is wrong', async () => {
  isEmpty = true;
  const { ended, stdout, stderr } = await machine.run('team', 'list');
  expect({ ended, stdout, stderr }).toEqual({
    ended: 1,
    stdout: '',
    stderr: expect.stringContaining('answer is wrong'),
  });
});
