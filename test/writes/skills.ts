/** What is done with skills and their versions. */
import { type DownloadCounts, hourOf } from '../../origin/contract/subjects/downloads.ts';
import { addDownloads } from '../../origin/store/downloads/downloads.ts';
import { showCounted } from '../../origin/write/downloads/downloads.ts';
import { rescan } from '../../origin/write/rescan.ts';
import { publishImported } from '../../scripts/operator/imported/publishImported.ts';
import { reader, skillMd } from '../registry.ts';
import { badFile } from '../ruleExamples.ts';
import { deskOf } from '../scene.ts';
import { big, endless, slowReader } from '../slowReader.ts';
import { after, hashOf, type Scene, sends, type Write } from './scene.ts';

const publishes =
  (skill: string, description: string, options?: Record<string, unknown>, others = {}): Write['ready'] =>
  async ({ registry }) => {
    const [author = '', slug = ''] = skill.split(':');
    return () => registry.publish(author, slug, { 'SKILL.md': skillMd(slug, description), ...others }, options);
  };

const changes = (skill: string, body: object) => sends('PATCH', `/skills/${skill}`, 'ada', body);

const trap = () => ({ files: [{ path: 'SKILL.md', text: skillMd('trap') }, badFile('quarantine').file] });

/** A copy of a skill, from a place under a licence. */
const copies =
  (license: string, text: string) =>
  async ({ registry }: Scene) => {
    const files = [{ path: 'SKILL.md', bytes: Buffer.from(skillMd('tool', text)) }];
    const source = { url: 'https://git.test/tool', license };
    return () => publishImported(deskOf(registry), { author: 'elsewhere', slug: 'tool', files, source });
  };

/** The newest version was scanned by an earlier corpus, which let `git/config` in. */
async function rescans({ registry: { engine, clock } }: Scene) {
  await engine.write(async (db) => {
    const { id } = await db.selectFrom('versions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await db.updateTable('version_files').set({ path: '.git/config' }).where('path', '=', 'git/config').execute();
    await db.updateTable('scans').set({ corpus_version: 2 }).where('version_id', '=', id).execute();
  });
  return () => rescan({ engine, reader, now: () => clock.now });
}

/** Many read a skill. */
async function counts({ registry: { engine, clock } }: Scene) {
  const read: DownloadCounts = [[hourOf(clock.now), 'ada/one', 40]];
  await engine.write((db) => addDownloads(db, read, clock.now));
  return () => showCounted(engine, clock.now, { pause: 0 });
}

const settles =
  async ({ registry: { engine, clock } }: Scene) =>
  () =>
    rescan({ engine, reader: slowReader, now: () => clock.now });

export const skillWrites: Write[] = [
  {
    by: 'publishSkillVersion',
    does: 'publishes a new skill',
    records: ['version.published'],
    tells: ['publish'],
    ready: publishes('ada:three', 'The third.'),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes a new skill for oneself',
    records: ['version.published'],
    ready: publishes('ada:own', 'For myself.', { visibility: 'private' }),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes a version that a library takes in by itself',
    records: ['version.published', 'version.auto_approved'],
    tells: ['publish'],
    ready: publishes('ada:one', 'The newest one.'),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes a version and makes the skill public',
    records: ['skill.made_public', 'version.published'],
    tells: ['publish'],
    ready: publishes('ada:secret', 'No secret.', { visibility: 'public' }),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes what the scanner quarantines',
    records: ['version.published', 'moderation.quarantined'],
    audits: ['quarantine'],
    ready: sends('POST', '/skills/ada/trap/versions', 'ada', trap()),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes what is not read whole, which nobody gets',
    records: ['version.published', 'moderation.held'],
    audits: ['hold'],
    ready: publishes('ada:one', 'The long one.', {}, { [big]: 'let a;' }),
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes the same content again',
    records: [],
    ready: publishes('ada:one', 'The new one.'),
  },
  {
    by: 'publishSkillVersion',
    does: 'rehearses a publish',
    records: [],
    ready: sends('POST', '/skills/ada/three/versions?dry_run=true', 'ada', {
      files: [{ path: 'SKILL.md', text: skillMd('three') }],
    }),
  },
  {
    by: 'withdrawSkillVersion',
    does: 'withdraws the latest version',
    records: ['version.withdrawn'],
    ready: async (scene) => {
      const hash = await hashOf(scene, 'new');
      return () => scene.registry.send('DELETE', `/skills/ada/one/versions/${hash}`, 'ada');
    },
  },
  {
    by: 'updateSkill',
    does: 'makes a skill private, against which an action is in force',
    records: ['skill.made_private'],
    ready: async (scene) => {
      await scene.moderate('ada:one', 'warn');
      return changes('ada/one', { visibility: 'private' })(scene);
    },
  },
  {
    by: 'updateSkill',
    does: 'makes a skill public, against which an action is in force',
    records: ['skill.made_public'],
    tells: ['publish'],
    ready: async (scene) => {
      await scene.moderate('ada:secret', 'warn');
      return changes('ada/secret', { visibility: 'public' })(scene);
    },
  },
  {
    by: 'updateSkill',
    does: 'deprecates a skill',
    records: ['skill.deprecated'],
    ready: changes('ada/one', { deprecated: true, deprecation_message: 'Take two.' }),
  },
  {
    by: 'updateSkill',
    does: 'takes a deprecation back',
    records: ['skill.undeprecated'],
    ready: after(changes('ada/one', { deprecated: true }), changes('ada/one', { deprecated: false })),
  },
  {
    by: 'updateSkill',
    does: 'gives a skill another category',
    records: ['skill.changed'],
    ready: changes('ada/one', { category: 'data' }),
  },
  {
    by: 'updateSkill',
    does: 'says of a skill what it says already',
    records: [],
    ready: changes('ada/one', { visibility: 'public', category: 'other', deprecated: false }),
  },
  {
    by: 'the CLI',
    does: 'imports a copy of a skill under a profile that it makes',
    records: ['handle.claimed', 'version.published'],
    tells: ['profile', 'publish'],
    ready: copies('MIT', 'A tool.'),
  },
  {
    by: 'the CLI',
    does: 'notes another licence of a copy',
    records: ['skill.changed'],
    ready: after(copies('MIT', 'A tool.'), copies('ISC', 'A tool.')),
  },
  {
    by: 'the rescan',
    does: 'finds what an earlier corpus did not know',
    records: ['moderation.quarantined', 'version.scanned'],
    audits: ['quarantine'],
    ready: after(publishes('ada:three', 'The third.', {}, { 'git/config': 'a' }), rescans),
  },
  {
    by: 'the rescan',
    does: 'reads what a publish did not, so that a library takes it in',
    records: ['moderation.released', 'version.auto_approved', 'version.scanned'],
    tells: ['publish'],
    audits: ['release'],
    ready: after(publishes('ada:one', 'The long one.', {}, { [big]: 'let a;' }), settles),
  },
  {
    by: 'the rescan',
    does: 'can’t read it either',
    records: ['version.scanned'],
    ready: after(publishes('ada:one', 'The endless one.', {}, { [endless]: 'let a;' }), settles),
  },
  {
    by: 'the rescan',
    does: 'makes a report of an earlier corpus again',
    records: ['version.scanned'],
    ready: after(publishes('ada:three', 'The third.'), rescans),
  },
  {
    by: 'the background',
    does: 'shows what was downloaded',
    records: ['skill.derived'],
    ready: counts,
  },
];
