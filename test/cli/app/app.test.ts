import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { ask, startApp, textOf, visit } from './localApp.ts';

let served: Served;
let machine: Machine;
let people = 0;
let author: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  people += 1;
  author = `author${people}`;
  const token = await served.registry.tokenFor(`person${people}`);
  machine = await newMachine({ registryUrl: served.originUrl, token });
  return () => machine[Symbol.asyncDispose]();
});

const publish = async (body: string, slug = 'hello') => {
  const files = { 'SKILL.md': skillMd(slug, 'Does it.', body) };
  const { hash } = await published(served.registry, `${author}:${slug}`, files);
  await served.publishSnapshot();
  return hash;
};
const asking = 'Run it:\n\n```sh\ncurl https://new.example/x\n```\n<img src=x onerror=alert(1)> \u202e\n';

describe('skill-registry app', () => {
  it('shows what is here and what waits, and syncs, approves and verifies', async () => {
    await publish('first');
    await machine.run('add', `${author}/hello`);
    await using app = await startApp(machine);
    const { get, post } = await visit(app.address);
    expect(textOf((await get()).body)).toContain('Not synced yet.');

    const synced = textOf((await post('sync')).body);
    expect(synced).toContain(`+ ${author}/hello v1`);
    expect(synced).toMatch(/\/\.agents\/skills .*hello v1 in place .*1 file checked by size and times, none edited/);
    expect(synced).toMatch(/Nothing to approve, as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);

    const hash = await publish(asking);
    const waiting = textOf((await get()).body);
    expect(waiting).toContain(`${author}/hello v1 → v2`);
    expect(waiting).toContain('New domains: new.example');
    const review = (await get(`review/${author}/hello`)).body;
    expect(textOf(review)).toMatch(/SKILL\.md changed, \+\d+ −\d/);
    expect(review).not.toMatch(/<img|\u202e/);
    expect(textOf(review)).toContain('+<img src=x onerror=alert(1)> \\u{202e}');

    const fields = { skill: `${author}/hello`, hash };
    const other = textOf((await post('approve', { ...fields, hash: `sha256:${'0'.repeat(64)}` })).body);
    expect(other).toContain(`Approve failed ${author}/hello has a newer version by now.`);
    expect(textOf((await post('approve', fields)).body)).toContain(`Approved ${author}/hello v2.`);
    await post('sync');
    expect(Object.values(await skillsIn(machine.skills))).toEqual([hash]);
    const verified = textOf((await post('verify')).body);
    expect(verified).toContain('1 skill, every approved file read: all as approved; 0 signed, 1 unsigned.');
  });

  it('shows what was edited by hand, and puts the approved version back', async () => {
    const hash = await publish('first');
    await machine.run('add', `${author}/hello`);
    await machine.run('sync');
    await writeFile(join(machine.skills, 'hello/SKILL.md'), 'mine');
    await using app = await startApp(machine);
    const { get, post } = await visit(app.address);
    const found = textOf((await get()).body);
    expect(found).toMatch(/Not as approved .*hello was edited by hand/);
    expect(found).not.toContain('none edited');
    expect(textOf((await post('restore')).body)).toMatch(/Restore .*your copy: /);
    expect(Object.values(await skillsIn(machine.skills))).toEqual([hash]);
  });

  it('says so where another sync is at work, and goes on by itself', async () => {
    await publish('first');
    await machine.run('add', `${author}/hello`);
    await machine.run('sync');
    const host = new URL(served.originUrl).host.replace(':', '_');
    const began = (await readFile('/proc/self/stat', 'utf8')).replace(/^.*\) /s, '').split(' ')[19];
    const lock = join(machine.home, '.local/share/skill-registry/sync', host, 'lock');
    await using app = await startApp(machine);
    const { get, post } = await visit(app.address);
    await writeFile(lock, JSON.stringify({ pid: process.pid, began, id: 'test' }));
    const busy = textOf((await post('sync')).body);
    expect(busy).toContain(`Sync failed Another sync is running (process ${process.pid}).`);
    expect(busy).toContain('in place');
    await rm(lock);
    expect(textOf((await post('sync')).body)).toContain('1 skill, all up to date');
    expect((await get()).status).toBe(200);
  });

  it('shows projects by their locks, and verifies them', async () => {
    await publish('first');
    expect((await machine.run('install', `${author}/hello`)).ended).toBe(0);
    await using app = await startApp(machine);
    const { get, post } = await visit(app.address);
    const { body } = await get();
    expect(textOf(body)).toMatch(
      /Projects .*1 skill locked, from .* Files were not checked for this page\. .*hello v1/,
    );
    const [, verify = ''] = /formaction="[^"]*\/(verify\/[0-9a-f]{32})"/.exec(body) ?? [];
    expect(textOf((await post(verify)).body)).toContain('1 skill in 1 folder, every byte read: all as locked;');
    await writeFile(join(machine.home, '.agents/skills/hello/SKILL.md'), 'mine');
    expect(textOf((await post(verify)).body)).toContain('.agents/skills/hello was edited by hand');
    expect(textOf((await post('verify/x')).body)).toContain('There is no such project');
  });

  it('says what is known, and since when, while the registry is away, and what to do where nobody is signed in', async () => {
    await publish('first');
    await machine.run('add', `${author}/hello`);
    await machine.run('sync');
    await publish('second');
    const signedIn = await startApp(machine);
    const { get, post } = await visit(signedIn.address);
    await get();
    served.isAway = true;
    const away = textOf((await get()).body);
    expect(away).toMatch(/(?:Lost the connection|does not respond|did not answer).* What follows is as of \d{4}-/);
    expect(away).toContain(`${author}/hello v1 → v2`);
    expect(textOf((await post('sync')).body)).toContain('The registry does not answer. 1 skill stays unchanged.');
    served.isAway = false;
    await signedIn[Symbol.asyncDispose]();

    const stranger = await newMachine({ registryUrl: served.originUrl });
    await using app = await startApp(stranger);
    const seen = textOf((await (await visit(app.address)).get()).body);
    expect(seen).toContain('Sign in: skill-registry login What waits is not known.');
    await stranger[Symbol.asyncDispose]();
  });

  it('is one app for one person: a second one opens the first, a killed one is followed by another, and idle it ends', async () => {
    const first = await startApp(machine, '--idle', '600');
    const again = await machine.run('app', '--print');
    expect(again.ended).toBe(0);
    const [one, other] = [first.address, again.stdout.trim()];
    expect(new URL(other).origin).toBe(new URL(one).origin);
    expect((await (await visit(other)).get()).status).toBe(200);
    const folder = join(machine.home, '.local/share/skill-registry/app');
    const [file = ''] = [join(folder, new URL(served.originUrl).host.replace(':', '_'), 'running.json')];
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(new URL(one).pathname.slice(1));
    first.child.kill('SIGKILL');
    await first.ended;

    const idle = await startApp(machine, '--idle', '1');
    expect(await idle.ended).toMatchObject({
      by: 0,
      stderr: expect.stringContaining('no page was asked for in 1 sec'),
    });
    const stopped = await startApp(machine);
    stopped.child.kill('SIGINT');
    expect((await stopped.ended).by).toBe('SIGINT');
  });
});

describe('who may ask the app', () => {
  it('is the browser that it was opened in, once an address, and nobody else', async () => {
    await using app = await startApp(machine);
    const { origin } = new URL(app.address);
    expect(new URL(app.address).hostname).toBe('127.0.0.1');
    expect(new URL(app.address).pathname).toMatch(/^\/[\w-]{32}$/);
    const { base, cookie, get } = await visit(app.address);
    const set = (await ask((await machine.run('app', '--print')).stdout.trim())).headers['set-cookie'] ?? [];
    expect(set).toEqual([`${cookie}; Path=${base}; HttpOnly; SameSite=Strict`]);
    expect((await get()).status).toBe(200);
    expect((await ask(app.address)).status).toBe(403);
    expect((await ask(origin + base)).status).toBe(403);
    expect((await ask(origin + base, { headers: { cookie: `${cookie}x` } })).status).toBe(403);
    expect((await ask(`${origin}/`, { headers: { cookie } })).status).toBe(403);
    expect((await ask(`${origin}/tickets`, { method: 'POST' })).status).toBe(403);
    const planted = { cookie: `skill-registry-app=x; ${cookie}` };
    expect((await ask(origin + base, { headers: planted })).status).toBe(200);
  });

  it('is no page of another origin, by whatever name it reaches this machine', async () => {
    await using app = await startApp(machine);
    const { get, origin } = await visit(app.address);
    const { port } = new URL(origin);
    for (const host of [
      `localhost:${port}`,
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.:${port}`,
      `[::1]:${port}`,
    ])
      expect((await get('', { headers: { host } })).status, host).toBe(421);
    for (const site of ['cross-site', 'same-site'])
      expect((await get('', { headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
    expect((await get('', { headers: { origin: 'http://127.0.0.1:1' } })).status).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const headers of [form, { ...form, origin: 'null' }, { ...form, origin: 'http://evil.example' }, { origin }])
      expect([403, 415]).toContain((await get('sync', { method: 'POST', headers, body: 'x=1' })).status);
    const large = { method: 'POST', headers: { ...form, origin }, body: 'x'.repeat(9000) };
    expect((await get('sync', large)).status).toBe(413);
    for (const method of ['PUT', 'OPTIONS', 'DELETE']) expect((await get('', { method })).status, method).toBe(405);
    expect((await machine.run('doctor')).stdout).toContain('not synced yet');
  });

  it('gets pages that run nothing, load nothing from elsewhere, and stand in no other page', async () => {
    await using app = await startApp(machine);
    const { get } = await visit(app.address);
    for (const path of ['', 'style.css', 'none', 'review/a/b', 'review/%ff/x', '../..'])
      expect((await get(path)).headers, path).toMatchObject({
        'content-security-policy':
          "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    const { headers, body } = await get();
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(body).not.toMatch(/<script|<iframe|\sstyle=|\son\w+=/);
    for (const [link] of body.matchAll(/<a [^>]*href="http[^>]*>/g)) expect(link).toContain('rel="noreferrer"');
  });
});
