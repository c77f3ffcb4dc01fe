import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../origin/contract/quotas.ts';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

/** Writes `<author>/<slug>/<path>` files below the workplace and returns their folder. */
async function skillsIn({ folder }: Workplace, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'skills', path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }
  return join(folder, 'skills');
}

describe('operator import', () => {
  it('publishes what it can, says why it refuses the rest, and changes nothing the second time', async () => {
    await using place = await newWorkplace();
    const folder = await skillsIn(place, {
      'ada/sums/SKILL.md': skillMd('sums'),
      'ada/sums/scripts/add.sh': 'echo 1\n',
      'ada/broken/SKILL.md': '---\nname: broken\ndescription: Use when: always\n---\n',
      'ada/empty/README.md': 'No skill here.',
      'grace/bad--slug/SKILL.md': skillMd('bad'),
      'Not A Handle/sums/SKILL.md': skillMd('sums'),
    });
    await symlink('/etc/hostname', join(folder, 'ada/sums/link'));
    const first = await operator(place, '--json', 'import', folder);
    expect(first.code).toBe(0);
    const { published, refused } = JSON.parse(first.stdout);
    expect(published).toEqual([]);
    expect(refused.map(({ skill, code }: { skill: string; code: string }) => `${skill} ${code}`)).toEqual([
      'Not A Handle/sums handle_invalid',
      'ada/broken frontmatter_invalid',
      'ada/empty bundle_invalid',
      'ada/sums bundle_invalid',
      'grace/bad--slug slug_invalid',
    ]);
    await rm(join(folder, 'ada/sums/link'));
    const second = await operator(place, 'import', folder);
    expect(second.stdout).toContain('1 published, 0 unchanged, 4 refused, 0 unreadable, of 5.');
    expect(second.stdout).toContain('ada/broken: frontmatter_invalid: SKILL.md line 3: quote the value');
    const third = await operator(place, 'import', folder);
    expect(third.stdout).toContain('0 published, 1 unchanged, 4 refused');
    const statistics = await operator(place, '--json', 'doctor');
    expect(JSON.parse(statistics.stdout).store).toMatchObject({ skills: 1, versions: 1, files: 2, problems: [] });
  });

  it.each([
    ['the folder above', '..'],
    ['one author’s folder', 'ada'],
    ['the folder of a skill', 'ada/sums'],
  ])('says which folder to name where it is given %s', async (_, given) => {
    await using place = await newWorkplace();
    const folder = await skillsIn(place, { 'ada/sums/SKILL.md': skillMd('sums'), 'ada/sums/notes/a.md': 'A note.' });
    const { code, output } = await operator(place, 'import', join(folder, given));
    expect(code).toBe(1);
    expect(output).toContain(`has no <author>/<slug>/SKILL.md. To import ada/sums/SKILL.md, name ${folder}.`);
  });

  it('lets no name of a folder steer the terminal', async () => {
    await using place = await newWorkplace();
    const folder = await skillsIn(place, { 'above/ada/su\u001b[2Jms/SKILL.md': skillMd('sums') });
    const { output } = await operator(place, 'import', folder);
    expect(output).toContain('To import ada/su\\u{1b}[2Jms/SKILL.md');
    expect(output).not.toContain('\u001b');
  });

  it('loses nothing that it acknowledged when it is killed in the middle', async () => {
    await using place = await newWorkplace();
    const names = Array.from({ length: 30 }, (_, index) => `author-${index % 7}/skill-${index}`);
    const folder = await skillsIn(
      place,
      Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillMd('x', `About ${name}.`)])),
    );
    const killed = run('scripts/operator.ts', ['import', folder], place);
    await killed.printed(/(published .*\s+){8}/);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const acknowledged = [...killed.output().matchAll(/^published (.*)$/gm)].map(([, name]) => name);
    expect(acknowledged.length).toBeLessThan(names.length);

    // Nobody has built the mirror yet; the store itself is whole.
    const { output } = await operator(place, 'doctor', '--stopped');
    expect(output.match(/^FAIL .*$/gm)).toEqual([expect.stringMatching(/^FAIL +snapshot /)]);
    const again = JSON.parse((await operator(place, '--json', 'import', folder)).stdout);
    expect(again.unchanged).toEqual(expect.arrayContaining(acknowledged));
    expect([...again.unchanged, ...again.published].sort()).toEqual([...names].sort());
    await operator(place, 'snapshot');
    const checked = await operator(place, '--json', 'doctor', '--stopped');
    expect(checked.code).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({ store: { skills: 30 }, problems: [] });
  });
});

describe('operator', () => {
  it('explains a wrong command line and ends with 2', async () => {
    await using place = await newWorkplace();
    expect((await operator(place, 'token', 'mint', 'ada', '--class', 'king')).code).toBe(2);
    expect((await operator(place, 'dance')).code).toBe(2);
    expect((await operator(place, '--help')).code).toBe(0);
  });

  it('names the code of a refusal and ends with 1', async () => {
    await using place = await newWorkplace();
    await operator(place, 'user', 'create', 'ada');
    const taken = await operator(place, 'user', 'create', 'a-d-a');
    expect(taken.code).toBe(1);
    expect(taken.output).toContain('handle_taken: "a-d-a" can’t be claimed: it looks like "ada".');
    expect((await operator(place, 'token', 'mint', 'nobody')).output).toContain('profile_not_found');
  });

  it('mints a token that ends when it was told to', async () => {
    await using place = await newWorkplace();
    await operator(place, 'user', 'create', 'ada');
    const mint = (expires: string) => operator(place, '--json', 'token', 'mint', 'ada', '--expires', expires);
    const endOf = async (expires: string) => JSON.parse((await mint(expires)).stdout).expires_at;
    expect(Math.abs((await endOf('90d')) - 90 * 86_400 - Date.now() / 1000)).toBeLessThan(600);
    expect(await endOf('2030-01-31')).toBe(Date.UTC(2030, 0, 31) / 1000);
    expect(await endOf('1900000000')).toBe(1_900_000_000);
    for (const expires of ['0d', '2001-01-31', '1000000000', '99999d', 'soon']) {
      const refused = await mint(expires);
      expect([refused.code, refused.output], expires).toEqual([1, expect.stringContaining('invalid_parameter: ')]);
    }
  });

  it('turns on the MCP link with a token for it, where that is asked for', async () => {
    await using place = await newWorkplace();
    await operator(place, 'user', 'create', 'ada');
    const mint = (...options: string[]) => operator(place, 'token', 'mint', 'ada', ...options);
    expect((await mint('--link')).output).toContain('invalid_parameter: --link is for tokens of the class mcp');
    expect((await mint('--class', 'mcp')).output).toContain('It works once ada turns on the MCP link');
    const linked = await mint('--class', 'mcp', '--link');
    expect(linked.output).toMatch(/^svc_m_\w+\n$/);
    expect((await mint('--class', 'mcp')).output).toMatch(/^svc_m_\w+\n$/);
  });

  it('makes a team together with its owner, or not at all', async () => {
    await using place = await newWorkplace();
    await operator(place, 'user', 'create', 'ada');
    const refused = await operator(place, 'user', 'create', 'crew', '--team-of', 'nobody');
    expect([refused.code, refused.output]).toEqual([1, 'profile_not_found: There is no person "nobody".\n']);
    expect((await operator(place, 'user', 'create', 'crew', '--team-of', 'ada', '--operator')).code).toBe(2);
    expect((await operator(place, 'user', 'create', 'crew', '--team-of', 'ada')).stdout).toBe('Created team crew.\n');
    expect((await operator(place, 'user', 'create', 'band', '--team-of', 'crew')).code).toBe(1);
  });

  it('offers a team without an owner to a person, and no other team', async () => {
    await using place = await newWorkplace();
    for (const handle of ['ada', 'bob', 'olga']) await operator(place, 'user', 'create', handle);
    await operator(place, 'user', 'create', 'rita', '--operator');
    await operator(place, 'user', 'create', 'crew', '--team-of', 'ada');
    const refused = await operator(place, 'team', 'give', 'crew', 'bob');
    expect([refused.code, refused.output]).toEqual([1, 'conflict: "crew" has an owner. Ask the owner.\n']);
    await operator(place, 'moderate', 'take', 'ada', 'suspend', '--reason', 'Spam.');
    const given = await operator(place, '--json', 'team', 'give', 'crew', 'bob');
    expect(JSON.parse(given.stdout)).toMatchObject({ member: { handle: 'bob' }, role: 'owner', invited_by: '' });
    for (const person of ['nobody', 'crew', 'ada'])
      expect((await operator(place, 'team', 'give', 'crew', person)).output).toContain('profile_not_found');
    expect((await operator(place, 'moderate', 'log')).output).toContain('the registry  give team  crew  bob');
  });

  it('lets a person in by a link that is printed once, and for people alone', async () => {
    await using place = await newWorkplace();
    await operator(place, 'user', 'create', 'ada');
    await operator(place, 'user', 'create', 'crew', '--team-of', 'ada');
    const link = new RegExp(`http://localhost:${place.environment['MIRROR_PORT']}/signin#code=[A-Za-z0-9_-]{43}`, 'g');
    const printed = await operator(place, 'user', 'link', 'ada');
    expect(printed.code).toBe(0);
    expect(printed.output.match(link)).toHaveLength(1);
    expect(printed.output).toContain('Signs in as ada, once, until ');
    const { url, handle, expires_at } = JSON.parse((await operator(place, '--json', 'user', 'link', 'ada')).stdout);
    expect([handle, url]).toEqual(['ada', expect.stringMatching(link)]);
    expect(printed.output).not.toContain(url);
    expect(Math.abs(expires_at - 24 * 60 * 60 - Date.now() / 1000)).toBeLessThan(60);
    for (const [name, refusal] of [
      ['nobody', 'profile_not_found: Nobody has the handle "nobody".'],
      ['crew', 'forbidden: "crew" is a team'],
    ] as const) {
      const refused = await operator(place, 'user', 'link', name);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(refusal)]);
    }
  });

  it('tells a person’s quotas, and gives them others', async () => {
    await using place = await newWorkplace();
    place.environment['DAILY_QUOTAS'] = 'teams=7';
    await operator(place, 'user', 'create', 'ada');
    await operator(place, 'user', 'create', 'crew', '--team-of', 'ada');
    const quotas = async (...options: string[]) => {
      const { code, stdout } = await operator(place, '--json', 'quota', 'ada', ...options);
      expect(code).toBe(0);
      const rows: { quota: string; limit: number | null }[] = JSON.parse(stdout).quotas;
      return Object.fromEntries(rows.map(({ quota, limit }) => [quota, limit]));
    };
    const usual = { ...defaultLimits, teams: 7, accounts: undefined };
    expect(await quotas()).toEqual(usual);
    expect(await quotas('--versions', '5', '--bytes', 'none')).toEqual({ ...usual, versions: 5, bytes: null });
    expect(await quotas('--versions', 'default')).toEqual({ ...usual, bytes: null });
    expect((await operator(place, 'quota', 'ada')).stdout).toMatch(
      /^teams +0 of 7 +new teams$[\s\S]*^bytes +no limit +published content$/m,
    );
    for (const [args, refusal] of [
      [['nobody'], 'profile_not_found: Nobody has the handle "nobody".'],
      [['crew'], 'forbidden: "crew" is a team'],
      [
        ['ada', '--versions', 'many'],
        'invalid_parameter: --versions takes a whole number, none, or default; not "many".',
      ],
    ] as const) {
      const refused = await operator(place, 'quota', ...args);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(refusal)]);
    }
    expect((await operator(place, 'quota', 'ada', '--accounts', '5')).code).toBe(2);
  });
});
