/** What people do with handles, profiles, keys and teams. */
import { keyDelay } from '../../origin/contract/access.ts';
import { portraitSide } from '../../origin/contract/subjects/pictures.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { giveTeam } from '../../scripts/operator/accounts/team.ts';
import { answerOf } from '../answers.ts';
import { signUp } from '../authenticator.ts';
import { png, putPicture } from '../pictures/samples.ts';
import { deskOf, newcomer } from '../scene.ts';
import { bindKey, newSigner } from '../signer.ts';
import { after, type Scene, sends, type Write } from './scene.ts';

/** A new author with a passkey, whose key is bound; what binds another one waits for its time. */
async function keyHolder({ registry }: Scene) {
  const [browser, signer] = [await signUp(registry, 'kim'), newSigner()];
  await answerOf('bindAuthorKey', await bindKey(registry, 'kim', signer));
  const queue = async () => {
    const passkey = browser.authenticator.get(await browser.challenge('confirm'));
    return bindKey(registry, 'kim', newSigner(), { passkey });
  };
  return { signer, queue };
}

const invites = (member: string, role: string) => sends('PUT', `/teams/crew/members/${member}`, 'ada', { role });
const gives = (who: string) => sends('DELETE', `/handles/${who}`, who);
/** Bob alone is left in Otto's team, as a maintainer. */
const ownerless = gives('otto');
/** Otto holds a kit of the reader's, who has nothing else. */
const kitOfReader = after(
  sends('POST', '/kits', 'reader', { owner: 'reader', slug: 'picks', name: 'Picks' }),
  after(
    sends('PUT', '/kits/reader/picks/skills/bob/one', 'reader', {}),
    sends('PUT', '/kits/reader/picks/subscription', 'otto'),
  ),
);

const handleWrites: Write[] = [
  {
    by: 'claimHandle',
    does: 'claims a handle and a name',
    records: ['handle.claimed', 'profile.changed'],
    tells: ['profile'],
    ready: async ({ registry }) => {
      const { send } = await newcomer(registry);
      return () => send('POST', '/handles', { handle: 'dora', displayName: 'Dora' });
    },
  },
  {
    by: 'claimHandle',
    does: 'takes back a handle with all that is below it',
    records: ['handle.claimed'],
    ready: after(gives('ada'), sends('POST', '/handles', 'ada', { handle: 'ada' })),
  },
  {
    by: 'claimHandle',
    does: 'claims another handle later on, against which an action is in force',
    records: ['handle.claimed'],
    ready: async (scene) => {
      await scene.moderate('reader', 'warn');
      return after(gives('reader'), sends('POST', '/handles', 'reader', { handle: 'leser' }))(scene);
    },
  },
  {
    by: 'claimHandle',
    does: 'takes another handle, against which an action is in force',
    records: ['handle.renamed'],
    ready: async (scene) => {
      await scene.moderate('ada:two', 'warn');
      return sends('POST', '/handles', 'ada', { handle: 'lovelace', release: 'ada' })(scene);
    },
  },
  {
    by: 'claimHandle',
    does: 'claims a handle again, and is back in a team, whose kit their devices hold',
    records: ['handle.claimed'],
    ready: after(gives('drifter'), sends('POST', '/handles', 'drifter', { handle: 'settler' })),
  },
  {
    by: 'claimHandle',
    does: 'takes another handle, with a kit and no skill',
    records: ['handle.renamed'],
    ready: after(kitOfReader, sends('POST', '/handles', 'reader', { handle: 'leser', release: 'reader' })),
  },
  {
    by: 'releaseHandle',
    does: 'gives up a handle with all that is below it',
    records: ['handle.released'],
    ready: gives('ada'),
  },
  {
    by: 'releaseHandle',
    does: 'gives up a handle, and is in no team so long, whose kit their devices hold',
    records: ['handle.released'],
    ready: gives('drifter'),
  },
  {
    by: 'releaseHandle',
    does: 'gives up a handle, and a team has no owner any more',
    records: ['handle.released'],
    ready: ownerless,
  },
  {
    by: 'updateProfile',
    does: 'gives a profile another name',
    records: ['profile.changed'],
    ready: sends('PATCH', '/profiles/ada', 'ada', { displayName: 'Ada L.' }),
  },
  {
    by: 'updateProfile',
    does: 'says of a profile what it says already',
    records: [],
    ready: sends('PATCH', '/profiles/ada', 'ada', { displayName: 'ada', bio: '' }),
  },
  {
    by: 'putProfilePicture',
    does: 'gives a profile a picture',
    records: ['profile.changed'],
    ready:
      async ({ registry }) =>
      () =>
        putPicture(registry, 'ada', 'ada', png(portraitSide)),
  },
  {
    by: 'putProfilePicture',
    does: 'gives a profile the picture that it has',
    records: [],
    ready: async ({ registry }) => {
      const give = () => putPicture(registry, 'ada', 'ada', png(portraitSide));
      await give();
      return give;
    },
  },
  {
    by: 'removeProfilePicture',
    does: 'removes the picture of a profile',
    records: ['profile.changed'],
    ready: async (scene) => {
      await putPicture(scene.registry, 'ada', 'ada', png(portraitSide));
      return sends('DELETE', '/profiles/ada/picture', 'ada')(scene);
    },
  },
  {
    by: 'removeProfilePicture',
    does: 'removes another’s picture, as an operator',
    records: ['profile.picture_removed'],
    audits: ['remove picture'],
    ready: async (scene) => {
      await putPicture(scene.registry, 'ada', 'ada', png(portraitSide));
      return sends('DELETE', '/profiles/ada/picture', 'olga')(scene);
    },
  },
  {
    by: 'removeProfilePicture',
    does: 'removes a picture where there is none',
    records: [],
    ready: sends('DELETE', '/profiles/ada/picture', 'ada'),
  },
  {
    by: 'followProfile',
    does: 'follows a profile',
    records: ['profile.followed'],
    ready: sends('PUT', '/profiles/bob/follow', 'reader'),
  },
  {
    by: 'followProfile',
    does: 'follows a profile again',
    records: [],
    ready: sends('PUT', '/profiles/ada/follow', 'reader'),
  },
  {
    by: 'unfollowProfile',
    does: 'follows a profile no longer',
    records: ['profile.unfollowed'],
    ready: sends('DELETE', '/profiles/ada/follow', 'reader'),
  },
];

const keyWrites: Write[] = [
  {
    by: 'createKeyChallenge',
    does: 'asks for a text to sign, which is gone within the hour',
    records: [],
    ready: sends('POST', '/profiles/ada/key/challenge', 'ada'),
  },
  {
    by: 'bindAuthorKey',
    does: 'binds a first key',
    records: ['key.bound'],
    ready:
      async ({ registry }) =>
      () =>
        bindKey(registry, 'ada', newSigner()),
  },
  {
    by: 'bindAuthorKey',
    does: 'replaces a key, which signs for the next one',
    records: ['key.bound'],
    ready: async (scene) => {
      const { signer } = await keyHolder(scene);
      return () => bindKey(scene.registry, 'kim', newSigner(), { previous: signer });
    },
  },
  {
    by: 'bindAuthorKey',
    does: 'lets a key wait',
    records: ['key.queued'],
    ready: async (scene) => (await keyHolder(scene)).queue,
  },
  {
    by: 'maintenance',
    does: 'binds a key that waited long enough',
    records: ['key.bound'],
    ready: async (scene) => {
      await (await keyHolder(scene)).queue();
      const { engine, clock } = scene.registry;
      clock.now += keyDelay;
      return () => runMaintenance(engine, clock.now);
    },
  },
  {
    by: 'revokeAuthorKey',
    does: 'revokes a key',
    records: ['key.revoked'],
    ready: async (scene) => {
      await keyHolder(scene);
      return () => scene.registry.send('DELETE', '/profiles/kim/key', 'kim');
    },
  },
  {
    by: 'revokeAuthorKey',
    does: 'calls off a key that waits',
    records: ['key.called_off'],
    ready: async (scene) => {
      await (await keyHolder(scene)).queue();
      return () => scene.registry.send('DELETE', '/profiles/kim/key?pending=true', 'kim');
    },
  },
];

const teamWrites: Write[] = [
  {
    by: 'createTeam',
    does: 'founds a team',
    records: ['handle.claimed', 'team.joined'],
    tells: ['profile'],
    ready: sends('POST', '/teams', 'bob', { handle: 'guild' }),
  },
  {
    by: 'createTeam',
    does: 'founds a team again that ended',
    records: ['handle.claimed'],
    ready: after(sends('DELETE', '/handles/crew', 'ada'), sends('POST', '/teams', 'ada', { handle: 'crew' })),
  },
  {
    by: 'putTeamMember',
    does: 'invites a person',
    records: ['invitation.sent'],
    ready: invites('bob', 'member'),
  },
  {
    by: 'putTeamMember',
    does: 'gives a member another role',
    records: ['team.role_changed'],
    ready: invites('reader', 'member'),
  },
  {
    by: 'putTeamMember',
    does: 'is no owner any more, so that a team has none',
    records: ['team.role_changed'],
    ready: sends('PUT', '/teams/band/members/otto', 'otto', { role: 'member' }),
  },
  {
    by: 'putTeamMember',
    does: 'gives a member the role they have',
    records: [],
    ready: invites('reader', 'maintainer'),
  },
  {
    by: 'acceptInvitation',
    does: 'joins a team',
    records: ['team.joined'],
    ready: after(invites('bob', 'member'), sends('PUT', '/invitations/crew', 'bob', { role: 'member' })),
  },
  {
    by: 'declineInvitation',
    does: 'declines an invitation',
    records: ['invitation.declined'],
    ready: after(invites('bob', 'member'), sends('DELETE', '/invitations/crew', 'bob')),
  },
  {
    by: 'removeTeamMember',
    does: 'withdraws an invitation',
    records: ['invitation.withdrawn'],
    ready: after(invites('bob', 'member'), sends('DELETE', '/teams/crew/members/bob', 'ada')),
  },
  {
    by: 'removeTeamMember',
    does: 'takes a person out of a team, whose kit their devices hold',
    records: ['team.left'],
    ready: sends('DELETE', '/teams/crew/members/reader', 'ada'),
  },
  {
    by: 'removeTeamMember',
    does: 'leaves a team, which has no owner any more',
    records: ['team.left'],
    ready: sends('DELETE', '/teams/band/members/otto', 'otto'),
  },
  {
    by: 'claimTeam',
    does: 'makes oneself the owner of a team that has none',
    records: ['team.claimed'],
    audits: ['claim team'],
    ready: after(ownerless, sends('PUT', '/teams/band/owner', 'bob')),
  },
  {
    by: 'the CLI',
    does: 'offers a team that has no owner to a person',
    records: ['invitation.sent'],
    audits: ['give team'],
    ready: after(
      ownerless,
      async ({ registry }) =>
        () =>
          giveTeam(deskOf(registry), 'band', 'reader'),
    ),
  },
];

export const peopleWrites: Write[] = [...handleWrites, ...keyWrites, ...teamWrites];
