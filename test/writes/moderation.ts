/** What people bring before the operators, and what those decide. */
import { answerOf, published } from '../answers.ts';
import { skillMd } from '../registry.ts';
import { badFile } from '../ruleExamples.ts';
import { endless } from '../slowReader.ts';
import { after, hashOf, type Scene, sends, sendsOnSite, type Write } from './scene.ts';

const takes = (target: string, action: string): Write['ready'] => {
  const body = { target, action, reason: 'A reason.' };
  return async ({ registry }) =>
    () =>
      registry.sendOnSite('POST', '/moderation/actions', 'olga', body);
};

/** What nobody has read whole yet. */
async function heldTarget({ registry }: Scene): Promise<string> {
  const files = { 'SKILL.md': skillMd('one', 'The endless one.'), [endless]: 'let a;' };
  return `ada:one@${(await published(registry, 'ada:one', files)).hash}`;
}

const decides = (target: string, decision: string): Write['ready'] => {
  const body = { decision, reason: 'A reason.', versions: [target, target] };
  return async ({ registry }) =>
    () =>
      registry.sendOnSite('POST', '/moderation/decisions', 'olga', body);
};

const lifts = (target: string, action: string) => async (scene: Scene) => {
  const id = await scene.moderate(target, action);
  return () => scene.registry.sendOnSite('DELETE', `/moderation/actions/${id}`, 'olga', { reason: 'A second look.' });
};

/** Ada's skill is hidden, and she asked for a second look: the appeal's id. */
async function appealed({ registry, moderate }: Scene): Promise<string> {
  const path = `/moderation/actions/${await moderate('ada:one', 'hide')}/appeal`;
  return (await answerOf('appealModerationAction', await registry.send('POST', path, 'ada', { message: 'Why?' }))).id;
}

const answers = (granted: boolean) => async (scene: Scene) => {
  const appeal = await appealed(scene);
  const body = { granted, reason: 'A second look.', appeals: [appeal, appeal] };
  return () => scene.registry.sendOnSite('POST', '/moderation/appeals/resolutions', 'olga', body);
};

const report = { target: 'ada:one', reason: 'It is not kind.' };

export const moderationWrites: Write[] = [
  {
    by: 'takeModerationAction',
    does: 'quarantines the latest version, so that a library takes in the one before',
    records: ['version.auto_approved', 'moderation.quarantined'],
    audits: ['quarantine'],
    ready: async (scene) => takes(`ada:one@${await hashOf(scene, 'new')}`, 'quarantine')(scene),
  },
  {
    by: 'liftModerationAction',
    does: 'releases what was not read whole, so that a library takes it in',
    records: ['version.auto_approved', 'moderation.released'],
    tells: ['publish'],
    audits: ['release'],
    ready: async ({ registry }) => {
      const files = { 'SKILL.md': skillMd('one', 'The endless one.'), [endless]: 'let a;' };
      await published(registry, 'ada:one', files);
      const actions = registry.engine.db.selectFrom('moderation_actions').select('id').where('action', '=', 'hold');
      const { id } = await actions.executeTakeFirstOrThrow();
      return () => registry.sendOnSite('DELETE', `/moderation/actions/${id}`, 'olga', { reason: 'I read it.' });
    },
  },
  {
    by: 'decideVersions',
    does: 'releases what was not read whole, so that a library takes it in, once for two that decide',
    records: ['version.auto_approved', 'moderation.released'],
    tells: ['publish'],
    audits: ['release'],
    ready: async (scene) => decides(await heldTarget(scene), 'release')(scene),
  },
  {
    by: 'featureKit',
    does: 'shows a kit on the home page',
    records: ['kit.featured'],
    audits: ['feature'],
    ready: sendsOnSite('PUT', '/kits/ada/tools/featured', 'olga', { featured: true }),
  },
  {
    by: 'featureKit',
    does: 'shows a kit on the home page no more',
    records: ['kit.unfeatured'],
    audits: ['stop featuring'],
    ready: after(
      sendsOnSite('PUT', '/kits/ada/tools/featured', 'olga', { featured: true }),
      sendsOnSite('PUT', '/kits/ada/tools/featured', 'olga', { featured: false }),
    ),
  },
  {
    by: 'decideVersions',
    does: 'quarantines what is held',
    records: ['moderation.quarantined'],
    audits: ['quarantine'],
    ready: async (scene) => decides(await heldTarget(scene), 'quarantine')(scene),
  },
  {
    by: 'decideVersions',
    does: 'hides the skill of a version that is held',
    records: ['moderation.hidden'],
    audits: ['hide'],
    ready: async (scene) => decides(await heldTarget(scene), 'hide')(scene),
  },
  {
    by: 'decideVersions',
    does: 'dismisses a quarantine of the scan, which stays',
    records: ['moderation.dismissed'],
    audits: ['dismiss'],
    ready: async (scene) => {
      const { hash } = await answerOf(
        'publishSkillVersion',
        await scene.registry.send('POST', '/skills/ada/trap/versions', 'ada', {
          files: [{ path: 'SKILL.md', text: skillMd('trap') }, badFile('quarantine').file],
        }),
      );
      return decides(`ada:trap@${hash}`, 'dismiss')(scene);
    },
  },
  {
    by: 'takeModerationAction',
    does: 'hides a skill',
    records: ['moderation.hidden'],
    audits: ['hide'],
    ready: takes('ada:one', 'hide'),
  },
  {
    by: 'takeModerationAction',
    does: 'warns of a skill',
    records: ['moderation.warned'],
    audits: ['warn'],
    ready: takes('ada:one', 'warn'),
  },
  {
    by: 'takeModerationAction',
    does: 'warns of a profile',
    records: ['moderation.warned'],
    audits: ['warn'],
    ready: takes('ada', 'warn'),
  },
  {
    by: 'takeModerationAction',
    does: 'suspends a profile',
    records: ['moderation.suspended'],
    audits: ['suspend'],
    ready: takes('ada', 'suspend'),
  },
  {
    by: 'takeModerationAction',
    does: 'suspends the hidden owner of a team',
    records: ['moderation.suspended'],
    audits: ['suspend'],
    ready: async (scene) => {
      await scene.moderate('otto', 'hide');
      return takes('otto', 'suspend')(scene);
    },
  },
  {
    by: 'liftModerationAction',
    does: 'lifts a quarantine, so that a library takes in the version',
    records: ['version.auto_approved', 'moderation.lifted'],
    audits: ['lift'],
    ready: async (scene) => lifts(`ada:one@${await hashOf(scene, 'new')}`, 'quarantine')(scene),
  },
  {
    by: 'liftModerationAction',
    does: 'lifts the quarantine of what nobody was told of',
    records: ['moderation.lifted'],
    tells: ['publish'],
    audits: ['lift'],
    ready: async ({ registry }) => {
      await registry.send('POST', '/skills/ada/trap/versions', 'ada', {
        files: [{ path: 'SKILL.md', text: skillMd('trap') }, badFile('quarantine').file],
      });
      const queue = await registry.sendOnSite('GET', '/moderation/actions', 'olga');
      const { id } = (await answerOf('listActionsInForce', queue)).actions.at(-1) ?? {};
      return () => registry.sendOnSite('DELETE', `/moderation/actions/${id}`, 'olga', { reason: 'It is kind.' });
    },
  },
  {
    by: 'liftModerationAction',
    does: 'shows a hidden skill again',
    records: ['moderation.lifted'],
    audits: ['lift'],
    ready: lifts('ada:one', 'hide'),
  },
  {
    by: 'liftModerationAction',
    does: 'ends a suspension',
    records: ['moderation.lifted'],
    audits: ['lift'],
    ready: lifts('ada', 'suspend'),
  },
  {
    by: 'reportContent',
    does: 'reports a skill',
    records: ['report.filed'],
    audits: ['report'],
    ready: sends('POST', '/reports', 'bob', report),
  },
  {
    by: 'resolveReports',
    does: 'closes a report',
    records: ['report.closed'],
    audits: ['close report'],
    ready: async ({ registry }) => {
      const { id } = await answerOf('reportContent', await registry.send('POST', '/reports', 'bob', report));
      const body = { reason: 'It is.', reports: [id, id] };
      return () => registry.sendOnSite('POST', '/moderation/reports/resolutions', 'olga', body);
    },
  },
  {
    by: 'appealModerationAction',
    does: 'asks for a second look',
    records: ['appeal.filed'],
    audits: ['appeal'],
    ready: async (scene) => {
      const path = `/moderation/actions/${await scene.moderate('ada:one', 'hide')}/appeal`;
      return sends('POST', path, 'ada', { message: 'Why?' })(scene);
    },
  },
  {
    by: 'resolveAppeals',
    does: 'grants an appeal',
    records: ['appeal.granted', 'moderation.lifted'],
    audits: ['grant appeal', 'lift'],
    ready: answers(true),
  },
  {
    by: 'resolveAppeals',
    does: 'refuses an appeal',
    records: ['appeal.refused'],
    audits: ['refuse appeal'],
    ready: answers(false),
  },
];
