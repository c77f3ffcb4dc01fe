import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { answerOf, published, recordOf } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { accepts, hasSshKeygen, newKeyFile, unlessThere } from '../../sshKeygen.ts';
import { type Machine, newMachine } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { hasTerminal, inFrontOf, inTerminal } from '../terminal.ts';

let served: Served;
let machine: Machine;
/** Nobody's name is used twice, so tests share the registry. */
let authors = 0;
let author: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  authors += 1;
  author = `author${authors}`;
  const token = await served.registry.tokenFor(author);
  machine = await newMachine({ registryUrl: served.mirrorUrl, token });
  return () => machine[Symbol.asyncDispose]();
});

const write = async (path: string, text: string): Promise<void> => {
  const file = join(machine.work, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
};
const skillOf = (name: string) => served.registry.get(`/skills/${author}/${name}`);

describe('an update', () => {
  const asks = '#!/bin/sh\ncurl https://new.example/x\n';

  it.skipIf(!hasTerminal)(inTerminal('shows what it changes and asks, and publishes nothing by Enter'), async () => {
    await write('hello/SKILL.md', skillMd('hello'));
    await machine.run('publish', 'hello');
    await write('hello/run.sh', asks);
    const environment = { NO_COLOR: '1' };
    const answered = (answer: string) =>
      inFrontOf(machine, ['publish', 'hello'], { environment, answers: [['Publish v2?', answer]] });
    const left = await answered('\r');
    expect(left).toMatchObject({ code: 1, shown: expect.stringContaining('New commands: curl') });
    expect(left.shown).toContain('+curl https://new.example/x');
    expect((await answerOf('getSkill', await skillOf('hello'))).version_label).toBe('v1');
    expect((await answered('y\r')).code).toBe(0);
    expect((await answerOf('getSkill', await skillOf('hello'))).version_label).toBe('v2');
  });

  it('is published without a question where nobody can answer, and shown by a dry run', async () => {
    await write('hello/SKILL.md', skillMd('hello'));
    await machine.run('publish', 'hello');
    await write('hello/run.sh', asks);
    const rehearsed = await machine.run('publish', 'hello', '--dry-run', '--json');
    expect(rehearsed.stderr).toContain('New commands: curl');
    expect(JSON.parse(rehearsed.stdout).update).toMatchObject({ version_label: 'v1', asks: { commands: ['curl'] } });
    expect(await machine.run('publish', 'hello')).toMatchObject({ ended: 0 });
  });
});

describe('init', () => {
  it('writes a skill that lint and the registry take', async () => {
    const made = await machine.run('init', 'hello', '--description', 'Greets: "people" #1, \\ and so on.');
    expect(made).toMatchObject({ ended: 0, stderr: '' });
    expect(await machine.run('lint', 'hello')).toMatchObject({ ended: 0 });
    expect(await machine.run('publish', 'hello')).toMatchObject({ ended: 0 });
    const record = await answerOf('getSkill', await skillOf('hello'));
    expect(record).toMatchObject({ description: 'Greets: "people" #1, \\ and so on.', version_label: '0.1.0' });
  });

  it('leaves a SKILL.md that is there as it is', async () => {
    await write('mine/SKILL.md', 'precious');
    const made = await machine.run('init', 'mine', '--description', 'New.');
    expect(made).toMatchObject({ ended: 1, stdout: '' });
    expect(made.stderr).toContain('already exists');
    expect(await readFile(join(machine.work, 'mine/SKILL.md'), 'utf8')).toBe('precious');
  });

  it('asks nothing where nobody can answer', async () => {
    const made = await machine.run('init', 'hello');
    expect(made).toMatchObject({ ended: 2, stdout: '' });
    expect(made.stderr).toContain('--description');
  });
});

describe('lint', () => {
  it('says file and line of what would be refused, and ends with 1', async () => {
    await write('broken/SKILL.md', '---\nname: broken\ndescription: Use when: always\n---\n');
    const plain = await machine.run('lint', 'broken');
    expect(plain.ended).toBe(1);
    expect(plain.stdout).toMatch(/^broken\/SKILL\.md:3: error: .*\(frontmatter_invalid\)\n$/);
    const json = await machine.run('lint', 'broken', '--json');
    expect(json.ended).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      errors: [{ code: 'frontmatter_invalid', path: 'SKILL.md', line: 3 }],
    });
  });

  it('advises with what the scan finds, and ends with 0', async () => {
    await write('odd/SKILL.md', skillMd('odd', 'Does it.', 'Hidden\u{200b} here.\n'));
    const { ended, stdout } = await machine.run('lint', 'odd');
    expect(ended).toBe(0);
    expect(stdout).toMatch(/odd\/SKILL\.md:6: \w+: .*\(invisible-characters\)/);
    const { ok, findings } = JSON.parse((await machine.run('lint', 'odd', '--json')).stdout);
    expect({ ok, lines: findings.map(({ line }: { line: number }) => line) }).toEqual({ ok: true, lines: [6] });
  });

  it('refuses links, and folders that are not there', async () => {
    await write('linked/SKILL.md', skillMd('linked'));
    await symlink('/etc/hostname', join(machine.work, 'linked/host'));
    expect((await machine.run('lint', 'linked')).stdout).toContain('linked/host: error: ');
    expect(await machine.run('lint', 'nowhere')).toMatchObject({ ended: 2, stdout: '' });
  });
});

describe('publish', () => {
  it('stores nothing on a dry run, then publishes, and changes nothing the second time', async () => {
    await write('sums/SKILL.md', skillMd('sums'));
    await write('sums/data.bin', 'a');
    await writeFile(join(machine.work, 'sums/data.bin'), Uint8Array.of(0xff, 0x00, 0xfe));
    const dry = await machine.run('publish', 'sums', '--dry-run');
    expect(dry).toMatchObject({ ended: 0, stderr: '    58 B  SKILL.md\n     3 B  data.bin\n2 files, 61 B.\n' });
    expect(dry.stdout).toContain(`Would publish ${author}/sums v1`);
    expect((await skillOf('sums')).status).toBe(404);
    const first = await machine.run('publish', 'sums', '--category', 'data', '--label', '1.0', '--json');
    const { dry_run, unchanged, files, left_out, ...record } = JSON.parse(first.stdout);
    expect(recordOf('publishSkillVersion', record)).toMatchObject({ skill_id: `${author}:sums`, version_label: '1.0' });
    expect([dry_run, unchanged, left_out.count]).toEqual([false, false, 0]);
    expect(files).toContainEqual({ path: 'SKILL.md', size: expect.any(Number) });
    expect(JSON.parse((await machine.run('publish', 'sums', '--json')).stdout).version).toBe(1);
    expect(await answerOf('getSkill', await skillOf('sums'))).toMatchObject({ category: 'data', visibility: 'public' });
  });

  it('says what unchanged content is published as, and fails where something else was asked for', async () => {
    await write('sums/SKILL.md', skillMd('sums'));
    await machine.run('publish', 'sums', '--label', '1.1.0', '--category', 'data');
    const said = `Unchanged: ${author}/sums 1.1.0 has this content (version 1, unsigned).\n`;
    for (const args of [[], ['--label', '1.1.0'], ['--category', 'data'], ['--public'], ['--dry-run']]) {
      const { ended, stdout, stderr } = await machine.run('publish', 'sums', ...args);
      expect({ args, ended, stdout, stderr }).toEqual({
        args,
        ended: 0,
        stdout: expect.stringContaining(said),
        stderr: '',
      });
    }
    const asked: [string[], string][] = [
      [['--label', '1.2.0'], 'The label stays the same, not 1.2.0: a version’s label can’t be changed.'],
      [['--private'], 'It stays public. Change that at '],
      [['--category', 'design'], 'It stays in data. Change that at '],
      [['--sign', 'no-key'], 'It stays unsigned. '],
    ];
    for (const [args, why] of asked) {
      const { ended, stdout, stderr } = await machine.run('publish', 'sums', ...args);
      expect({ args, ended, stdout }).toEqual({ args, ended: 1, stdout: expect.stringContaining(said) });
      expect(stderr).toContain(why);
    }
    const { unchanged } = JSON.parse((await machine.run('publish', 'sums', '--json')).stdout);
    expect(unchanged).toBe(true);
    const record = await answerOf('getSkill', await skillOf('sums'));
    expect(record).toMatchObject({ category: 'data', visibility: 'public', versions: [{ version_label: '1.1.0' }] });
  });

  it('takes an older label out of SKILL.md only where that is meant', async () => {
    const labels = async () =>
      (await answerOf('getSkill', await skillOf('hello'))).versions.map(({ version_label }) => version_label);
    const change = (version: string, body: string) =>
      write('hello/SKILL.md', `---\nname: hello\ndescription: Greets.\nversion: "${version}"\n---\n${body}\n`);
    await change('0.1.0', 'first');
    await machine.run('publish', 'hello', '--label', '1.2.0');
    await change('0.1.0', 'second');
    const refused = await machine.run('publish', 'hello');
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(refused.stderr).toContain('SKILL.md has version 0.1.0, but 1.2.0 is already published.');
    expect(await labels()).toEqual(['1.2.0']);
    const rehearsed = await machine.run('publish', 'hello', '--dry-run');
    expect(rehearsed.ended).toBe(0);
    expect(rehearsed.stderr).toContain('SKILL.md has version 0.1.0, but 1.2.0 is already published.');
    expect(rehearsed.stderr).not.toContain('Nothing was published.');
    expect(await machine.run('publish', 'hello', '--yes')).toMatchObject({ ended: 0 });
    await change('1.2.0-rc.1', 'third');
    expect(await machine.run('publish', 'hello')).toMatchObject({ ended: 1 });
    expect(await machine.run('publish', 'hello', '--label', '0.2.0')).toMatchObject({ ended: 0 });
    for (const [newer, body] of [
      ['1.10.0', 'fourth'],
      ['spring', 'fifth'],
    ] as const) {
      await change(newer, body);
      const { ended, stderr } = await machine.run('publish', 'hello');
      expect({ ended, stderr }).toEqual({ ended: 0, stderr: expect.not.stringContaining('already published') });
    }
    expect(await labels()).toEqual(['spring', '1.10.0', '0.2.0', '0.1.0', '1.2.0']);
  });

  it.skipIf(!hasTerminal)(inTerminal('asks a person about an older label, and takes Enter for no'), async () => {
    await write('hello/SKILL.md', '---\nname: hello\ndescription: Greets.\nversion: 0.1.0\n---\nfirst\n');
    await machine.run('publish', 'hello', '--label', '1.2.0');
    await write('hello/SKILL.md', '---\nname: hello\ndescription: Greets.\nversion: 0.1.0\n---\nsecond\n');
    const answered = (answer: string) =>
      inFrontOf(machine, ['publish', 'hello'], { answers: [['Publish 0.1.0?', answer]] });
    const left = await answered('\r');
    expect(left).toMatchObject({ code: 1, shown: expect.stringContaining('Nothing was published.') });
    expect(left.shown).toContain('SKILL.md has version 0.1.0, but 1.2.0 is already published.');
    expect(await answered('y\r')).toMatchObject({ code: 0 });
  });

  it('leaves out what version control and file managers keep in a folder, and nothing that only resembles it', async () => {
    await write('tidy/SKILL.md', skillMd('tidy'));
    for (const path of ['.git/config', 'a/.hg/hgrc', 'CVS/Root', 'node_modules/x.js', '.DS_Store', 'docs/Thumbs.db'])
      await write(`tidy/${path}`, 'x');
    const { files } = JSON.parse((await machine.run('lint', 'tidy', '--json')).stdout);
    expect(files).toBe(1);
    await write('tidy/cvs/ada.md', 'Ada’s');
    const named = await machine.run('lint', 'tidy');
    expect(named).toMatchObject({
      ended: 1,
      stdout: expect.stringContaining('tidy/cvs/ada.md: error: “cvs” is a name'),
    });
    await rm(join(machine.work, 'tidy/cvs'), { recursive: true });
    await write('tidy/HEAD', 'ref: refs/heads/main\n');
    await write('tidy/objects/keep', '');
    await write('tidy/refs/keep', '');
    expect(await machine.run('lint', 'tidy')).toMatchObject({
      ended: 1,
      stdout: expect.stringMatching(/^tidy\/HEAD: error: .*git repository.*\(bundle_invalid\)\n$/),
    });
  });

  it('keeps a private skill from everyone but its author', async () => {
    await write('secret/SKILL.md', skillMd('secret'));
    const { ended, stdout } = await machine.run('publish', 'secret', '--private');
    expect({ ended, stdout }).toMatchObject({ ended: 0 });
    await served.publishSnapshot();
    expect((await skillOf('secret')).status).toBe(404);
    expect((await machine.run('view', `${author}/secret`)).stdout).toContain('private');
    const stranger = await machine.runWith({ environment: { SKILL_REGISTRY_TOKEN: '' } }, 'view', `${author}/secret`);
    expect(stranger).toMatchObject({ ended: 1, stdout: '' });
  });

  it('says what the registry refuses, in its words', async () => {
    await write('sums/SKILL.md', skillMd('sums'));
    await served.registry.as('somebody');
    const other = await machine.run('publish', 'sums', '--author', 'somebody', '--json');
    expect(other.ended).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ error: { code: 'forbidden' } });
    await write('Bad Name/SKILL.md', skillMd('bad'));
    expect((await machine.run('publish', 'Bad Name')).stderr).toContain('"Bad Name" can’t be used');
    expect(await machine.run('publish', 'sums', '--private', '--public')).toMatchObject({ ended: 2 });
  });

  it('says of a quota that is used up when it resets, by the reader’s own clock too', async () => {
    await using own = await serveRegistry(undefined, { ...withoutLimits, versions: 1 });
    own.registry.clock.now = Math.floor(Date.now() / 1000);
    const environment = { SKILL_REGISTRY_URL: own.mirrorUrl, SKILL_REGISTRY_TOKEN: await own.registry.tokenFor('ada') };
    await write('sums/SKILL.md', skillMd('sums', 'One.'));
    expect(await machine.runWith({ environment }, 'publish', 'sums')).toMatchObject({ ended: 0 });
    expect(await machine.runWith({ environment }, 'publish', 'sums')).toMatchObject({ ended: 0 });
    await write('sums/SKILL.md', skillMd('sums', 'Two.'));
    for (const options of [[], ['--dry-run']]) {
      const { ended, stderr } = await machine.runWith({ environment }, 'publish', 'sums', ...options);
      expect([ended, stderr]).toEqual([
        1,
        expect.stringMatching(
          /Daily quota of new versions: 1 of 1 used\. The quota resets at \S+ 00:00 UTC\. \(That is in (\d+ h )?\d+ min\.\) Or ask the operator of the registry for more\.$/m,
        ),
      ]);
    }
  });

  it('wants somebody with a handle', async () => {
    await write('sums/SKILL.md', skillMd('sums'));
    const nobody = await machine.runWith({ environment: { SKILL_REGISTRY_TOKEN: '' } }, 'publish', 'sums');
    expect(nobody).toMatchObject({ ended: 4, stdout: '' });
    expect(nobody.stderr).toContain('skill-registry login');
    const device = await served.registry.tokenFor(author, 'device');
    const paired = await machine.runWith({ environment: { SKILL_REGISTRY_TOKEN: device } }, 'publish', 'sums');
    expect(paired).toMatchObject({ ended: 4, stdout: '' });
  });

  it.skipIf(!hasSshKeygen)(`signs with the author’s own key${unlessThere}`, async () => {
    using key = newKeyFile();
    const { registry } = served;
    const challenge = await registry.send('POST', `/profiles/${author}/key/challenge`, author);
    const proof = key.sign((await answerOf('createKeyChallenge', challenge)).challenge, 'skill-key');
    const bound = { public_key: key.publicKey, proof };
    await answerOf('bindAuthorKey', await registry.send('PUT', `/profiles/${author}/key`, author, bound));
    await write('sums/SKILL.md', skillMd('sums'));
    const { ended, stdout } = await machine.run('publish', 'sums', '--sign', key.file);
    expect(ended).toBe(0);
    expect(stdout).toContain('verified');
    const { latest_hash } = await answerOf('getSkill', await skillOf('sums'));
    const path = `/skills/${author}/sums/versions/${latest_hash}/signature`;
    const { statement, signature } = await answerOf('getSkillVersionSignature', await registry.get(path));
    expect(accepts(key.publicKey, 'skill-publish', statement, signature)).toBe(true);
    await write('more/SKILL.md', skillMd('more'));
    const missing = await machine.run('publish', 'more', '--sign', 'no-key');
    expect(missing).toMatchObject({ ended: 1, stdout: '' });
    expect(missing.stderr).toContain('Nothing was published');
    expect((await skillOf('more')).status).toBe(404);
  });
});

describe('kit', () => {
  it('is made, filled, shown, changed, subscribed to and deleted', async () => {
    const { hash } = await published(served.registry, `${author}:sums`);
    await published(served.registry, `${author}:more`);
    const kit = `${author}/tools`;
    const runs: [string[], RegExp][] = [
      [['create', kit, '--name', 'Tools', '--category', 'data'], /Created .*\(public\)/],
      [['add', kit, `${author}/sums@v1`], /pinned to v1/],
      [['add', kit, `${author}/more`], /always its latest version/],
      [['show', kit], /sums +v1 \(pinned\)/],
      [['edit', kit, '--description', 'For sums.'], /version \d/],
      [['remove', kit, `${author}/more`], /^Removed /],
      [['subscribe', kit], /1 subscriber\)/],
      [['unsubscribe', kit], /^Unsubscribed /],
    ];
    for (const [args, expected] of runs) {
      const { ended, stdout, stderr } = await machine.run('kit', ...args);
      expect({ args, ended, stderr }).toEqual({ args, ended: 0, stderr: '' });
      expect(stdout).toMatch(expected);
    }
    await served.publishSnapshot();
    const shown = recordOf('getKitByHandle', JSON.parse((await machine.run('kit', 'show', kit, '--json')).stdout));
    expect(shown).toMatchObject({ name: 'Tools', description: 'For sums.', skills: [{ hash, pinned: true }] });
    const listed = JSON.parse((await machine.run('kit', 'list', 'tools', '--json')).stdout);
    expect(recordOf('listKits', listed).kits.map(({ id }) => id)).toContain(kit);
    expect(await machine.run('kit', 'delete', kit)).toMatchObject({ ended: 2, stdout: '' });
    expect(await machine.run('kit', 'delete', kit, '--yes')).toMatchObject({ ended: 0 });
    expect((await machine.run('kit', 'edit', kit, '--name', 'Gone')).stderr).toContain(`There is no kit ${kit}`);
  });

  it('is nothing to change without a change, or under a name that is none', async () => {
    expect(await machine.run('kit', 'edit', 'a/b')).toMatchObject({ ended: 2, stdout: '' });
    expect(await machine.run('kit', 'show', 'tools')).toMatchObject({ ended: 2, stdout: '' });
  });
});
