/** Syncs of a machine: its first, and the next after a skill was changed, one removed and one added. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Liar, openLiar } from '../../cli/liar.ts';
import { skillsIn } from '../../cli/machine.ts';
import { skillMd } from '../../registry.ts';
import type { Act } from '../act.ts';
import { perform } from '../acts.ts';
import type { Scenario } from '../explore.ts';
import { differing } from './differing.ts';

const agents = ['.agents/skills', '.claude/skills'];

type Skills = Record<string, string>;

export async function syncScenarios(): Promise<{ scenarios: Scenario[] } & AsyncDisposable> {
  const liar = await openLiar();
  const approve = (slug: string, label: string) =>
    liar.approve(`ada:${slug}`, {
      'SKILL.md': skillMd(slug, 'Does it.', label),
      'scripts/run.sh': `echo ${label}\n`,
    }).hash;
  const withdraw = (slug: string) => {
    const { skills } = liar.manifest as { skills: { skill_id: string }[] };
    liar.manifest = { skills: skills.filter(({ skill_id }) => skill_id !== `ada:${slug}`) };
  };
  const first = { sums: approve('sums', 'one'), sorts: approve('sorts', 'one') };
  const firstManifest = liar.manifest;
  const next = { sums: approve('sums', 'two'), lists: approve('lists', 'two') };
  withdraw('sorts');
  const nextManifest = liar.manifest;
  const has = (manifest: unknown) => {
    liar.manifest = manifest;
  };
  const later: Scenario = {
    ...scenarioOf(liar, 'sync: the next', first, next),
    prepare: async (root) => {
      has(firstManifest);
      const { ended, said } = await perform(syncOf(liar, root));
      if (ended !== 0) throw new Error(said);
      has(nextManifest);
    },
  };
  const earlier: Scenario = {
    ...scenarioOf(liar, 'sync: the first', {}, first),
    prepare: async (root) => {
      for (const one of agents) mkdirSync(join(root, one, '..'), { recursive: true });
      has(firstManifest);
    },
  };
  return { scenarios: [earlier, later], [Symbol.asyncDispose]: () => liar[Symbol.asyncDispose]() };
}

const syncOf = ({ url }: Liar, root: string): Act => ({
  ...{ does: 'cli', root, args: ['sync', '--agents', 'agents,claude'] },
  environment: {
    ...{ PATH: process.env['PATH'], HOME: root, PWD: root, CI: '1' },
    ...{ SKILL_REGISTRY_URL: url, SKILL_REGISTRY_TOKEN: 'svc_d_any' },
  },
});

function scenarioOf(liar: Liar, name: string, before: Skills, now: Skills): Omit<Scenario, 'prepare'> {
  return {
    name,
    act: (root) => syncOf(liar, root),
    isClean: ({ ended, said }) => ended === 0 || (ended === 1 && isWorded(said)),
    check: async (root, told) => {
      const wrong: string[] = [];
      const look = async (when: string, isNew: boolean) => {
        for (const one of agents) {
          const found = await skillsIn(join(root, one));
          // A dot keeps agents from reading it; the next sync clears it away.
          delete found['.skill-registry.unfinished'];
          const place = `${when}, ${one}`;
          if (isNew) wrong.push(...differing(place, found, now));
          else
            for (const [skill, hash] of Object.entries(found))
              if (hash !== before[skill] && hash !== now[skill]) wrong.push(`${place}/${skill} is ${hash}`);
          for (const skill of Object.keys(before))
            if (skill in now && !(skill in found)) wrong.push(`${place}/${skill} is gone`);
        }
      };
      await look('at first', told.includes('ended'));
      const { ended, said } = await perform(syncOf(liar, root));
      if (ended !== 0) wrong.push(`the next sync ended with ${ended}: ${said}`);
      await look('after the next sync', true);
      const data = join(root, '.local/share/skill-registry/sync');
      const home = join(data, readdirSync(data)[0] ?? '');
      const left = readdirSync(home).filter(
        (one) => !['staging', 'state.json', 'versions', 'advisories.json'].includes(one),
      );
      left.push(...readdirSync(join(home, 'staging')));
      const config = join(root, '.config/skill-registry');
      // A lock of who is gone counts for nothing, and goes with the next change.
      left.push(...readdirSync(config).filter((one) => !['config.json', 'config.json.lock'].includes(one)));
      if (left.length > 0) wrong.push(`left behind: ${left}`);
      return wrong;
    },
  };
}

/** Sentences for a person, and none of the program's insides. */
export const isWorded = (said: string): boolean => said.trim() !== '' && !/^\s+at |thrown: /m.test(said);
