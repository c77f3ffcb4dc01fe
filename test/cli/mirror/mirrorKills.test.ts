import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { pruneGone } from '../../../mirror/snapshot/catalog/revisions.ts';
import { missingIn } from '../../mirror/followers/following.ts';
import { publishTo } from '../log/logScene.ts';
import { type Copied, expectEqual, filesIn, openCopied } from './mirrorScene.ts';

const kills = Number(process.env['KILLS'] ?? 16);
const killer = join(import.meta.dirname, '../processes/killAt.ts');

/** Something of each kind: what comes, what changes, what goes. */
async function change({ served }: Copied, round: number): Promise<void> {
  const { registry } = served;
  await publishTo(served, `ada:skill-${round % 5}`, `The ${round}th.`);
  await publishTo(served, `eve:other-${round % 3}`, `The ${round}th.`);
  const visibility = round % 2 === 0 ? 'private' : 'public';
  await registry.send('PATCH', '/skills/ada/skill-1', 'ada', { visibility });
  await served.publishSnapshot();
}

/** What went cannot be told of any more, so that all there is is compared. */
const forgetGone = ({ served }: Copied) =>
  served.mirrored.catalog.write(async (db) => {
    await sql`update snapshot_gone set at = at - 9 * 86400`.execute(db);
    await pruneGone(db);
  });

/** The records that are shown, by their paths, and the names of all else. */
async function recordsIn({ folder }: Copied, shown: Record<string, string>): Promise<Map<string, string>> {
  const texts = Object.keys(shown).map(async (path) => {
    const isRecord = path.endsWith('/getSkill.json');
    return [path, isRecord ? await readFile(join(folder, 'public', path), 'utf8') : ''] as const;
  });
  return new Map(await Promise.all(texts));
}

it(`killed ${kills} times, it shows no mixture, and then has all that the registry has`, {
  timeout: 300_000 + kills * 10_000,
}, async () => {
  let copied = await openCopied();
  const { machine } = copied;
  let reached = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const kind = (['first', 'changes', 'all', 'changes'] as const)[kill % 4];
      // A first copy goes where none is.
      if (kind === 'first') copied = { ...copied, folder: join(machine.home, `copy-${kill}`) };
      const { folder } = copied;
      const run = (...args: string[]) => machine.run('mirror', folder, ...args);
      copied = { ...copied, run, shown: () => filesIn(join(folder, 'public')) };
      await change(copied, kill);
      if (kind === 'all') await forgetGone(copied);
      const [before, now] = [await copied.shown(), await copied.wanted()];
      const most = kind === 'changes' ? 300 : kind === 'first' ? 1500 : 2000;
      const environment = {
        KILL_AT: String(1 + Math.floor(Math.random() * most)),
        KILL_DELAY: String(Math.floor(Math.random() * 4)),
      };
      const how = `kill ${kill}, ${kind}: ${JSON.stringify(environment)}`;
      const { ended, stderr } = await machine.runWith({ node: ['--import', killer], environment }, 'mirror', folder);
      expect(['SIGKILL', 0], `${how}\n${stderr}`).toContain(ended);
      if (ended === 'SIGKILL') reached += 1;
      const shown = await copied.shown();
      if (kind !== 'changes') expect([before, now], how).toContainEqual(shown);
      for (const [path, is] of Object.entries(shown)) expect([before[path], now[path]], `${how} ${path}`).toContain(is);
      // An encoded form is away while its file changes, so that it is never of other bytes.
      const forms = Object.keys(shown).filter((path) => path.replace(/\.gz$/, '') in shown && path.endsWith('.gz'));
      for (const form of forms) expect(shown[form.slice(0, -3)]?.split(' ')[0], how).toBe(shown[form]?.split(' ')[0]);
      const stays = Object.keys(before).filter((path) => path in now && !/(?<!tar)\.gz$/.test(path));
      expect(
        stays.filter((path) => !(path in shown)),
        how,
      ).toEqual([]);
      expect(missingIn(await recordsIn(copied, shown)), how).toEqual([]);
      const after = await run();
      expect(after.ended, `${how}\n${after.stderr}`).toBe(0);
      await expectEqual(copied);
      expect((await readdir(folder)).sort(), how).toEqual(['copies', 'mirror.json', 'public', 'staging']);
      expect(await readdir(join(folder, 'copies')), how).toHaveLength(1);
      expect(
        (await readdir(join(folder, 'staging'), { recursive: true, withFileTypes: true })).filter((one) =>
          one.isFile(),
        ),
      ).toEqual([]);
    }
    if (process.env['KILLS']) console.log(`${kills} runs, ${reached} of them killed before their end`);
    // A kill that came too late proves little.
    expect(reached).toBeGreaterThan(kills / 3);
  } finally {
    await copied[Symbol.asyncDispose]();
  }
});
