import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redactedLine } from '../../../origin/log/entry.ts';
import { leafHash } from '../../../origin/log/hash.ts';
import { readPublicKey } from '../../../origin/signing/sshKey.ts';
import { testSigner } from '../../log/signer.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { type Machine, newMachine } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { publishTo, seenBy } from './logScene.ts';
import { lineOf, madeLog } from './madeLog.ts';

const signer = testSigner();
const hash = `sha256:${'a1'.repeat(32)}`;

let served: Served;
let machine: Machine;

beforeEach(async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.originUrl });
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const publish = (skill: string, text?: string) => publishTo(served, skill, text);

/** Of a version, as an entry has it. */
const version = (author: string, slug: string, more = {}) =>
  lineOf({
    ...{
      type: 'version.published',
      subject: `${author}:${slug}@${hash}`,
      time: 1_790_000_000,
      published: 1_790_000_000,
    },
    ...{ author, slug, hash, digest: hash, label: '1.0', ...more },
  });

/** Resolves once the log was looked at so many times more. */
const asked = async (more: number) => {
  const checkpoints = () => served.asked.filter((one) => one.includes('/log/checkpoint')).length;
  for (const goal = checkpoints() + more; checkpoints() < goal; ) await wait(50);
};

const position = async () => join(await seenBy(machine), 'monitor-ada.json');

describe('monitor', () => {
  it('tells of everything under a handle, and the next time of what is new', async () => {
    const hashes = [await publish('ada:pdf'), await publish('ada:pdf', 'two')];
    await publish('adalbert:pdf');
    const first = await machine.run('monitor', 'ada');
    expect([first.ended, first.stdout.trim().split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/UTC {2}entry 0 {2}handle claimed: ada$/),
        ...hashes.map((one) => expect.stringMatching(`published ada/pdf .*${one.slice(7, 19)}.*unsigned$`)),
      ],
    ]);
    expect(first.stderr).toMatch(/^5 entries of mirror\.test\/log read, 3 about ada\.$/m);
    expect(await machine.run('monitor', 'ada', '--exit-code')).toMatchObject({ ended: 0, stdout: '' });
    await served.registry.send('PATCH', '/skills/ada/pdf', 'ada', { deprecated: true });
    await served.registry.send('DELETE', `/skills/ada/pdf/versions/${hashes[0]}`, 'ada');
    await bindKey(served.registry, 'ada', newSigner());
    await served.publishSnapshot();
    const second = await machine.run('monitor', 'ada', '--exit-code', '--json');
    expect(second.ended).toBe(1);
    const { events, ...rest } = JSON.parse(second.stdout);
    expect(rest).toMatchObject({ handle: 'ada', log: signer.origin, from: 5, unreadable: 0, unexplained: [] });
    expect(events).toMatchObject([
      { entry: 5, type: 'skill.deprecated', subject: 'ada:pdf', key_here: null },
      { entry: 6, type: 'version.withdrawn', subject: `ada:pdf@${hashes[0]}` },
      { entry: 7, type: 'key.bound', subject: 'ada', fingerprint: expect.stringMatching(/^SHA256:/) },
    ]);
    const again = JSON.parse((await machine.run('monitor', 'ada', '--since', '2', '--json')).stdout);
    expect(again.events.map(({ entry }: { entry: number }) => entry)).toEqual([
      2,
      ...events.map(({ entry }: { entry: number }) => entry),
    ]);
    expect(await machine.run('monitor', 'ada')).toMatchObject({ ended: 0, stdout: '' });
  });

  it('marks a key that is not on this machine, where another of the handle is', async () => {
    const [own, stranger] = [newSigner(), newSigner()].map(({ publicKey }) => readPublicKey(publicKey));
    await mkdir(join(machine.home, '.ssh'));
    await writeFile(join(machine.home, '.ssh/id_ed25519'), '');
    await writeFile(join(machine.home, '.ssh/id_ed25519.pub'), own?.text ?? '');
    const bound = (fingerprint = '', replaces = '') =>
      lineOf({ type: 'key.bound', subject: 'ada', time: 1_790_000_000, fingerprint, public_key: 'x', replaces });
    const lines = [
      bound(own?.fingerprint),
      version('ada', 'pdf', { signer: own?.fingerprint }),
      bound(stranger?.fingerprint, own?.fingerprint),
      version('ada', 'pdf', { signer: stranger?.fingerprint, label: '2.0' }),
    ];
    served.tamper = await madeLog(signer, lines);
    const { ended, stdout } = await machine.run('monitor', 'ada');
    expect(ended).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.includes('not on this machine')),
    ).toEqual([false, false, true, true]);
    // Of somebody else's handle nothing can be told.
    served.tamper = await madeLog(testSigner('other.test/log'), [bound(stranger?.fingerprint)]);
    await rm(join(machine.home, '.local'), { recursive: true });
    const others = await machine.run('monitor', 'ada');
    expect([others.ended, others.stdout]).toEqual([0, expect.stringContaining('entry 0')]);
    expect(others.stdout).not.toContain('machine');
  });

  it('tells that an entry about the handle lost its text, and names one that lost it without a reason', async () => {
    const lines = [version('ada', 'pdf'), version('eve', 'pdf'), version('eve', 'sums')];
    served.tamper = await madeLog(signer, lines);
    const told = await machine.run('monitor', 'ada');
    expect([told.ended, told.stdout]).toEqual([0, expect.stringContaining('entry 0')]);
    const redacted = (index: number) => lineOf({ type: 'redacted', index, reason: 'private', time: 1_790_000_000 });
    const later = [...lines, redacted(0), redacted(1), version('ada', 'hidden')];
    const gone = (line = '') => redactedLine(leafHash(Buffer.from(line)));
    const shown = [gone(lines[0]), gone(lines[1]), ...later.slice(2, 5), gone(later[5])];
    served.tamper = await madeLog(signer, later, shown);
    const { stdout, stderr, ended } = await machine.run('monitor', 'ada', '--exit-code');
    expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/what entry 0 said \(private\)/)]);
    expect(stderr).toContain('Entry 5 of mirror.test/log has no text, and no entry says why');
    expect(ended).toBe(1);
    // Of one that was not read before nobody can tell.
    await rm(await position());
    const again = await machine.run('monitor', 'ada', '--exit-code');
    expect([again.ended, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/3 entries have lost the text/);
    // Also where each has its reason.
    const two = [lines[1] as string, redacted(0)];
    served.tamper = await madeLog(signer, two, [gone(lines[1]), redacted(0)]);
    await rm(join(machine.home, '.local'), { recursive: true });
    expect(await machine.run('monitor', 'ada', '--exit-code')).toMatchObject({ ended: 1, stdout: '' });
    expect(await machine.run('monitor', 'ada', '--exit-code')).toMatchObject({ ended: 0, stdout: '' });
  });

  it.each([
    ['another text', (lines: string[]) => [version('eve', 'pdf'), ...lines.slice(1)], /not those that it signed/],
    ['an entry less', (lines: string[]) => lines.slice(1), /shows 2 of 3 entries/],
    ['another order', (lines: string[]) => lines.toReversed(), /not those that it signed/],
  ])('refuses a log that shows %s than it signed, and forgets nothing', async (_, shown, words) => {
    const lines = [version('ada', 'pdf'), version('ada', 'sums'), version('ada', 'csv')];
    served.tamper = await madeLog(signer, lines, shown(lines));
    const { ended, stdout, stderr } = await machine.run('monitor', 'ada');
    expect([ended, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    served.tamper = await madeLog(signer, lines);
    expect((await machine.run('monitor', 'ada')).stdout.trim().split('\n')).toHaveLength(3);
  });

  it('refuses entries that are none, and prints what is hostile as text', async () => {
    served.tamper = await madeLog(signer, [version('ada', 'pdf'), '{"type": "version.published"}']);
    expect((await machine.run('monitor', 'ada')).stderr).toMatch(/can’t be followed: .*canonical JSON/);
    await rm(join(machine.home, '.local'), { recursive: true });
    const odd = [
      version('ada', '\x1b[2Jpdf\r\n2026-01-01  entry 9  withdrawn', {
        label: '\u202e1.0',
        time: Number.MAX_SAFE_INTEGER,
      }),
      lineOf({ type: 'constructor', subject: 'ada' }),
      lineOf({ type: 'key.bound', subject: 'ada', fingerprint: 5 }),
      lineOf({ type: 'redacted', index: 'ada', from: 'ada' }),
      lineOf({ subject: 'ada' }),
    ];
    served.tamper = await madeLog(signer, odd);
    const { ended, stdout } = await machine.run('monitor', 'ada');
    expect([ended, stdout.trim().split('\n').length]).toEqual([0, odd.length]);
    for (const control of ['\x1b', '\u202e', '\r']) expect(stdout).not.toContain(control);
    await rm(await position());
    expect(JSON.parse((await machine.run('monitor', 'ada', '--json')).stdout).events).toHaveLength(odd.length);
    expect((await machine.run('monitor', '../ada')).ended).toBe(2);
    expect((await machine.run('monitor', 'ada', '--since', '-1')).ended).toBe(2);
    await writeFile(await position(), '{"origin":');
    expect((await machine.run('monitor', 'ada')).stderr).toMatch(/is damaged\. Remove it/);
  });

  it('reads 10,000 entries in a request for each 256, and one or two for their proofs', async () => {
    const lines = Array.from({ length: 10_000 }, (_, nth) =>
      version(nth % 1000 === 999 ? 'ada' : 'eve', `skill${nth}`),
    );
    served.tamper = await madeLog(signer, lines);
    const { stdout, milliseconds } = await machine.run('monitor', 'ada');
    expect(stdout.trim().split('\n')).toHaveLength(10);
    const asked = served.asked.filter((one) => one.includes('/log/'));
    expect(asked.filter((one) => one.includes('/entries/'))).toHaveLength(40);
    expect(asked.length).toBeLessThan(50);
    expect(milliseconds).toBeLessThan(20_000);
  });

  it('leaves nothing out between two at once, nor after them', async () => {
    const lines = [version('ada', 'pdf'), version('ada', 'sums')];
    served.tamper = await madeLog(signer, lines);
    const both = await Promise.all([machine.start('monitor', 'ada'), machine.start('monitor', 'ada')]);
    expect(both).toMatchObject([{ ended: 0 }, { ended: 0 }]);
    const said = both.map(({ stdout }) => stdout).join('');
    for (const name of ['ada/pdf', 'ada/sums']) expect(said).toContain(name);
    served.tamper = await madeLog(signer, [...lines, version('ada', 'csv')]);
    const { stdout } = await machine.run('monitor', 'ada');
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('ada/csv')]);
  });

  it('leaves nothing out when it is killed anywhere', async () => {
    served.tamper = await madeLog(signer, [version('ada', 'pdf'), version('ada', 'sums')]);
    const killer = ['--import', join(import.meta.dirname, '../processes/killAt.ts')];
    const counting = await machine.runWith({ node: killer }, 'monitor', 'ada');
    const operations = Number(/operations: (\d+)/.exec(counting.stderr)?.[1]);
    expect(operations).toBeGreaterThan(3);
    for (let at = 1; at <= operations; at += Math.ceil(operations / 10)) {
      await rm(join(machine.home, '.local'), { recursive: true, force: true });
      const killed = await machine.runWith({ node: killer, environment: { KILL_AT: String(at) } }, 'monitor', 'ada');
      const said = killed.stdout + (await machine.run('monitor', 'ada')).stdout;
      expect([at, ['ada/pdf', 'ada/sums'].filter((name) => said.includes(name))]).toEqual([
        at,
        ['ada/pdf', 'ada/sums'],
      ]);
    }
  });

  it('watches until it is stopped, an event a line', async () => {
    await publish('ada:pdf');
    const end = new AbortController();
    const watching = machine.runWith({ signal: end.signal }, 'monitor', 'ada', '--watch', '--interval', '1', '--json');
    await asked(1);
    const hash = await publish('ada:sums');
    await asked(2);
    end.abort();
    const lines = (await watching).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(['handle.claimed', 'version.published', 'version.published']);
    expect(lines.at(-1)).toMatchObject({ entry: 2, hash });
    // Which log it is was asked once, and not again while that goes on.
    expect(served.asked.filter((one) => one.includes('/.well-known/skill-registry.json'))).toHaveLength(1);
  });

  it('remembers from one look to the next what it told since an entry', async () => {
    const lines = [version('ada', 'pdf'), version('eve', 'pdf')];
    // Another one only from a look's beginning on: a look must not see a part of each.
    let [shown, next] = [await madeLog(signer, lines), undefined as typeof served.tamper];
    served.tamper = (path, answer) => {
      if (path === '/log/checkpoint' && next) shown = next;
      return shown(path, answer);
    };
    const end = new AbortController();
    const options = ['--since', '0', '--watch', '--interval', '1', '--json'];
    const watching = machine.runWith({ signal: end.signal }, 'monitor', 'ada', ...options);
    await asked(2);
    const redacted = lineOf({ type: 'redacted', index: 0, reason: 'private', time: 1_790_000_000 });
    const gone = redactedLine(leafHash(Buffer.from(lines[0] ?? '')));
    next = await madeLog(signer, [...lines, redacted], [gone, ...lines.slice(1), redacted]);
    await asked(3);
    end.abort();
    const told = (await watching).stdout.trim().split('\n');
    expect(told.map((line) => JSON.parse(line))).toMatchObject([
      { entry: 0 },
      { entry: 2, type: 'redacted', index: 0 },
    ]);
  });
});
