import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { pageIds, pageOf } from '../../../origin/contract/pages.ts';
import { portraitSide } from '../../../origin/contract/subjects/pictures.ts';
import { readPicture } from '../../../origin/pictures/reader.ts';
import { privateKey } from '../../../origin/scan/detectors/secrets/private-key.ts';
import { browserIsHere, inBrowser } from '../../browser.ts';
import { type Machine, newMachine, skillsIn } from '../../cli/machine.ts';
import { png } from '../../pictures/samples.ts';
import { hasSshKeygen, newKeyFile, unlessThere } from '../../sshKeygen.ts';
import { describeStory } from '../../story.ts';
import { tarGzOf, zipOf } from '../../write/publishing/archives.ts';
import { run } from '../process.ts';
import { newStory, runShown, type Story } from './accountStory.ts';

const skillMd = (body: string) => `---\nname: tidy-tables\ndescription: Sums columns.\n---\n# Tables\n\n${body}\n`;
const whole = describeStory.skipIf(!browserIsHere || !hasSshKeygen);

whole(inBrowser('the account pages') + unlessThere, () => {
  let story: Story;
  let machine: Machine;
  let folder: string;
  let approved: Awaited<ReturnType<typeof skillsIn>>;
  const key = newKeyFile();
  const at = (selector: string): Locator => story.page.locator(selector);
  const says = (text: string | RegExp) => story.page.getByText(text).first().waitFor();
  const reader = () => createClient({ baseUrl: story.mirror });
  const statusOf = async (path: string) => (await fetch(story.mirror + path)).status;

  beforeAll(async () => {
    story = await newStory();
    machine = await newMachine({ registryUrl: story.mirror });
  });
  afterAll(async () => {
    key[Symbol.dispose]();
    await machine?.[Symbol.asyncDispose]();
    await story?.[Symbol.asyncDispose]();
  });

  it('lead a visitor to sign in and back, and who has no handle to choose one', async () => {
    const { page, press, mirror } = story;
    await page.goto(`${mirror}/registry/find-skills`);
    await page.getByRole('link', { name: 'add it to your library' }).click();
    await page.waitForURL('**/signin');
    // The page hears that they are signed in before it hears of their new account, and leads them to one place.
    const [registered, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/v1/account', async (route) => {
      await registered.promise;
      await route.fulfill({ response: await route.fetch() });
    });
    await page.route('**/api/v1/accounts', async (route) => {
      const response = await route.fetch();
      const heard = page.waitForResponse('**/api/v1/account');
      registered.resolve();
      await heard;
      await route.fulfill({ response });
      answered.resolve();
    });
    await page.route('**/library', async (route) => {
      await answered.promise;
      await wait(200);
      await route.continue();
    });
    await page.reload();
    await press('Create account');
    await page.waitForURL('**/library#add=registry/find-skills');
    await page.unrouteAll({ behavior: 'wait' });
    await says('Nothing to approve.');
    expect(await page.getByLabel('Skill to add').inputValue()).toBe('registry/find-skills');
    await page.goto(`${mirror}/publish`);
    await page.getByRole('link', { name: 'Claim a handle' }).click();
    await at('#claim').getByLabel('Handle').fill('ada');
    await at('#claim').getByLabel('Display name').fill('Ada L.');
    await press('Claim handle');
    await page.getByRole('banner').getByRole('link', { name: 'Ada L.' }).waitFor();
  });

  it('make a picture small on the device, and remove it', async () => {
    const stored = async () => {
      const bytes = Buffer.from(await (await fetch(`${story.origin}/ada.png`)).arrayBuffer());
      return { ...readPicture(bytes), length: bytes.length };
    };
    await story.open('/settings');
    const chosen = at('#picture').getByLabel('Image file');
    const pattern = await stored();
    await chosen.setInputFiles({ name: 'me.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await says('Can’t read me.txt as a picture.');
    await chosen.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(700, 300) });
    await story.press('Save picture');
    await says('Saved. It can take a minute');
    const mine = await stored();
    expect(mine).toMatchObject({ type: 'image/png', width: portraitSide, height: portraitSide });
    expect(mine.length).not.toBe(pattern.length);
    await story.press('Remove picture');
    await says('Removed. It can take a minute');
    expect(await stored()).toEqual(pattern);
  });

  it('show what a dropped folder would be refused for, with the line', async () => {
    const secret = await story.folder('leaky', {
      'SKILL.md': skillMd('Hi.'),
      'a/deploy.pem': privateKey.examples.bad.text,
    });
    await story.open('/publish');
    await story.drop(secret, '#zone');
    await says('a/deploy.pem:1');
    await says(/Remove and replace it, or publish privately/);
    expect(await at('#commit').isVisible()).toBe(false);
  });

  it('publish a dropped folder once it was shown', async () => {
    folder = await story.folder('tidy-tables', {
      'SKILL.md': skillMd('Sum the col\u{200B}umns.'),
      'data/pixel.bin': '\xff\x00',
      'node_modules/left/out.js': 'x',
      '.skillignore': 'drafts/\n.gitignore\n',
      '.gitignore': '*.log\n',
      'drafts/idea.md': 'x',
      'data/run.log': 'x',
    });
    await story.drop(folder, '#zone');
    await at('#rehearsed').waitFor();
    expect(await at('#chosen summary').textContent()).toMatch(
      /2 files, .*, 3 left out by \.gitignore or \.skillignore$/,
    );
    expect(await at('#rehearsed').textContent()).toMatch(
      /ada\/tidy-tables.*v1, number 1.*sha256:[0-9a-f]{64}.*\d+ tokens/s,
    );
    expect(await at('#findings').textContent()).toContain('Sum the col\\u{200b}umns.');
    expect(await story.overflow()).toBe(0);
    expect(await statusOf('/ada/tidy-tables')).toBe(404);
    await story.press('Publish');
    await says('Published ada/tidy-tables v1 (unsigned). Versions can’t be edited.');
    await expect.poll(() => statusOf('/ada/tidy-tables')).toBe(200);
    await story.page.getByRole('link', { name: 'Its page' }).click();
    await story.page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('hand it to a machine that is paired', async () => {
    const pairing = run('dist/program/skill-registry.mjs', ['pair'], machine);
    const [, address = '', code = ''] = await pairing.printed(/Open (\S+)[\s\S]*?\b([A-Z]{4}-[A-Z]{4})\b/);
    await story.page.goto(address);
    await says(code);
    await story.press('Approve');
    expect(await pairing.ended).toBe(0);
    await story.page.goto(`${story.mirror}/ada/tidy-tables`);
    await story.page.getByRole('link', { name: 'add it to your library' }).click();
    await at('#approved-none').waitFor();
    await story.press('Approve latest version');
    await says('Approved ada/tidy-tables v1.');
    expect((await machine.run('sync')).ended).toBe(0);
    approved = await skillsIn(machine.skills);
    expect(Object.keys(approved)).toEqual(['tidy-tables']);
  });

  it('hold back the next version, which a file picker publishes too', async () => {
    await story.folder('tidy-tables', { 'SKILL.md': skillMd('Ask `curl https://sums.example`.') });
    await story.open('/publish');
    await story.page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
    await at('#rehearsed').waitFor();
    await at('#update').getByText('New domains: sums.example').waitFor();
    await at('#update').getByText('Changes since v1').waitFor();
    expect(await at('#update .added').textContent()).toContain('+Ask `curl https://sums.example`.');
    const values = ['Version label', 'Category', 'Who can see it'].map((label) =>
      story.page.getByLabel(label).inputValue(),
    );
    expect(await Promise.all(values)).toEqual(['v2', 'other', 'public']);
    expect(await story.overflow()).toBe(0);
    await story.press('Publish');
    await says('ada/tidy-tables v2 (unsigned)');
    await machine.run('sync');
    expect(await skillsIn(machine.skills)).toEqual(approved);
  });

  it('show what it newly asks for and changes, and hand on exactly what was approved', async () => {
    await story.open('/library');
    await says('New domains: sums.example');
    await says('Instructions in prose were not checked.');
    await at('#pending details[open] .added').waitFor();
    expect(await at('#pending .removed').textContent()).toContain('-Sum the col\\u{200b}umns.');
    expect(await at('#pending .added').textContent()).toContain('+Ask `curl https://sums.example`.');
    expect(await story.overflow()).toBe(0);
    await story.press('Approve v2');
    await says('Approved ada/tidy-tables v2.');
    await says('Nothing to approve.');
    await machine.run('sync');
    const [latest] = (await reader().getSkill({ author: 'ada', slug: 'tidy-tables' })).versions;
    expect(await skillsIn(machine.skills)).toEqual({ 'tidy-tables': latest?.hash });
  });

  it('bind a key by the command that is shown, and publish what it signed', async () => {
    await story.open('/settings/keys');
    await story.press('Get a challenge');
    await at('#bind').waitFor();
    await at('#bind')
      .getByLabel('Signature it prints')
      .fill(runShown((await at('#command').textContent()) ?? '', key.file));
    await at('#bind').getByLabel('Public key').fill(key.publicKey);
    await story.press('Add key');
    await at('#keys > li').filter({ hasText: key.fingerprint }).filter({ hasText: 'Active' }).waitFor();

    await story.open('/publish');
    await story.page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
    await says('This content is already published.');
    await story.folder('tidy-tables', { 'SKILL.md': skillMd('Signed.') });
    await story.page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
    await says('v3, number 3');
    await story.page.getByLabel('Version label').fill('3.0.0');
    expect(await at('#commit').isVisible()).toBe(false);
    await story.press('Check');
    await says('3.0.0, number 3');
    await story.page.getByText('Sign with your key').click();
    const signature = runShown((await at('#command').textContent()) ?? '', key.file);
    await at('#publish').getByLabel('Signature it prints').fill(signature);
    await story.press('Publish');
    await says('ada/tidy-tables 3.0.0 (verified)');
  });

  it('keep what is approved where a person wants no other, until they do', async () => {
    await story.open('/library');
    await at('#pending').getByText('v2 → 3.0.0').waitFor();
    await story.press('Skip this version');
    await says('Skipped ada/tidy-tables 3.0.0.');
    await says('Nothing to approve.');
    await at('#approved').getByText('skipped 3.0.0').waitFor();
    await story.press('Offer again');
    await at('#pending').getByText('v2 → 3.0.0').waitFor();
    await story.press('Stop asking');
    await says('ada/tidy-tables stays on v2, and you won’t be asked about newer versions.');
    await says('Nothing to approve.');
    const rule = at('#approved').getByLabel('New versions');
    expect(await rule.inputValue()).toBe('pin');
    await rule.selectOption('ask');
    await story.press('Save');
    await at('#pending').getByText('v2 → 3.0.0').waitFor();
  });

  it('let a second key wait for three days, and be cancelled', async () => {
    using second = newKeyFile();
    await story.open('/settings/keys');
    await story.press('Get a challenge');
    await at('#bind').waitFor();
    const proof = runShown((await at('#command').textContent()) ?? '', second.file);
    await at('#bind').getByLabel('Signature it prints').fill(proof);
    await at('#bind').getByLabel('Public key').fill(second.publicKey);
    await story.press('Add key');
    const waiting = at('#keys > li').filter({ hasText: second.fingerprint });
    await waiting.getByText(/takes effect in 7[12] h/).waitFor();
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => waiting.count()).toBe(0);
  });

  it('create a team, and publish under it', async () => {
    await story.open('/settings/teams');
    await at('#found').getByLabel('Team handle').fill('crew');
    await story.press('Create team');
    await at('#teams').getByText('Ada L.').waitFor();
    await story.page.getByText('Team profile').click();
    await at('#teams').getByLabel('About').fill('Publishes together.');
    await at('#teams').getByLabel('Display name', { exact: true }).fill('The crew');
    await story.press('Save');
    await at('#teams').getByRole('link', { name: 'The crew' }).waitFor();
    await story.open('/publish');
    await story.page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
    await at('#rehearsed').waitFor();
    await story.page.getByLabel('Owner').selectOption('crew');
    expect(await at('#commit').isVisible()).toBe(false);
    await story.press('Check');
    await at('#rehearsed').getByText('crew/tidy-tables').waitFor();
    await story.press('Publish');
    await says('Published crew/tidy-tables v1');
    await expect.poll(() => statusOf('/crew/tidy-tables')).toBe(200);
  });

  it('invite a person, withdraw that, and answer invitations of others', async () => {
    const bob = await story.other('bob');
    await story.open('/settings/teams');
    const crew = at('#teams');
    for (const role of ['member', 'maintainer']) {
      await crew.locator('.add').getByLabel('Person’s handle').fill('bob');
      await crew.locator('.add').getByLabel('Role').selectOption(role);
      await story.press('Invite');
      await says(`Invited bob to crew as ${role}.`);
      if (role === 'member') await story.press('Withdraw invitation');
      if (role === 'member') await says('Withdrew the invitation to bob.');
    }
    await bob.acceptInvitation({ team: 'crew', body: { role: 'maintainer' } });
    await bob.createTeam({ body: { handle: 'band' } });
    await bob.createTeam({ body: { handle: 'choir' } });
    for (const handle of ['band', 'choir'])
      await bob.putTeamMember({ handle, member: 'ada', body: { role: 'maintainer' } });
    await story.open('/settings');
    await story.page.getByRole('link', { name: 'Accept or decline' }).click();
    await says('Only you and the team’s owners can see these.');
    expect(await story.overflow()).toBe(0);
    await at('#invited > li').filter({ hasText: 'choir' }).getByRole('button', { name: 'Decline' }).click();
    await says('You declined.');
    await story.press('Accept');
    await says('You joined band as maintainer.');
    expect(await at('#invitations').isVisible()).toBe(false);
    await bob.removeTeamMember({ handle: 'band', member: 'bob' });
    await story.open('/settings/teams');
    expect(await at('#invited-to').count()).toBe(0);
    await says('This team has no owner.');
    expect(await story.overflow()).toBe(0);
    await story.press('Become owner');
    await says('You are now an owner of band.');
    const band = at('#teams > section').filter({ hasText: 'band' });
    await band.getByText('Leave team').first().click();
    await band.getByText('You are the only active owner.').waitFor();
    await band.getByRole('button', { name: 'Leave team' }).click();
    await says('You left band.');
    await bob.removeTeamMember({ handle: 'crew', member: 'bob' });
    const { teams } = await story.page.request.get(`${story.origin}/api/v1/account`).then((answer) => answer.json());
    expect(teams).toMatchObject([{ handle: 'crew', role: 'owner' }]);
  });

  it('make a kit, and put a skill into it', async () => {
    await story.open('/settings/kits');
    await at('#make').getByLabel('Slug').fill('tools');
    await at('#make').getByLabel('Name', { exact: true }).fill('Tools');
    await story.press('Create kit');
    // Who types a whole name needs no choices, which would lie over the button.
    await story.page.getByLabel('Skill to add').fill('crew/tidy-tables');
    await at('#kits')
      .getByText(/^\d+ choices?$/)
      .waitFor({ state: 'attached' });
    expect(await at('#kits').locator('[role="listbox"]:not([hidden])').count()).toBe(0);
    await story.press('Add skill');
    await at('#kits').getByRole('button', { name: 'Choose version' }).click();
    await at('#kits').getByRole('button', { name: 'Pin', exact: true }).click();
    await says('Pinned crew/tidy-tables.');
    const kit = await createClient({ baseUrl: story.origin }).getKitByHandle({ owner: 'ada', slug: 'tools' });
    expect(kit.skills).toMatchObject([{ skill_id: 'crew:tidy-tables', pinned: true }]);
  });

  it('change the category of a skill, deprecate it and undo that', async () => {
    await story.open('/settings/skills');
    await says('Skills that you publish for “Only you and your team” are listed here');
    const row = at('#public > li').filter({ hasText: 'ada/tidy-tables' });
    await row.getByText('Manage tidy-tables').click();
    await row.getByLabel('Category').selectOption('data');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.locator('.marks').getByText('3.0.0, data, verified').waitFor();
    await row.getByLabel('Message for its users').fill('Use crew/tidy-tables instead.');
    await row.getByRole('button', { name: 'Deprecate' }).click();
    await row.getByText('Deprecated ada/tidy-tables.').waitFor();
    await expect.poll(() => statusOf('/api/v1/skills/ada/tidy-tables')).toBe(410);
    await story.open('/settings/skills');
    await row.getByText('Manage tidy-tables').click();
    await expect.poll(() => row.getByLabel('Message for its users').inputValue()).toBe('Use crew/tidy-tables instead.');
    await row.getByRole('button', { name: 'Undo deprecation' }).click();
    await row.getByText('ada/tidy-tables is no longer deprecated.').waitFor();
    await expect.poll(() => statusOf('/api/v1/skills/ada/tidy-tables')).toBe(200);
  });

  it('withdraw a version, which says first what follows from that', async () => {
    await story.open('/settings/skills');
    const row = at('#public > li').filter({ hasText: 'ada/tidy-tables' });
    await row.getByText('Manage tidy-tables').click();
    const version = row.locator('.rows > li').filter({ hasText: '3.0.0' });
    const withdraw = version.getByRole('button', { name: 'Withdraw 3.0.0' });
    expect(await withdraw.isVisible()).toBe(false);
    await version.getByText('Withdraw', { exact: true }).click();
    await version.getByText('v2 becomes the latest again.').waitFor();
    await withdraw.click();
    await says('Withdrew ada/tidy-tables 3.0.0.');
    await row.locator('.marks').getByText('v2, data').waitFor();
    const numbers = async () => {
      const { versions } = await reader().getSkill({ author: 'ada', slug: 'tidy-tables' });
      return versions.map((one) => one.version);
    };
    await expect.poll(numbers).toEqual([2, 1]);
  });

  it('make a skill private, which leaves no public trace of it, and public again', async () => {
    await story.open('/settings/skills');
    const row = (list: string) => at(`#${list} > li`).filter({ hasText: 'crew/tidy-tables' });
    await row('public').getByText('Manage tidy-tables').click();
    await row('public').getByText('Make private', { exact: true }).click();
    await row('public').getByText('Other people’s devices remove it at their next sync.').waitFor();
    await row('public').getByRole('button', { name: 'Make private now' }).click();
    await says('crew/tidy-tables is now private.');
    await row('private').getByText('Make public', { exact: true }).waitFor();
    expect(await row('public').count()).toBe(0);
    await expect.poll(() => statusOf('/crew/tidy-tables')).toBe(404);
    expect(await story.overflow()).toBe(0);
    await story.page.waitForLoadState('networkidle');
    await row('private').getByRole('link', { name: 'crew/tidy-tables' }).click();
    await story.page.getByText('Only its owners can see this skill.').waitFor();
    expect(story.page.url()).toBe(`${story.origin}/crew/tidy-tables`);
    // A page that is left before its icon came has the browser hold that against the policy of the next one.
    await story.page.waitForLoadState('networkidle');
    await story.open('/settings/skills');
    await row('private').getByText('Manage tidy-tables').click();
    await row('private').getByText('Make public', { exact: true }).click();
    await row('private').getByRole('button', { name: 'Make public now' }).click();
    await says('crew/tidy-tables is now public.');
    await expect.poll(() => statusOf('/crew/tidy-tables')).toBe(200);
  });

  it.each([
    ['zip', zipOf],
    ['tar.gz', tarGzOf],
  ])('list what is in a dropped .%s, with the line of a finding, and publish it as it is', async (kind, pack) => {
    const slug = `packed-${kind.replace('.', '-')}`;
    const longPath = `references/${'a-long-name-'.repeat(8)}/${'b'.repeat(40)}.md`;
    const bytes = await pack({
      'SKILL.md': skillMd('Sum the col\u{200B}umns.').replace('tidy-tables', slug),
      'scripts/sum.py': 'print(1)\n',
      [longPath]: 'Long.\n',
    });
    await story.open('/publish');
    await story.drop(await story.file(`${slug}.${kind}`, bytes), '#zone');
    await at('#rehearsed').waitFor();
    expect(await at('#chosen summary').textContent()).toMatch(/archive, 3 files, /);
    const listed = at('#files code');
    expect(await listed.allTextContents()).toEqual(['SKILL.md', longPath, 'scripts/sum.py']);
    expect(await at('#findings').textContent()).toContain('Sum the col\\u{200b}umns.');
    expect(await story.overflow()).toBe(0);
    await story.press('Publish');
    await says(`ada/${slug} v1 (unsigned)`);
    await expect.poll(() => statusOf(`/ada/${slug}`)).toBe(200);
  });

  it('list nothing of an archive that can’t be read, and say what the registry says of it', async () => {
    const whole = await tarGzOf({ 'SKILL.md': skillMd('Hi.') });
    await story.open('/publish');
    for (const [name, bytes, why] of [
      ['cut.tar.gz', whole.subarray(0, 20), /cut short/],
      ['none.zip', Buffer.from('nothing of the sort'), /damaged/],
    ] as const) {
      await story.drop(await story.file(name, bytes), '#zone');
      await says(why);
      expect(await at('#chosen summary').textContent()).toMatch(/: archive, \d+ bytes/);
      expect(await at('#files li').count()).toBe(0);
    }
  });

  it('find a skill by its name where there are many', async () => {
    await story.open('/settings/skills');
    expect(await at('#find').isVisible()).toBe(false);
    const slugs = Array.from({ length: 10 }, (_, index) => `many-${index}`);
    for (const slug of slugs) await story.publish('ada', slug, skillMd('Hi.'));
    await story.open('/settings/skills');
    await at('#find').getByLabel('Find').fill('MANY-7');
    await story.press('Find');
    await expect.poll(() => at('#public > li').count()).toBe(1);
    await at('#public').getByText('ada/many-7').waitFor();
    await at('#private-unknown').getByText('No matches.').waitFor();
    expect(await story.overflow()).toBe(0);
  });

  it('show a hundred skills at once, and the rest when asked', async () => {
    const slugs = Array.from({ length: 105 }, (_, index) => `more-${index}`);
    // Private ones, which the mirror makes no pages of.
    await Promise.all(slugs.map((slug) => story.publish('ada', slug, skillMd('Hi.'), 'private')));
    await story.open('/settings/skills');
    const rows = at('#private > li');
    await expect.poll(() => rows.count()).toBe(100);
    const more = at('#private-more').getByRole('button');
    const [, rest = ''] = /^Show (\d+) of \1 more$/.exec((await more.textContent()) ?? '') ?? [];
    await more.click();
    await expect.poll(() => rows.count()).toBe(100 + Number(rest));
    expect(await more.isVisible()).toBe(false);
  });

  it('mint a token that is shown once, and replace it', async () => {
    const whoami = (token: string) => createClient({ baseUrl: story.origin, token }).whoami({});
    await story.open('/settings/tokens');
    await story.press('Turn on');
    await says('The MCP link is on.');
    await story.press('Create MCP token');
    await at('#minted').waitFor();
    const first = (await at('#token').textContent()) ?? '';
    expect(await whoami(first)).toMatchObject({ handle: 'ada', token_class: 'mcp' });
    await story.open('/settings/tokens');
    expect(await story.page.content()).not.toContain(first);
    await story.press('Rotate');
    await says('The old one no longer works.');
    expect(await whoami((await at('#token').textContent()) ?? '')).toMatchObject({ token_class: 'mcp' });
    await expect(whoami(first)).rejects.toMatchObject({ code: 'token_revoked' });
    expect(await at('#mcp-tokens > li').count()).toBe(1);
  });

  it('close a team once its handle is typed', async () => {
    await story.open('/settings/teams');
    await at('#teams').getByText('Close this team').click();
    const typed = at('#teams').getByLabel('Type the team handle to confirm');
    await typed.fill('ada');
    await story.press('Close team');
    await says('That doesn’t match. Type crew.');
    await typed.fill('crew');
    await story.press('Close team');
    await says('Closed crew.');
    await says('You aren’t in a team yet.');
    await expect.poll(() => statusOf('/crew/tidy-tables')).toBe(404);
  });

  it('release a handle, and take it back with all that was below it', async () => {
    await story.open('/settings');
    await at('#give-up summary').click();
    await at('#release').getByLabel('Type your handle to confirm').fill('grace');
    await story.press('Release handle');
    await says('That doesn’t match. Type ada.');
    await at('#release').getByLabel('Type your handle to confirm').fill('ada');
    await story.press('Release handle');
    await says('Released ada.');
    await expect.poll(() => statusOf('/ada/tidy-tables')).toBe(404);
    await at('#claim').getByLabel('Handle').fill('a-da');
    await story.press('Claim handle');
    await says(/"a-da" can’t be claimed: it looks like "ada"/);
    await at('#claim').getByLabel('Handle').fill('ada');
    await story.press('Claim handle');
    await at('#give-up').waitFor();
    await expect.poll(() => statusOf('/ada/tidy-tables')).toBe(200);
    expect(await at('#claim').isVisible()).toBe(false);
  });

  it('say what a day leaves room for, and refuse more in the same words', async () => {
    await story.open('/settings');
    const quota = (what: string) => at('#quotas > div').filter({ hasText: what }).locator('dd').textContent();
    expect([await quota('new handles'), await quota('new teams')]).toEqual(['1 of 1', 'no limit']);
    expect(await quota('published content')).toMatch(/^\d+(\.\d)? MiB of 250 MiB$/);
    expect(await at('#frees').textContent()).toMatch(/\d/);
    await at('#rename').getByLabel('New handle').fill('lovelace');
    await at('#rename').getByLabel('Type your old handle to confirm').fill('ada');
    await story.press('Change handle');
    await says(/Daily quota of new handles: 1 of 1 used\. The quota resets at \d{4}-\d\d-\d\d 00:00 UTC\./);
  });

  it('fit a phone, say who is signed in, and had no script fail', async () => {
    for (const id of pageIds.filter((id) => pageOf(id).isAccount && id !== 'signInPage')) {
      await story.page.goto(story.mirror + pageOf(id).path);
      await story.page.getByRole('banner').getByRole('link', { name: 'Ada L.' }).waitFor();
      await story.page.waitForLoadState('networkidle');
      expect(await story.overflow(), id).toBe(0);
    }
    expect(story.wrong).toEqual([]);
    expect(story.registry.output()).not.toMatch(/error:/);
  });
});
