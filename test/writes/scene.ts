/** One action of each kind of write, each on a scene of its own: what it does, and the events that it records. */
import type { WriteId } from '../../origin/contract/operations.ts';
import type { EventKind } from '../../origin/store/events/event.ts';
import type { ActivityRow } from '../../origin/store/schema/tables.ts';
import { answerOf, published } from '../answers.ts';
import { openBytes } from '../engines.ts';
import type { IdentityProvider } from '../identityProvider.ts';
import { openRegistry, signIn, site, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, follow, install } from '../scene.ts';
import { slowReader } from '../slowReader.ts';

export interface Scene {
  registry: TestRegistry & AsyncDisposable;
  provider: IdentityProvider;
  /** The operator takes an action, and it has this id. */
  moderate(target: string, action: string): Promise<string>;
}

export interface Write {
  /** The operation, or what does it that is none. */
  by: WriteId | 'the CLI' | 'maintenance' | 'the rescan' | 'another scanner' | 'the background';
  does: string;
  /** In this order; nothing where the write is `private` business that nothing is derived from, or changes nothing. */
  records: readonly EventKind[];
  /** What the feed has that it did not have before. */
  tells?: readonly ActivityRow['kind'][];
  /** What the audit log calls it, where it is in there. */
  audits?: readonly string[];
  /** Sets the scene. What that returns does it. */
  ready(scene: Scene): Promise<() => Promise<unknown>>;
}

/** Whoever may change what everyone sees, or what devices hold, and those who would notice. */
export const people = ['ada', 'bob', 'reader', 'otto', 'drifter'] as const;

/** Contents of `ada:one`, the older first. */
export const texts = ['old', 'new'] as const;

/**
 * Ada's skills, one of them private, and kits; a team of hers with a private skill, in which the reader publishes, and
 * Otto's with Bob. Each of them follows, runs or subscribes to something; a drifter has nothing but a kit of Ada's team. With `from`, the store of
 * another scene, it is as that one was: that takes a tenth of the time.
 */
export async function openScene(provider: IdentityProvider, from?: Uint8Array): Promise<Scene & AsyncDisposable> {
  const registry = await openRegistry('sqlite', {
    ...(from && { engine: await openBytes(from) }),
    reading: slowReader,
    settings: {
      site: { ...site, oidcName: 'Example' },
      signIn: { ...signIn, oidc: { issuer: provider.issuer, clientId: 'public' } },
    },
  });
  if (!from) await setScene(registry);
  const moderate = async (target: string, action: string) => {
    const body = { target, action, reason: 'A reason.' };
    return (
      await answerOf('takeModerationAction', await registry.sendOnSite('POST', '/moderation/actions', 'olga', body))
    ).id;
  };
  return { registry, provider, moderate, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() };
}

async function setScene(registry: TestRegistry): Promise<void> {
  for (const handle of [...people, 'olga']) await registry.as(handle);
  await registry.engine.write((db) =>
    db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
  );
  await addTeam(registry, 'crew', { ada: 'owner', reader: 'maintainer', drifter: 'member' });
  await addTeam(registry, 'band', { otto: 'owner', bob: 'maintainer' });
  for (const text of texts) await published(registry, 'ada:one', { 'SKILL.md': skillMd('one', `The ${text} one.`) });
  for (const skill of ['ada:two', 'bob:one']) await published(registry, skill);
  await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
  await registry.send('POST', '/skills/crew/inner/versions', 'ada', {
    files: [{ path: 'SKILL.md', text: skillMd('inner') }],
    visibility: 'private',
  });
  await addKit(registry, 'ada', 'tools', ['ada:one', 'bob:one', 'ada:secret']);
  await addKit(registry, 'ada', 'drawer', ['ada:two'], 'private');
  await registry.send('POST', '/kits', 'ada', { owner: 'crew', slug: 'box', name: 'Box' });
  await registry.send('PUT', '/kits/crew/box/skills/crew/inner', 'ada', {});
  for (const [follower, followed] of [['reader', 'ada'], ['ada', 'bob'], ['ada', 'otto'], ['bob', 'ada']] as const) // biome-ignore format: a table
    await follow(registry, follower, followed);
  for (const [who, skill] of [['reader', 'ada:one'], ['bob', 'ada:two'], ['ada', 'bob:one']] as const) // biome-ignore format: a table
    await install(registry, who, skill);
  await registry.send('PUT', '/library/ada/one', 'reader', { auto_approve: true });
  for (const kit of ['ada/tools', 'crew/box']) await registry.send('PUT', `/kits/${kit}/subscription`, 'reader');
  for (const who of ['bob', 'drifter']) await registry.send('PUT', '/kits/crew/box/subscription', who);
}

/** A write that needs nothing but the scene. */
export const sends =
  (method: string, path: string, who: string, body?: unknown): Write['ready'] =>
  async ({ registry }) =>
  () =>
    registry.send(method, path, who, body);

/** The same from a page of the site. */
export const sendsOnSite =
  (method: string, path: string, who: string, body?: unknown): Write['ready'] =>
  async ({ registry }) =>
  () =>
    registry.sendOnSite(method, path, who, body);

/** The same after one that has to succeed. */
export const after =
  (before: Write['ready'], then: Write['ready']): Write['ready'] =>
  async (scene) => {
    const response = await (await before(scene))();
    if (response instanceof Response && !response.ok) throw new Error(await response.text());
    return then(scene);
  };

/** The hash of one of the versions of `ada:one`. */
export async function hashOf({ registry }: Scene, text: (typeof texts)[number]): Promise<string> {
  const { versions } = await answerOf('getSkill', await registry.get('/skills/ada/one'));
  return versions.at(text === 'new' ? 0 : -1)?.hash ?? '';
}
