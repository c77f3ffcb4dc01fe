import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator as operate } from '../process.ts';

it('an operator takes, lists and lifts actions on the command line, and the log keeps each', async () => {
  await using place = await newWorkplace();
  const operator = async (...args: string[]) => {
    const { code, output } = await operate(place, ...args);
    return { code, output };
  };
  await mkdir(join(place.folder, 'skills/ada/sums'), { recursive: true });
  await writeFile(join(place.folder, 'skills/ada/sums/SKILL.md'), skillMd('sums'));
  await operator('import', join(place.folder, 'skills'));
  const take = ['moderate', 'take', 'ada:sums', 'hide', '--reason', 'It \x1b[2Jlies.'];
  expect(await operator(...take)).toEqual({ code: 1, output: expect.stringContaining('has no operator yet') });
  await operator('user', 'create', 'olga', '--operator');
  expect(await operator(...take)).toEqual({
    code: 0,
    output: 'Action 1 is in force: hide ada:sums (olga): It \\u{1b}[2Jlies.\n',
  });
  expect((await operator(...take)).output).toContain('conflict: This action is already in force against ada:sums');
  expect((await operator('moderate', 'take', 'ada:sums', 'suspend', '--reason', 'x')).output).toContain(
    'You can quarantine, hide or warn a skill, not suspend it.',
  );
  expect((await operator('moderate', 'take', 'ada:none', 'hide', '--reason', 'x')).output).toContain('skill_not_found');
  expect((await operator('moderate', 'take', 'ada:sums', 'hide')).code).toBe(2);
  expect((await operator('moderate', 'queue')).output).toBe(
    'Reports:\n  none\nAppeals:\n  none\nIn force:\n  1  hide ada:sums (olga): It \\u{1b}[2Jlies.\n',
  );
  expect((await operator('moderate', 'lift', '1', '--reason', 'It does not.', '--as', 'ada')).code).toBe(1);
  expect((await operator('moderate', 'lift', '1', '--reason', 'It does not.')).code).toBe(0);
  expect((await operator('moderate', 'lift', '1', '--reason', 'Again.')).code).toBe(1);
  const log = (await operator('moderate', 'log')).output.trim().split('\n');
  expect(log.map((line) => line.slice(21))).toEqual([
    'olga  lift  ada:sums  hide: It does not.',
    'olga  hide  ada:sums  It \\u{1b}[2Jlies.',
  ]);
});
