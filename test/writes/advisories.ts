/** What an operator advises against, and what their scanners say. */

import { storeVerdict } from '../../origin/store/skills/scans/verdicts.ts';
import { advise, advisoryOf, unadvise } from '../advisories.ts';
import { hashOf, type Scene, sends, type Write } from './scene.ts';

const advises = (said: Parameters<typeof advisoryOf>): Write['ready'] => {
  return async ({ registry }) =>
    () =>
      advise(registry, advisoryOf(...said));
};

const later = '2026-03-01T00:00:00Z';

const judges = async (scene: Scene) => {
  const { engine, clock } = scene.registry;
  const hash = await hashOf(scene, 'new');
  const version = await engine.db.selectFrom('versions').selectAll().where('hash', '=', hash).executeTakeFirstOrThrow();
  const findings = [{ detector: 'odd', severity: 'low' as const, path: 'SKILL.md', line: 1, message: 'It is odd.' }];
  const verdict = { scanner: 'example', scanner_version: '1.0.0', status: 'ok' as const, findings };
  return () => engine.write((db) => storeVerdict(db, version, { ...verdict, made_at: clock.now }));
};

export const advisoryWrites: Write[] = [
  {
    by: 'the CLI',
    does: 'adds an advisory that is against nothing here',
    records: ['advisory.added'],
    audits: ['add advisory'],
    ready: advises(['nobody/none']),
  },
  {
    by: 'the CLI',
    does: 'adds an advisory against both versions of a skill, which no library holds from then on',
    records: ['advisory.added', 'version.auto_approved', 'moderation.quarantined', 'moderation.quarantined'],
    audits: ['add advisory', 'quarantine', 'quarantine'],
    ready: advises(['ada/one']),
  },
  {
    by: 'the CLI',
    does: 'adds an advisory against a private skill, of which nobody is told',
    records: ['advisory.added', 'moderation.quarantined'],
    audits: ['add advisory', 'quarantine'],
    ready: advises(['crew/inner']),
  },
  {
    by: 'the CLI',
    does: 'changes what an advisory is against',
    records: ['advisory.changed', 'moderation.quarantined', 'moderation.lifted'],
    audits: ['change advisory', 'quarantine', 'lift'],
    ready: async (scene) => {
      await advise(scene.registry, advisoryOf('bob/one'));
      return advises(['ada/two', { modified: later }])(scene);
    },
  },
  {
    by: 'the CLI',
    does: 'withdraws an advisory',
    records: ['advisory.withdrawn', 'version.auto_approved', 'moderation.lifted', 'moderation.lifted'],
    audits: ['withdraw advisory', 'lift', 'lift'],
    ready: async ({ registry }) => {
      await advise(registry, advisoryOf('ada/one'));
      return () => unadvise(registry);
    },
  },
  {
    by: 'the CLI',
    does: 'adds a second advisory against what is quarantined already',
    records: ['advisory.added', 'moderation.quarantined', 'moderation.quarantined'],
    audits: ['add advisory', 'quarantine', 'quarantine'],
    ready: async (scene) => {
      await advise(scene.registry, advisoryOf('ada/one'));
      return advises(['ada/one', { id: 'SKILL-2026-2' }])(scene);
    },
  },
  {
    by: 'publishSkillVersion',
    does: 'publishes what is advised against',
    records: ['version.published', 'moderation.quarantined'],
    audits: ['quarantine'],
    ready: async (scene) => {
      await advise(scene.registry, advisoryOf('ada/three'));
      const files = [{ path: 'SKILL.md', text: '---\nname: three\ndescription: The third.\n---\n' }];
      return sends('POST', '/skills/ada/three/versions', 'ada', { files })(scene);
    },
  },
  {
    by: 'another scanner',
    does: 'says something of a version',
    records: ['version.judged'],
    ready: judges,
  },
];
