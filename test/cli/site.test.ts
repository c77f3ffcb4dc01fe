import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published } from '../answers.ts';
import { type Machine, newMachine } from './machine.ts';
import { type Served, serveRegistry } from './registryOnLoopback.ts';

let served: Served;
let ada: Machine;
let bob: Machine;

beforeAll(async () => {
  served = await serveRegistry();
  const { registry, mirrorUrl: registryUrl } = served;
  ada = await newMachine({ registryUrl, token: await registry.tokenFor('ada') });
  bob = await newMachine({ registryUrl, token: await registry.tokenFor('bob') });
  await published(registry, 'ada:sums');
  await served.publishSnapshot();
});
afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await bob[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const skill = async () =>
  answerOf('getSkill', await served.registry.get('/skills/ada/sums', await served.registry.as('ada')));

type Step = [who: Machine, args: string[], said: RegExp, ended?: number];

async function each(steps: readonly Step[]): Promise<void> {
  for (const [who, args, said, ended = 0] of steps) {
    const ran = await who.run(...args);
    expect({ args, ended: ran.ended, said: ended === 0 ? ran.stdout : ran.stderr }).toEqual({
      args,
      ended,
      said: expect.stringMatching(said),
    });
  }
}

describe('what the site can, the program can', () => {
  it('stars, follows and lists both', async () => {
    await each([
      [bob, ['star', 'ada/sums'], /^Starred ada\/sums \(1 star\)\.\n$/],
      [bob, ['stars'], /^ada\/sums +\d{4}-/],
      [bob, ['unstar', 'ada/sums'], /^Removed your star from ada\/sums \(0 stars\)\.\n$/],
      [bob, ['stars'], /^No stars\.\n$/],
      [bob, ['follow', 'ada'], /^Following ada \(1 follower\)\.\n$/],
      [bob, ['feed'], /ada +published +ada\/sums v1/],
      [ada, ['profile', 'followers'], /./],
      [bob, ['unfollow', 'ada'], /^No longer following ada\.\n$/],
      [bob, ['follow', 'nobody'], /nobody/, 1],
    ]);
  });

  it('changes a skill, and asks before what can’t be taken back', async () => {
    await each([
      [ada, ['deprecate', 'ada/sums', 'Use', 'ada/tables.'], /^ada\/sums is deprecated\.\n$/],
      [ada, ['skills'], /ada\/sums +v1 +public, deprecated/],
      [ada, ['deprecate', 'ada/sums', '--undo'], /no longer deprecated/],
      [ada, ['category', 'ada/sums', 'data'], /is in data/],
      [ada, ['category', 'ada/sums', 'cats'], /no category\. Use coding/, 2],
      [ada, ['visibility', 'ada/sums', 'private'], /use --yes/, 2],
      [bob, ['deprecate', 'ada/sums'], /./, 1],
      [ada, ['withdraw', 'ada/sums@v1'], /use --yes/, 2],
      [ada, ['withdraw', 'ada/sums'], /Name the version/, 2],
    ]);
    expect(await skill()).toMatchObject({ category: 'data', visibility: 'public', deprecated: false });
    await each([
      [ada, ['visibility', 'ada/sums', 'private', '--yes'], /^ada\/sums is private\.\n$/],
      [ada, ['visibility', 'ada/sums', 'public', '--yes'], /^ada\/sums is public\.\n$/],
    ]);
    await published(served.registry, 'ada:sums', { 'SKILL.md': '---\nname: sums\ndescription: Two.\n---\nTwo.\n' });
    expect((await ada.run('withdraw', 'ada/sums@v2', '--yes')).stdout).toMatch(/^Withdrew ada\/sums sha256:/);
    expect((await skill()).versions.map(({ version_label }) => version_label)).toEqual(['v1']);
  });

  it('founds a team, invites, changes roles and leaves', async () => {
    await each([
      [bob, ['team', 'accept', 'lab'], /did not invite you/, 1],
      [ada, ['team', 'list'], /^No teams\.\n$/],
    ]);
    expect((await ada.run('team', 'create', 'lab', '--name', 'The lab')).stdout).toContain('Created lab');
    expect((await ada.run('team', 'invite', 'lab', 'bob', '--role', 'maintainer')).stdout).toContain(
      'Invited bob to lab as maintainer',
    );
    await each([
      [bob, ['team', 'invitations'], /^lab +as maintainer +from ada/],
      [bob, ['notifications'], /Invitations\nlab +as maintainer/],
    ]);
    expect((await bob.run('team', 'accept', 'lab')).stdout).toBe('You are maintainer of lab.\n');
    await each([
      [bob, ['team', 'list'], /^lab +maintainer +The lab\n$/],
      [ada, ['team', 'members', 'lab'], /bob +maintainer/],
      [ada, ['team', 'role', 'lab', 'bob', 'member'], /^bob is member of lab\.\n$/],
      [ada, ['team', 'role', 'lab', 'bob', 'boss'], /no role\. Use owner/, 2],
      [bob, ['team', 'leave', 'lab'], /use --yes/, 2],
    ]);
    expect((await bob.run('team', 'leave', 'lab', '--yes')).stdout).toBe('You left lab.\n');
  });

  it('shows and settles notifications', async () => {
    await each([
      [ada, ['notifications', 'settings', 'followers', 'on'], /followers +on/],
      [bob, ['follow', 'ada'], /Following/],
      [ada, ['notifications', 'list'], /News\n.*bob follows you/],
    ]);
    const unread = async () => JSON.parse((await ada.run('notifications', '--json')).stdout).news[0].unread;
    expect(await unread()).toBe(true);
    expect((await ada.run('notifications', 'read')).stdout).toBe('Marked all news as read.\n');
    expect(await unread()).toBe(false);
    await each([[ada, ['notifications', 'settings', 'weather', 'on'], /no kind of notification. Use approvals/, 2]]);
  });

  it('knows who is signed in, with which tokens and machines', async () => {
    await each([
      [ada, ['auth', 'status'], /^ada at http:.*\nToken: session, from SKILL_REGISTRY_TOKEN, with the scopes read/],
      [ada, ['auth', 'tokens'], /session .*, this one/],
      [ada, ['auth', 'token'], /^svc_s_\w+\n$/],
      [ada, ['device', 'list'], /No devices/],
      [ada, ['quota'], /skills/],
      [ada, ['profile', 'edit', '--bio', 'Adds.'], /^Changed the profile of ada\.\n$/],
      [ada, ['profile', 'edit'], /Use --name or --bio/, 2],
      [ada, ['profile', 'show'], /^ada .*\nAdds\.\n/],
      [ada, ['moderation', 'list'], /No actions/],
      [ada, ['kit', 'list', '--mine'], /No kits/],
    ]);
    await using stranger = await newMachine({ registryUrl: served.mirrorUrl });
    for (const args of [
      ['auth', 'status'],
      ['auth', 'token'],
      ['star', 'ada/sums'],
      ['notifications'],
      ['team', 'list'],
    ])
      expect([args, (await stranger.run(...args)).ended]).toEqual([args, 4]);
    for (const args of [
      ['explore'],
      ['people'],
      ['activity'],
      ['stats'],
      ['advisory', 'list'],
      ['profile', 'show', 'ada'],
    ])
      expect([args, (await stranger.run(...args)).ended]).toEqual([args, 0]);
  });
});

describe('settings of the program', () => {
  it('are kept, and used where nothing else is said', async () => {
    await using machine = await newMachine({ registryUrl: '' });
    await each([
      [machine, ['config', 'get', 'registry'], /^$/, 1],
      [machine, ['config', 'set', 'registry', 'ftp://x'], /not the address of a registry/, 2],
      [machine, ['config', 'set', 'colour', 'red'], /no setting "colour"/, 2],
      [machine, ['config', 'set', 'registry', served.mirrorUrl], /^registry is http/],
      [machine, ['config', 'get', 'registry'], new RegExp(`^${served.mirrorUrl}\n$`)],
      [machine, ['view', 'ada/sums'], /^ada\/sums v1/],
      [machine, ['config', 'unset', 'registry'], /^registry is not set\.\n$/],
      [machine, ['config', 'list'], /^registry +not set/],
    ]);
  });
});

describe('an address of a page', () => {
  it('stands for the name on it', async () => {
    const { hash } = (await skill()).versions[0] ?? { hash: '' };
    const page = `${served.mirrorUrl}/ada/sums`;
    const digits = hash.replace('sha256:', '');
    for (const address of [
      page,
      `${page}/`,
      `${page}.md`,
      `${page}/v/${digits}`,
      `${page}/v/${digits}/files?path=x`,
      `${page}/v/v1`,
      `${served.originUrl}/ada/sums`,
    ])
      expect((await ada.run('view', address)).stdout, address).toMatch(/^ada\/sums v1/);
    await each([
      [bob, ['follow', `${served.mirrorUrl}/ada`], /^Following ada/],
      [ada, ['open', page, '--print'], new RegExp(`^${page}\n$`)],
      [ada, ['open', `${page}/v/v1`], new RegExp(`^${page}/v/${digits}\n$`)],
      [ada, ['open', 'library'], new RegExp(`^${served.mirrorUrl}/library\n$`)],
      [ada, ['view', `${served.mirrorUrl}/docs/api`], /not the page of a skill, a kit or a person/, 2],
    ]);
  });

  it('of another registry is refused, so that no token reaches it; the first one that is ever named is taken', async () => {
    await using other = await serveRegistry();
    const page = `${other.mirrorUrl}/ada/sums`;
    await each([[ada, ['view', page], /is not at this registry.*add --registry/, 2]]);
    await using withToken = await newMachine({ registryUrl: '', token: await served.registry.tokenFor('eve') });
    expect((await withToken.run('view', page)).ended).not.toBe(0);
    expect(other.asked).toEqual([]);
    await using fresh = await newMachine({ registryUrl: '' });
    expect((await fresh.run('view', `${served.mirrorUrl}/ada/sums`)).stdout).toMatch(/^ada\/sums v1/);
  });
});
