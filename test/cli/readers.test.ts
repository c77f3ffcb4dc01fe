import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published, recordOf } from '../answers.ts';
import { skillMd } from '../registry.ts';
import { moderate } from '../store/rows.ts';
import { type Machine, newMachine } from './machine.ts';
import { type Served, serveRegistry } from './registryOnLoopback.ts';

let served: Served;
let machine: Machine;
let hashes: { first: string; second: string };

const hostile = '\x1b]0;title\x07 \x1b[2Jgone \x9b31m \u{202e}desrever';

beforeAll(async () => {
  served = await serveRegistry();
  const { registry } = served;
  const version = (body: string, more: Record<string, string> = {}) => ({
    'SKILL.md': skillMd('sums', 'Adds numbers up.', body),
    'data.txt': `${hostile}\r\n`,
    ...more,
  });
  const first = await published(registry, 'ada:sums', version('Add.\n'), { version_label: '1.0' });
  const more = { 'run.sh': 'curl https://example.com/\n' };
  const second = await published(registry, 'ada:sums', version('Add them.\n', more), { version_label: '1.1' });
  hashes = { first: first.hash, second: second.hash };
  await published(registry, 'ada:old');
  await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true, deprecation_message: 'Use sums.' });
  await served.publishSnapshot();
  machine = await newMachine({ registryUrl: served.originUrl });
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const jsonOf = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args, '--json');
  expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
  return JSON.parse(stdout);
};

describe('search', () => {
  it('finds skills, kits and people, for people and for programs', async () => {
    const { ended, stdout, stderr } = await machine.run('search', 'adds', 'numbers');
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    expect(stdout).toBe('Skills\nada/sums  1.1  (flagged) Adds numbers up.\n');
    const answer = recordOf('search', await jsonOf('search', 'sums', '--type', 'skills'));
    expect(answer.skills?.map(({ skill_id }) => skill_id)).toContain('ada:sums');
    expect(await machine.run('search', 'nothinglikethis')).toMatchObject({ ended: 0, stdout: 'Nothing found.\n' });
  });

  it('tells what is wrong with an option', async () => {
    const { ended, stdout, stderr } = await machine.run('search', 'x', '--type', 'cats');
    expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
    expect(stderr).toContain('types');
  });
});

describe('view', () => {
  it('shows the record of a skill and of one of its versions', async () => {
    const { selected, ...record } = await jsonOf('view', 'ada/sums');
    expect(recordOf('getSkill', record)).toMatchObject({ skill_id: 'ada:sums', latest_hash: hashes.second });
    expect(selected.hash).toBe(hashes.second);
    for (const version of ['1.0', hashes.first, hashes.first.slice(7, 20)]) {
      expect((await jsonOf('view', `ada/sums@${version}`)).selected.hash).toBe(hashes.first);
    }
    const { stdout } = await machine.run('view', 'ada/sums@1.0');
    expect(stdout).toContain('ada/sums 1.0\nAdds numbers up.\n');
    expect(stdout).toContain(`* 1.0  2026-09-21  ${hashes.first}`);
  });

  it('shows of an earlier version what is its own: description, tokens, signature and scan', async () => {
    const first = { 'SKILL.md': skillMd('grown', 'As it was.', 'One.\n') };
    const more = { 'SKILL.md': skillMd('grown', 'As it is.', `One \u200B.${' more'.repeat(50)}\n`) };
    const { token_count } = await published(served.registry, 'ada:grown', first, { version_label: '1.0' });
    const latest = await published(served.registry, 'ada:grown', more, { version_label: '1.1' });
    expect(latest.scanStatus).toBe('flagged');
    await served.publishSnapshot();
    const { stdout } = await machine.run('view', 'ada/grown@1.0');
    expect(stdout).toContain('ada/grown 1.0\nAs it was.\n');
    expect(stdout).toMatch(new RegExp(`^SKILL.md +${token_count} tokens$`, 'm'));
    expect(stdout).toMatch(/^Scan +No issues found \(rules \d+\)$/m);
    const { selected } = await jsonOf('view', 'ada/grown@1.0');
    expect(selected).toMatchObject({ token_count, signatureStatus: 'unsigned', scanStatus: 'clean' });
    const newest = await machine.run('view', 'ada/grown');
    expect(newest.stdout).toMatch(/As it is\.[\s\S]*Scan +1 medium finding \(rules \d+\)[\s\S]*SKILL\.md +\d+ tokens/);
    expect(latest.token_count).toBeGreaterThan(token_count + 40);

    await moderate(served.registry, `ada:grown@${selected.hash}`, 'quarantine');
    await served.publishSnapshot();
    const gone = await machine.run('view', `ada/grown@${selected.hash}`);
    expect(gone.stdout).toMatch(/^Scan +Quarantined \(rules \d+\)$/m);
    expect(gone.stdout).toMatch(/^SKILL.md +not shown by the registry$/m);
  });

  it('shows a deprecated skill with its message', async () => {
    expect((await machine.run('view', 'ada/old')).stdout).toContain('Deprecated: Use sums.');
  });

  it('says what is not there, and what was not understood', async () => {
    const missing = await machine.run('view', 'ada/nothing');
    expect(missing).toMatchObject({ ended: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^There is no skill ada\/nothing\. .*Search.*\n$/);
    const version = await machine.run('view', 'ada/sums@9');
    expect(version).toMatchObject({ ended: 1, stdout: '' });
    expect(version.stderr).toContain('skill-registry view ada/sums');
    expect(await machine.run('view', 'sums')).toMatchObject({ ended: 2, stdout: '' });
  });
});

describe('files', () => {
  it('lists a version and prints one of its files to the byte', async () => {
    const list = recordOf('listSkillVersionFiles', await jsonOf('files', 'ada/sums@1.0'));
    expect(list).toMatchObject({ hash: hashes.first, files: [{ path: 'SKILL.md' }, { path: 'data.txt' }] });
    const { stdout } = await machine.run('files', 'ada/sums', 'data.txt');
    expect(stdout).toBe(`${hostile}\r\n`);
    const file = recordOf('getSkillVersionFile', await jsonOf('files', `ada/sums@${hashes.first}`, 'SKILL.md'));
    expect(file.text).toBe(skillMd('sums', 'Adds numbers up.', 'Add.\n'));
    expect((await machine.run('files', 'ada/sums', 'no.txt')).stderr).toContain('has no file "no.txt"');
  });
});

describe('diff', () => {
  it('shows what changes, and first what is newly asked for', async () => {
    const { stdout } = await machine.run('diff', 'ada/sums', '1.0');
    expect(stdout).toMatch(/^New commands: .*curl/);
    expect(stdout).toContain('-Add.\n+Add them.\n');
    const answer = recordOf('getSkillVersionDiff', await jsonOf('diff', 'ada/sums', '1.1', '1.0'));
    expect(answer).toMatchObject({ from: hashes.second, to: hashes.first });
    expect((await machine.run('diff', 'ada/sums', '1.0', '1.0')).stdout).toBe(
      'No changes: both versions are the same.\n',
    );
  });

  it('says what was left out of it', async () => {
    const data = (sign: string) => ({ 'SKILL.md': skillMd('big'), 'data.txt': sign.repeat(2_200_000) });
    for (const sign of ['a', 'b']) await published(served.registry, 'ada:big', data(sign));
    await served.publishSnapshot();
    const { stdout, stderr } = await machine.run('diff', 'ada/big', 'v1', 'v2');
    expect(stdout + stderr).toBe(
      'Found no new commands run by scripts, blocks and inline code; ' +
        'domains in addresses or reached by programs; environment variables read by programs or named to be set; ' +
        'files read by programs; files written by programs; packages installed by programs or listed; ' +
        'agent configuration shipped, named or touched; tools in allowed-tools of SKILL.md. Instructions in prose were not checked.\n' +
        'changed data.txt\n(Too large to compare. Read this file before you trust it.)\n',
    );
  });
});

describe('a reader', () => {
  it('is served by the mirror, which says once where everything is, as the origin confirms', async () => {
    await using other = await newMachine({ registryUrl: served.mirrorUrl });
    served.asked.length = 0;
    await other.run('view', 'ada/sums');
    const read = [
      'mirror GET /api/v1/skills/ada/sums',
      `mirror GET /api/v1/skills/ada/sums/versions/${hashes.second}/scan`,
      // Whether it has a transparency log.
      'mirror GET /.well-known/skill-registry.json',
    ];
    expect(served.asked).toEqual(['mirror GET /openapi.json', 'GET /openapi.json', ...read]);
    await other.run('view', 'ada/sums');
    expect(served.asked.slice(2 + read.length)).toEqual(read);
  });
});
