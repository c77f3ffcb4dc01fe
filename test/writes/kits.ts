/** What is done with kits and libraries. */
import { after, hashOf, sends, type Write } from './scene.ts';

const kit = (slug: string, visibility: string) => ({ owner: 'ada', slug, name: 'A kit', visibility });

export const kitWrites: Write[] = [
  {
    by: 'createKit',
    does: 'makes a kit',
    records: ['kit.created'],
    tells: ['kit'],
    ready: sends('POST', '/kits', 'ada', kit('more', 'public')),
  },
  {
    by: 'createKit',
    does: 'makes a kit for oneself',
    records: ['kit.created'],
    ready: sends('POST', '/kits', 'ada', kit('more', 'private')),
  },
  {
    by: 'updateKit',
    does: 'gives a kit another name',
    records: ['kit.changed'],
    ready: sends('PATCH', '/kits/ada/tools', 'ada', { name: 'Renamed' }),
  },
  {
    by: 'updateKit',
    does: 'makes a kit private and gives it another name',
    records: ['kit.made_private', 'kit.changed'],
    ready: sends('PATCH', '/kits/ada/tools', 'ada', { name: 'Renamed', visibility: 'private' }),
  },
  {
    by: 'updateKit',
    does: 'makes a kit private',
    records: ['kit.made_private'],
    ready: sends('PATCH', '/kits/ada/tools', 'ada', { visibility: 'private' }),
  },
  {
    by: 'updateKit',
    does: 'makes a kit public',
    records: ['kit.made_public'],
    tells: ['kit'],
    ready: sends('PATCH', '/kits/ada/drawer', 'ada', { visibility: 'public' }),
  },
  {
    by: 'updateKit',
    does: 'says of a kit what it says already',
    records: [],
    ready: sends('PATCH', '/kits/ada/tools', 'ada', { visibility: 'public' }),
  },
  {
    by: 'deleteKit',
    does: 'deletes a kit',
    records: ['kit.deleted'],
    ready: sends('DELETE', '/kits/ada/tools', 'ada'),
  },
  {
    by: 'putKitSkill',
    does: 'puts a skill into a kit',
    records: ['kit.skill_put'],
    ready: sends('PUT', '/kits/ada/tools/skills/ada/two', 'ada', {}),
  },
  {
    by: 'putKitSkill',
    does: 'pins a member of a kit',
    records: ['kit.skill_put'],
    ready: async (scene) => {
      const hash = await hashOf(scene, 'old');
      return () => scene.registry.send('PUT', '/kits/ada/tools/skills/ada/one', 'ada', { hash });
    },
  },
  {
    by: 'putKitSkill',
    does: 'puts a skill into a kit that has it',
    records: [],
    ready: sends('PUT', '/kits/ada/tools/skills/ada/one', 'ada', {}),
  },
  {
    by: 'putKitSkill',
    does: 'says what a member of a kit is for',
    records: ['kit.skill_put'],
    ready: sends('PUT', '/kits/ada/tools/skills/ada/one', 'ada', { note: 'Run it first.' }),
  },
  {
    by: 'putKitSkill',
    does: 'says something of a member that nobody else sees',
    records: ['kit.skill_put'],
    ready: sends('PUT', '/kits/ada/tools/skills/ada/secret', 'ada', { note: 'Ours alone.' }),
  },
  {
    by: 'removeKitSkill',
    does: 'takes a skill out of a kit',
    records: ['kit.skill_removed'],
    ready: sends('DELETE', '/kits/ada/tools/skills/ada/one', 'ada'),
  },
  {
    by: 'subscribeToKit',
    does: 'subscribes to a kit',
    records: ['kit.subscribed'],
    ready: sends('PUT', '/kits/ada/tools/subscription', 'bob'),
  },
  {
    by: 'subscribeToKit',
    does: 'subscribes to a kit again',
    records: [],
    ready: sends('PUT', '/kits/ada/tools/subscription', 'reader'),
  },
  {
    by: 'unsubscribeFromKit',
    does: 'ends a subscription',
    records: ['kit.unsubscribed'],
    ready: sends('DELETE', '/kits/ada/tools/subscription', 'reader'),
  },
  {
    by: 'putLibrarySkill',
    does: 'approves a skill',
    records: ['library.approved'],
    ready: sends('PUT', '/library/ada/two', 'reader', {}),
  },
  {
    by: 'putLibrarySkill',
    does: 'approves an earlier version instead',
    records: ['library.approved'],
    ready: async (scene) => {
      const hash = await hashOf(scene, 'old');
      return () => scene.registry.send('PUT', '/library/ada/one', 'reader', { hash });
    },
  },
  {
    by: 'putLibrarySkill',
    does: 'approves what is approved',
    records: [],
    ready: sends('PUT', '/library/ada/one', 'reader', {}),
  },
  {
    by: 'skipLibraryVersion',
    does: 'passes over a version, which changes nothing that anyone else or a device sees',
    records: ['library.skipped'],
    ready: async (scene) => {
      const [old, fresh] = [await hashOf(scene, 'old'), await hashOf(scene, 'new')];
      await scene.registry.send('PUT', '/library/ada/one', 'bob', { hash: old, pinned: false });
      return () => scene.registry.send('PUT', '/library/ada/one/skipped', 'bob', { hash: fresh });
    },
  },
  {
    by: 'removeLibrarySkill',
    does: 'takes a skill out of a library',
    records: ['library.removed'],
    ready: after(sends('PUT', '/library/ada/two', 'reader', {}), sends('DELETE', '/library/ada/two', 'reader')),
  },
];
