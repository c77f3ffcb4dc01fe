import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../answers.ts';
import { skillMd } from '../registry.ts';
import { badFile } from '../ruleExamples.ts';
import { newWorkplace, run } from '../scripts/process.ts';
import { type Machine, newMachine } from './machine.ts';
import { type Served, serveRegistry } from './registryOnLoopback.ts';

let served: Served;
let machine: Machine;
const trap = badFile('quarantine');
const secret = badFile('refuse');

/** A skill with something for the scan, as a folder and as the body of a publish. */
async function folderWith(name: string, bad: typeof trap): Promise<{ path: string; base64: string }[]> {
  const files = [
    { path: 'SKILL.md', base64: Buffer.from(skillMd('other', 'Does it.', 'hid\u200Bden\n')).toString('base64') },
    bad.file,
  ];
  for (const { path, base64 } of files) {
    await mkdir(join(machine.work, name, path, '..'), { recursive: true });
    await writeFile(join(machine.work, name, path), base64, 'base64');
  }
  return files;
}

beforeAll(async () => {
  served = await serveRegistry();
  machine = await newMachine({ registryUrl: served.mirrorUrl, token: await served.registry.tokenFor('ada') });
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

describe('a scan', () => {
  it('says what is more than it reads, and that it holds the version, before and after a publish', async () => {
    await mkdir(join(machine.work, 'vast'), { recursive: true });
    await writeFile(join(machine.work, 'vast/SKILL.md'), skillMd('vast'));
    await writeFile(join(machine.work, 'vast/data.txt'), 'some words \n'.repeat(400_000));
    const linted = await machine.run('lint', 'vast');
    expect(linted).toMatchObject({
      ended: 1,
      stdout: expect.stringMatching(/held when published: .*data\.txt is too large\./),
    });
    const published = await machine.run('publish', 'vast', '--yes');
    expect(published.ended).toBe(0);
    expect(published.stderr).toMatch(/It is held until the scan has read all of it: data\.txt is too large\. /);
  });

  it('finds the same offline as the registry, to the byte, by lint and by the operator’s command', async () => {
    const files = await folderWith('trap', trap);
    const published = await served.registry.send('POST', '/skills/ada/trap/versions', 'ada', { files });
    const { hash } = await answerOf('publishSkillVersion', published);
    const address = `/api/v1/skills/ada/trap/versions/${hash}/scan`;
    const text = await (await served.registry.app.request(address)).text();
    const { findings } = JSON.parse(text);
    expect(findings.length).toBeGreaterThan(2);
    expect(text).toContain(JSON.stringify(findings));

    const linted = await machine.run('--json', 'lint', 'trap');
    expect(linted.ended).toBe(1);
    expect(JSON.stringify(JSON.parse(linted.stdout).findings)).toBe(JSON.stringify(findings));
    await using place = await newWorkplace();
    const scan = run('scripts/operator.ts', ['--json', 'scan', join(machine.work, 'trap')], place);
    expect(await scan.ended).toBe(1);
    const [skill] = JSON.parse(scan.stdout()).skills;
    expect(JSON.stringify(skill.findings)).toBe(JSON.stringify(findings));
    expect(skill.status).toBe('quarantined');
    const shown = (await machine.run('lint', 'trap')).stdout;
    expect(shown).toContain('quarantined when published: trap');
    const { rules, capabilities } = JSON.parse(text);
    expect(JSON.parse(linted.stdout)).toMatchObject({ rules, capabilities });
    for (const { id, summary } of rules) expect(shown).toContain(`Rule ${id}: ${summary} Precision: `);
    expect(shown).toMatch(/^None found: .*agent configuration touched\.$/m);
    const again = await machine.run('publish', 'trap');
    expect([again.ended, again.stderr]).toEqual([
      0,
      expect.stringContaining('nobody can read or sync it until a moderator'),
    ]);
  });

  it('says that a public publish with a secret would be refused, and a private one not', async () => {
    await folderWith('leak', secret);
    const linted = await machine.run('lint', 'leak');
    expect(linted.ended).toBe(1);
    expect(linted.stdout).toContain(`leak/${secret.file.path}`);
    expect(linted.stdout).toContain('would be refused, except for a private publish');
    expect((await machine.run('lint', 'leak', '--private')).ended).toBe(0);
    const sent = () => served.asked.filter((line) => line.startsWith('POST')).length;
    const before = sent();
    const refused = await machine.run('publish', 'leak');
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(refused.stderr).toContain(secret.file.path);
    expect((await machine.run('publish', 'leak', '--private')).stderr).toContain('Nothing was sent');
    expect(sent()).toBe(before);
    expect((await machine.run('publish', 'leak', '--private', '--with-secrets')).ended).toBe(0);
  });
});

describe('report', () => {
  it('tells the operators, who answer from a terminal', async () => {
    await folderWith('plain', { ...trap, file: { path: 'a.md', base64: '' } });
    await machine.run('publish', 'plain', '--label', '1.0.0');
    const reported = await machine.run('report', 'ada/plain@1.0.0', '--reason', 'It lies.');
    expect(reported).toMatchObject({ ended: 0 });
    expect(reported.stdout).toMatch(/^Reported ada:plain@sha256:[0-9a-f]{64}\.\n$/);
    expect(await machine.run('report', 'ada/plain')).toMatchObject({ ended: 2 });
  });
});
