import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { advisoryOf } from '../../advisories.ts';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator as operate, run } from '../process.ts';

it('an operator adds, lists, shows and withdraws advisories from a terminal', async () => {
  await using place = await newWorkplace();
  const operator = async (...args: string[]) => {
    const { code, output } = await operate(place, ...args);
    return { code, output };
  };
  /** By a process of its own, as a person does. */
  const typed = async (...args: string[]) => {
    const command = run('scripts/operator.ts', args, place);
    return { code: await command.ended, output: command.output() };
  };
  const file = join(place.folder, 'one.json');
  const write = (value: unknown) => writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  await mkdir(join(place.folder, 'skills/ada/sums'), { recursive: true });
  await writeFile(join(place.folder, 'skills/ada/sums/SKILL.md'), skillMd('sums'));
  await operator('import', join(place.folder, 'skills'));

  const refused = async (...args: string[]) => {
    const { code, output } = await operator('advisory', ...args);
    expect(code).toBe(1);
    return output.replaceAll(file, 'FILE');
  };
  expect(await refused('add', `${file}.none`)).toBe('FILE.none can’t be read: ENOENT.\n');
  await write('{');
  expect(await refused('add', file)).toMatch(/^FILE is not JSON: /);
  await write([advisoryOf('ada/sums'), advisoryOf('ada')]);
  expect(await refused('add', file)).toMatch(/^FILE, advisory 2: affected\.0\.package\.name: /);
  expect((await operator('advisory', 'list')).output).toBe('There are no advisories.\n');
  expect((await typed('advisory', 'add')).code).toBe(2);

  await write(advisoryOf('ada/sums', { summary: 'It lies \u202e.' }));
  expect(await typed('advisory', 'add', file)).toEqual({
    code: 0,
    output: 'SKILL-2026-1  added\n1 version quarantined, 0 quarantines lifted.\n',
  });
  expect((await operator('advisory', 'add', file)).output).toContain('SKILL-2026-1  unchanged\n');
  expect((await operator('advisory', 'list')).output).toBe('SKILL-2026-1  holds  It lies \\u{202e}.\n');
  await write(advisoryOf('ada/sums', { modified: '2020-01-01T00:00:00Z' }));
  expect(await refused('add', file)).toBe(
    'conflict: FILE: SKILL-2026-1 already has a later version, modified at 2026-01-31T12:00:00Z.\n',
  );
  expect((await operator('advisory', 'show', 'SKILL-2026-1')).output).toMatch(
    /\nQuarantined \(holds\):\n {2}1 {2}ada:sums@sha256:\w{64}\n$/,
  );
  const shown = JSON.parse((await operator('--json', 'advisory', 'show', 'SKILL-2026-1')).output);
  expect(shown).toMatchObject({ state: 'holds', feed: '', quarantined: [expect.stringContaining('ada:sums@')] });
  expect(await refused('show', 'SKILL-2026-2')).toBe('advisory_not_found: There is no advisory SKILL-2026-2.\n');

  expect((await operator('advisory', 'withdraw', 'SKILL-2026-1')).output).toBe(
    'SKILL-2026-1  withdrawn\n0 versions quarantined, 1 quarantine lifted.\n',
  );
  expect(await typed('advisory', 'withdraw', 'SKILL-2026-1')).toEqual({
    code: 1,
    output: 'conflict: SKILL-2026-1 is already withdrawn.\n',
  });
  const log = (await operator('moderate', 'log')).output.trim().split('\n');
  expect(log.map((line) => line.slice(21).trim().split('  ').slice(0, 2).join(' '))).toHaveLength(4);
});
