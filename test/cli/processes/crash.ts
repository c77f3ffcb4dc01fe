/** Syncs that are killed at random operations on files, and what they leave. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { skillMd } from '../../registry.ts';
import { type Liar, openLiar } from '../liar.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';

const killer = join(import.meta.dirname, 'killAt.ts');
const folders = ['.agents/skills', '.claude/skills'];
const skills = 8;

const slugOf = (number: number): string => `skill${number}`;

/** Approves the `round`-th version of each skill, one of them at times not at all, and says which folders that makes. */
function approveRound(liar: Liar, round: number): Record<string, string> {
  const expected: Record<string, string> = {};
  for (let number = 0; number < skills; number += 1) {
    const version = liar.approve(`ada:${slugOf(number)}`, {
      'SKILL.md': skillMd(slugOf(number), 'Does it.', `round ${round}`),
      'scripts/run.sh': `echo ${round}\n`,
      'references/same.md': 'the same in all',
      ...(number === 0 && { 'references/large.md': `${round}`.repeat(200_000) }),
    });
    expected[slugOf(number)] = version.hash;
  }
  if (round % 3 !== 2) return expected;
  const listed = (liar.manifest as { skills: { skill_id: string }[] }).skills;
  liar.manifest = { skills: listed.filter(({ skill_id }) => skill_id !== 'ada:skill3') };
  const { skill3: _, ...others } = expected;
  return others;
}

/**
 * Kills `kills` syncs, each on its way from one set of versions to the next, every fourth on a machine that has nothing
 * yet; after each, holds what agents find to be old or new versions, whole, and lets the next sync complete.
 */
export async function killSyncs(kills: number, tell: (line: string) => void = () => undefined): Promise<void> {
  await using liar = await openLiar();
  let machine = await machineFor(liar);
  let before: Record<string, string> = {};
  let reached = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % 4 === 0) {
        await machine[Symbol.asyncDispose]();
        machine = await machineFor(liar);
        before = {};
      }
      const now = approveRound(liar, kill);
      const operations = kill % 4 === 0 ? 260 : 300;
      const environment = {
        KILL_AT: String(1 + Math.floor(Math.random() * operations)),
        KILL_DELAY: String(Math.floor(Math.random() * 4)),
      };
      const sync = ['sync', '--agents', 'agents,claude'];
      const { ended, stderr } = await machine.runWith({ node: ['--import', killer], environment }, ...sync);
      expect(['SIGKILL', 0], stderr).toContain(ended);
      if (ended === 'SIGKILL') reached += 1;
      const circumstances = `kill ${kill}: ${JSON.stringify(environment)}`;
      for (const folder of folders) await expectWhole(join(machine.home, folder), before, now, circumstances);
      const after = await machine.run(...sync);
      expect(after.ended, `${circumstances}\n${after.stderr}`).toBe(0);
      for (const folder of folders) {
        expect(await skillsIn(join(machine.home, folder)), circumstances).toEqual(now);
      }
      await expectTidy(machine, circumstances);
      before = now;
      tell(`${kill + 1} of ${kills}, ${reached} of them killed before their end`);
    }
    // A kill that came too late proves little.
    expect(reached).toBeGreaterThan(kills / 2);
  } finally {
    await machine[Symbol.asyncDispose]();
  }
}

const machineFor = (liar: Liar): Promise<Machine> => newMachine({ registryUrl: liar.url, token: 'svc_d_any' });

type Versions = Record<string, string>;

async function expectWhole(folder: string, before: Versions, now: Versions, circumstances: string): Promise<void> {
  const found = await skillsIn(folder);
  for (const [name, hash] of Object.entries(found)) {
    // A dot keeps agents from reading it; the next sync clears it away.
    if (name === '.skill-registry.unfinished') continue;
    expect([before[name], now[name]], `${circumstances}: ${folder}/${name}`).toContain(hash);
  }
  const stay = Object.keys(before).filter((name) => name in now);
  expect(Object.keys(found), circumstances).toEqual(expect.arrayContaining(stay));
}

/** Nothing is left of what was not finished. */
async function expectTidy({ home }: Machine, circumstances: string): Promise<void> {
  const sync = join(home, '.local/share/skill-registry/sync');
  const root = join(sync, (await readdir(sync))[0] ?? '');
  expect(await readdir(join(root, 'staging')), circumstances).toEqual([]);
  const kept = (await readdir(root)).filter((name) => name !== 'advisories.json');
  expect(kept.sort(), circumstances).toEqual(['staging', 'state.json', 'versions']);
}
