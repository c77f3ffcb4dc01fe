import { afterAll, beforeAll, expect, it } from 'vitest';
import { signatureNamespaces } from '../../origin/contract/access.ts';
import { createClient } from '../../origin/contract/clients/createClient.ts';
import type { OperationId, Output } from '../../origin/contract/operations.ts';
import { type Listening, listen } from '../../origin/http/server/listen.ts';
import { answerOf, recordOf, refused } from '../answers.ts';
import { type Browser, signUp } from '../authenticator.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { newSigner } from '../signer.ts';
import { accepts, hasSshKeygen, newKeyFile } from '../sshKeygen.ts';
import { describeStory } from '../story.ts';
import { type Mirrored, openMirrored } from './mirrored.ts';

// Over HTTP, from an empty registry.
describeStory('two people, a team and what they publish', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  const servers: Listening[] = [];
  let anna: Browser;
  let bob: Browser;
  const key = hasSshKeygen ? newKeyFile() : newSigner();
  const hashes: Record<string, string> = {};

  /** The same registry behind a socket. */
  const overHttp = async (): Promise<TestRegistry> => {
    const base = await address(registry.app);
    const request = (path: string, init?: RequestInit) => fetch(base + path, init);
    return { ...registry, app: { request } as unknown as TestRegistry['app'] };
  };
  const address = async (app: TestRegistry['app']): Promise<string> => {
    const server = await listen(app, { host: '127.0.0.1', port: 0, site });
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
  let mirror: string;

  beforeAll(async () => {
    registry = await openRegistry();
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    mirror = await address(mirrored.mirror);
    const door = await overHttp();
    anna = await signUp(door);
    bob = await signUp(door);
  });
  afterAll(async () => {
    if ('fingerprint' in key) key[Symbol.dispose]();
    for (const server of servers) await server.close(0);
    await mirrored[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  /** What the mirror answers anyone, after it has taken in what happened. */
  async function read<K extends OperationId>(id: K, path: string): Promise<Output<K>> {
    await mirrored.snapshot.step();
    const response = await fetch(`${mirror}/api/v1${path}`);
    return recordOf(id, await response.json());
  }
  const statusOf = async (path: string): Promise<number> => {
    await mirrored.snapshot.step();
    return (await fetch(mirror + path)).status;
  };
  const publish = (as: Browser, author: string, slug: string, more: Record<string, unknown> = {}, text = 'First.') => {
    const files = [{ path: 'SKILL.md', text: skillMd(slug, text) }];
    return as.send('POST', `/skills/${author}/${slug}/versions`, { files, ...more });
  };
  const done = async <K extends OperationId>(id: K, answer: Promise<Response>): Promise<Output<K>> => {
    registry.clock.now += 60;
    return answerOf(id, await answer);
  };

  it('begins with nobody to see: accounts without a handle are nobody’s business', async () => {
    expect(await read('getRegistryStats', '/stats')).toMatchObject({ skills: 0, authors: 0, kits: 0 });
    expect(await read('listActivity', '/discover/feed')).toMatchObject({ total: 0 });
  });

  it('handles make them known', async () => {
    await done('claimHandle', anna.send('POST', '/handles', { handle: 'anna', displayName: 'Anna' }));
    await done('claimHandle', bob.send('POST', '/handles', { handle: 'bob' }));
    expect(await refused(await bob.send('POST', '/handles', { handle: 'b-ob', release: 'bob' }))).toBe(
      '409 handle_taken',
    );
    expect(await read('getProfile', '/profiles/anna')).toMatchObject({ displayName: 'Anna', kind: 'user', skills: [] });
    const { items } = await read('listActivity', '/discover/feed');
    expect(items.map(({ kind, target }) => `${kind} ${target}`)).toEqual(['profile bob', 'profile anna']);
  });

  it('bob publishes without a signature', async () => {
    hashes['notes'] = (await done('publishSkillVersion', publish(bob, 'bob', 'notes'))).hash;
    expect(await read('getSkill', '/skills/bob/notes')).toMatchObject({ signatureStatus: 'unsigned', version: 1 });
    expect(await read('listPeople', '/discover/people')).toMatchObject({ total: 1 });
  });

  it('anna binds a key and publishes under her signature, which anyone can check with what the mirror gives', async () => {
    const challenge = await done('createKeyChallenge', anna.send('POST', '/profiles/anna/key/challenge'));
    const proof = key.sign(challenge.challenge, challenge.namespace);
    await done('bindAuthorKey', anna.send('PUT', '/profiles/anna/key', { public_key: key.publicKey, proof }));
    const files = [{ path: 'SKILL.md', text: skillMd('sums', 'Adds up.') }];
    const path = '/skills/anna/sums/versions';
    const { statement } = await done('publishSkillVersion', anna.send('POST', `${path}?dry_run=true`, { files }));
    const signature = key.sign(statement, signatureNamespaces.publish);
    const { hash } = await done('publishSkillVersion', anna.send('POST', path, { files, statement, signature }));
    hashes['sums'] = hash;
    expect(await read('getSkill', '/skills/anna/sums')).toMatchObject({ signatureStatus: 'verified' });
    const shown = await read('getSkillVersionSignature', `/skills/anna/sums/versions/${hash}/signature`);
    expect(JSON.parse(shown.statement)).toMatchObject({ skill_id: 'anna:sums', hash, prev_hash: '' });
    if (hasSshKeygen) expect(accepts(shown.public_key, shown.namespace, shown.statement, shown.signature)).toBe(true);
    expect((await read('getProfile', '/profiles/anna')).publicKey).toBe(shown.public_key);
  });

  it('they found a team, and bob publishes for it', async () => {
    await done('createTeam', anna.send('POST', '/teams', { handle: 'crew', displayName: 'The crew' }));
    expect(await refused(await publish(bob, 'crew', 'drill'))).toBe('403 forbidden');
    await done('putTeamMember', anna.send('PUT', '/teams/crew/members/bob', { role: 'maintainer' }));
    expect(await refused(await publish(bob, 'crew', 'drill'))).toBe('403 forbidden');
    expect((await read('getProfile', '/profiles/crew')).members).toHaveLength(1);
    await done('acceptInvitation', bob.send('PUT', '/invitations/crew', { role: 'maintainer' }));
    await done('publishSkillVersion', publish(bob, 'crew', 'drill'));
    const team = await read('getProfile', '/profiles/crew');
    expect(team.members?.map(({ handle }) => handle)).toEqual(['anna', 'bob']);
    expect(team.skills.map(({ slug }) => slug)).toEqual(['drill']);
  });

  it('anna makes a kit of her skill, of bob’s at one version, and of the team’s', async () => {
    const made = { owner: 'anna', slug: 'tools', name: 'Tools', description: 'For every day.', category: 'coding' };
    await done('createKit', anna.send('POST', '/kits', { ...made, visibility: 'public' }));
    await done('putKitSkill', anna.send('PUT', '/kits/anna/tools/skills/anna/sums'));
    await done('putKitSkill', anna.send('PUT', '/kits/anna/tools/skills/bob/notes', { hash: hashes['notes'] }));
    await done('putKitSkill', anna.send('PUT', '/kits/anna/tools/skills/crew/drill'));
    await done('subscribeToKit', bob.send('PUT', '/kits/anna/tools/subscription'));
    const kit = await read('getKitByHandle', '/kits/by-handle/anna/tools');
    expect(kit).toMatchObject({ version: 4, skill_count: 3, subscriber_count: 1 });
    expect(kit.skills.map(({ skill_id, pinned }) => `${skill_id} ${pinned}`)).toEqual([
      'anna:sums false',
      'bob:notes true',
      'crew:drill false',
    ]);
    expect((await read('listKitsForSkill', '/skills/bob/notes/kits')).kits.map(({ id }) => id)).toEqual(['anna/tools']);
  });

  it('bob follows anna and runs her skill', async () => {
    await done('followProfile', bob.send('PUT', '/profiles/anna/follow'));
    await done('putLibrarySkill', bob.send('PUT', '/library/anna/sums'));
    expect(await read('getProfile', '/profiles/anna')).toMatchObject({ followers: 1, totalInstalls: 1 });
    expect((await read('listFollowers', '/profiles/anna/followers')).items.map(({ handle }) => handle)).toEqual([
      'bob',
    ]);
    expect(await read('getSkill', '/skills/anna/sums')).toMatchObject({ install_count: 1, used_by: ['bob'] });
  });

  it('a private skill of the team is for its members alone, kit or not', async () => {
    const before = await read('getKitByHandle', '/kits/by-handle/anna/tools');
    await done('publishSkillVersion', publish(bob, 'crew', 'plans', { visibility: 'private' }));
    await done('putKitSkill', anna.send('PUT', '/kits/anna/tools/skills/crew/plans'));
    expect(await statusOf('/api/v1/skills/crew/plans')).toBe(404);
    expect(await statusOf('/crew/plans')).toBe(404);
    expect(await read('getKitByHandle', '/kits/by-handle/anna/tools')).toEqual(before);
    expect(await read('search', '/search?q=plans')).toMatchObject({ skills: [] });
    const seen = await answerOf('getSkill', await anna.send('GET', '/skills/crew/plans'));
    expect(seen.visibility).toBe('private');
  });

  it('it goes public and is there for everyone, and private again and is gone', async () => {
    await done('updateSkill', anna.send('PATCH', '/skills/crew/plans', { visibility: 'public' }));
    expect(await statusOf('/crew/plans.md')).toBe(200);
    expect((await read('getKitByHandle', '/kits/by-handle/anna/tools')).skill_count).toBe(4);
    await done('updateSkill', anna.send('PATCH', '/skills/crew/plans', { visibility: 'private' }));
    expect(await statusOf('/crew/plans.md')).toBe(404);
    expect((await read('getKitByHandle', '/kits/by-handle/anna/tools')).skill_count).toBe(3);
  });

  it('bob deprecates his skill: it answers 410 with his message, and stays readable', async () => {
    const deprecation = { deprecated: true, deprecation_message: 'Use anna:sums.' };
    await done('updateSkill', bob.send('PATCH', '/skills/bob/notes', deprecation));
    await mirrored.snapshot.step();
    const response = await fetch(`${mirror}/api/v1/skills/bob/notes`);
    expect([response.status, await response.json()]).toMatchObject([410, deprecation]);
    expect(await statusOf(`/api/v1/skills/bob/notes/versions/${hashes['notes']}/files`)).toBe(200);
    await done('updateSkill', bob.send('PATCH', '/skills/bob/notes', { deprecated: false }));
    expect(await statusOf('/api/v1/skills/bob/notes')).toBe(200);
  });

  it('a new version of the pinned skill leaves the kit where it was, until it is withdrawn', async () => {
    await done('publishSkillVersion', publish(bob, 'bob', 'notes', {}, 'Second.'));
    const pinned = async () =>
      (await read('getKitByHandle', '/kits/by-handle/anna/tools')).skills.find(({ pinned }) => pinned)?.hash;
    expect(await pinned()).toBe(hashes['notes']);
    await done('withdrawSkillVersion', bob.send('DELETE', `/skills/bob/notes/versions/${hashes['notes']}`));
    expect(await pinned()).toBeUndefined();
    expect((await read('getSkill', '/skills/bob/notes')).version).toBe(2);
  });

  it('a kit key opens that kit and nothing else, until it is revoked', async () => {
    await done('confirmSession', anna.confirm());
    const made = await done('createToken', anna.send('POST', '/tokens', { class: 'kit', kit: 'anna/tools' }));
    const origin = createClient({
      baseUrl: 'http://origin.test',
      token: made.token,
      send: ({ url, ...init }) => registry.app.request(url, init),
    });
    const { skills } = await origin.getSyncManifest({});
    expect(skills.map(({ skill_id, source }) => `${skill_id} ${source}`)).toEqual([
      'anna:sums kit:anna/tools',
      'crew:drill kit:anna/tools',
      'crew:plans kit:anna/tools',
    ]);
    await expect(origin.getSkill({ author: 'bob', slug: 'notes' })).rejects.toMatchObject({ status: 404 });
    await done('revokeToken', anna.send('DELETE', `/tokens/${made.id}`));
    await expect(origin.getSyncManifest({})).rejects.toMatchObject({ status: 401, code: 'token_revoked' });
  });

  it('bob takes another handle: everything of his is there under it, and nobody gets the old one', async () => {
    await done('claimHandle', bob.send('POST', '/handles', { handle: 'robert', release: 'bob' }));
    expect(await statusOf('/api/v1/skills/bob/notes')).toBe(404);
    expect((await read('getSkill', '/skills/robert/notes')).version).toBe(2);
    expect((await read('listFollowers', '/profiles/anna/followers')).items[0]?.handle).toBe('robert');
    expect((await read('getSkill', '/skills/anna/sums')).used_by).toEqual(['robert']);
    const cleo = await signUp(await overHttp());
    expect(await refused(await cleo.send('POST', '/handles', { handle: 'bob' }))).toBe('409 handle_taken');
  });

  it('ends with the same files as a mirror that is built from nothing', async () => {
    await using fresh = await openMirrored(registry);
    await mirrored.snapshot.step();
    await fresh.snapshot.full();
    const filesOf = async (one: Mirrored) => (await one.files()).sort();
    expect(await filesOf(mirrored)).toEqual(await filesOf(fresh));
  });
});
