import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { addSkill, newWorkplace, operator } from '../process.ts';

/** A copy halfway through a pass, whose rows are there and whose files are not yet: one is old, another does not belong. */
async function openHalfTaken() {
  const [leader, copy] = [await newWorkplace(), await newWorkplace()];
  await addSkill(leader, 'pdf');
  const file = join(leader.folder, 'all.packs');
  await operator(leader, 'mirror', 'export', file);
  await operator(copy, 'mirror', 'import', file);
  copy.environment['FOLLOW'] = 'http://registry.invalid';
  const { root, catalogFile } = snapshotPaths(String(copy.environment['DATA_DIR']));
  const catalog = await openSqlite(catalogFile, { partial: true });
  const change = (set: ReturnType<typeof sql>) =>
    catalog.write((db) => sql`update snapshot_clock set ${set}`.execute(db));
  const names = await readdir(root, { recursive: true });
  const record = join(root, names.find((name) => name.endsWith('ada/pdf/getSkill.json')) as string);
  const [aside, stray] = [join(copy.folder, 'record'), join(dirname(record), 'stray.html')];
  await change(sql`open_from = revision, revision = revision + 1`);
  await rename(record, aside);
  await writeFile(record, `${await readFile(aside, 'utf8')} `);
  await writeFile(stray, 'stray');
  return {
    doctor: () => operator(copy, 'doctor', '--stopped', '--thorough'),
    takeRest: async () => {
      await rename(aside, record);
      await rm(stray);
    },
    damage: (ending: string) => appendFile(join(root, names.find((name) => name.endsWith(ending)) as string), ' '),
    settle: () => change(sql`open_from = null`),
    [Symbol.asyncDispose]: async () => {
      await catalog.close();
      for (const place of [leader, copy]) await place[Symbol.asyncDispose]();
    },
  };
}

it('doctor of a copy at work blames nobody for what a pass was about to change', async () => {
  await using copy = await openHalfTaken();
  const looking = copy.doctor();
  await wait(1000);
  await copy.takeRest();
  await copy.settle();
  const { code, output } = await looking;
  expect([code, output]).toEqual([0, expect.stringContaining('checks passed')]);
});

it('doctor of a copy whose pass does not end says that it can’t tell, and what is wrong once it has ended', async () => {
  await using copy = await openHalfTaken();
  const during = await copy.doctor();
  expect(during.code).toBe(1);
  const unsure = (check: string, names: string) =>
    new RegExp(`FAIL +${check} .*\\n(?:.*\\n.*\\n)?.*${names} differed each time, but could not be compared`);
  for (const names of ['getSkill\\.json', 'stray\\.html']) expect(during.output).toMatch(unsure('files', names));
  expect(during.output).toMatch(unsure('pages', 'getSkill\\.json, .*stray\\.html'));
  expect(during.output).not.toMatch(/belongs to nothing|does not say what|Stop it, remove the folder/);
  await copy.settle();
  const after = await copy.doctor();
  expect(after.code).toBe(1);
  expect(after.output).toContain('getSkill.json ');
  expect(after.output).toContain('/stray.html belongs to nothing');
});

it('doctor of a copy names the encoded form that alone is damaged', async () => {
  await using copy = await openHalfTaken();
  await copy.takeRest();
  await copy.settle();
  await copy.damage('ada/pdf/skillPage.html.gz');
  const { code, output } = await copy.doctor();
  expect(code).toBe(1);
  for (const check of ['files', 'pages'])
    expect(output).toMatch(new RegExp(`FAIL +${check} .*\\n.*ada/pdf/skillPage\\.html\\.gz `));
});
