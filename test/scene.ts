/** What people do, through the operations; what no operation offers yet, in the store as it will. */
import type { Role } from '../origin/contract/access.ts';
import { mintToken } from '../origin/store/access/tokens.ts';
import { actionsInForce, liftAction, takeAction } from '../origin/store/moderation/moderation.ts';
import { createAccount, profileByHandle } from '../origin/store/people/people.ts';
import type { OperatorContext } from '../scripts/operator/operatorContext.ts';
import { answerOf } from './answers.ts';
import { reader, signIn, site, type TestRegistry } from './registry.ts';
import { moderator } from './store/rows.ts';

/** An operator's desk at the registry. */
export const deskOf = ({ engine, clock }: TestRegistry): OperatorContext => ({
  engine,
  reader,
  settings: { site, signIn, dataDir: 'nowhere' } as OperatorContext['settings'],
  note: () => undefined,
  progress: () => undefined,
  log: () => undefined,
  now: () => clock.now,
  close: async () => undefined,
});

/** A kit with these skills: `author:slug` follows its latest version, `author:slug@sha256:…` is pinned to that one. */
export async function addKit(
  registry: TestRegistry,
  owner: string,
  slug: string,
  skills: string[],
  visibility: 'public' | 'private' = 'public',
): Promise<number> {
  const kit = { owner, slug, name: `The ${slug} kit`, visibility };
  const { id } = await answerOf('createKit', await registry.send('POST', '/kits', owner, kit));
  for (const skill of skills) await putIntoKit(registry, id, skill);
  return kitRow(registry, owner, slug);
}

/** Puts a skill into the kit `owner/slug`, at a version or following the latest: see `addKit`. */
export async function putIntoKit(
  registry: TestRegistry,
  kit: string,
  skill: string,
  by = kit.split('/')[0] ?? '',
): Promise<void> {
  const [name = '', hash] = skill.split('@');
  const path = `/kits/${kit}/skills/${name.replace(':', '/')}`;
  await answerOf('putKitSkill', await registry.send('PUT', path, by, { hash }));
}

async function kitRow({ engine }: TestRegistry, owner: string, slug: string): Promise<number> {
  const owners = engine.db.selectFrom('profiles').select('id').where('handle', '=', owner);
  const kits = engine.db.selectFrom('kits').select('id').where('slug', '=', slug).where('owner_id', 'in', owners);
  return (await kits.executeTakeFirstOrThrow()).id;
}

/** Both claim their handles first, where nobody has. */
export async function follow(registry: TestRegistry, follower: string, followed: string): Promise<void> {
  await registry.as(followed);
  await answerOf('followProfile', await registry.send('PUT', `/profiles/${followed}/follow`, follower));
}

/** Invites a person to a team, or to another role there, and has them accept. */
export async function join(registry: TestRegistry, team: string, member: string, role: Role, by: string) {
  await answerOf('putTeamMember', await registry.send('PUT', `/teams/${team}/members/${member}`, by, { role }));
  return answerOf('acceptInvitation', await registry.send('PUT', `/invitations/${team}`, member, { role }));
}

/** A team with these members by handle, founded by the first of its owners. */
export async function addTeam(registry: TestRegistry, handle: string, members: Record<string, Role>): Promise<void> {
  const [founder = ''] = Object.entries(members).find(([, role]) => role === 'owner') ?? [];
  await answerOf('createTeam', await registry.send('POST', '/teams', founder, { handle }));
  for (const [member, role] of Object.entries(members)) {
    await registry.as(member);
    if (member !== founder) await join(registry, handle, member, role, founder);
  }
}

/** Someone who signed in and holds no handle yet; what they send, they send as themselves, whatever they are called. */
export async function newcomer({ engine, app, clock }: TestRegistry) {
  const [id, token] = await engine.write(async (db) => {
    const { id } = await createAccount(db, {}, clock.now);
    return [id, await mintToken(db, { class: 'session', profileId: id }, clock.now)] as const;
  });
  const headers = { authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    app.request(`/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { id, headers, send };
}

/** The headers of a browser on the site's own page, in which the handle's holder is signed in. */
export async function browserOf(registry: TestRegistry, handle: string): Promise<{ cookie: string; origin: string }> {
  const { engine, clock } = registry;
  await registry.as(handle);
  const token = await engine.write(async (db) => {
    const profile = await profileByHandle(db, handle);
    if (!profile) throw new Error(`Nobody is ${handle}.`);
    return mintToken(db, { class: 'session', profileId: profile.id, inBrowser: true }, clock.now);
  });
  return { cookie: `session=${token}`, origin: site.mirrorUrl };
}

/** Puts a skill into a person's library. */
export async function install(registry: TestRegistry, handle: string, skill: string): Promise<void> {
  await answerOf('putLibrarySkill', await registry.send('PUT', `/library/${skill.replace(':', '/')}`, handle, {}));
}

/** Suspends the account that holds a handle, or held it, or lifts that. */
export const suspend = ({ engine, clock }: TestRegistry, handle: string, suspended: boolean) =>
  engine.write(async (db) => {
    const holder = db.selectFrom('handles').select('profile_id').where('handle', '=', handle);
    const { profile_id: id } = await holder.executeTakeFirstOrThrow();
    const known = await actionsInForce(db)
      .where('target_kind', '=', 'profile')
      .where('target_id', '=', id)
      .where('action', '=', 'suspend')
      .select('id')
      .executeTakeFirst();
    const decision = { reason: 'A reason.', by: moderator };
    if (!suspended && known) await liftAction(db, known.id, decision, clock.now);
    if (!suspended || known) return;
    const target = { kind: 'profile', id, name: handle, ownerId: id } as const;
    await takeAction(db, target, { ...decision, action: 'suspend' }, clock.now);
  });
