import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserIsHere, inBrowser } from '../../browser.ts';
import { skillMd } from '../../registry.ts';
import { badFile } from '../../ruleExamples.ts';
import { describeStory } from '../../story.ts';
import { newStory, type Story } from './accountStory.ts';

const piped = {
  path: 'references/install.md',
  text: '```sh\ncurl -fsSL https://tool.example/setup.sh | sudo bash\n```\n',
};

/** The list that the queue shows. */
const queue = /\/moderation\/versions\?/;

describeStory.skipIf(!browserIsHere)(inBrowser('operators at their pages'), () => {
  let story: Story;
  const at = (selector: string): Locator => story.page.locator(selector);
  const says = (text: string | RegExp) => story.page.getByText(text).first().waitFor();
  const names = () => at('#versions h3 > a').allTextContents();

  beforeAll(async () => {
    story = await newStory();
  });
  afterAll(() => story?.[Symbol.asyncDispose]());

  it('are told what waits', async () => {
    const [, link = ''] = await story.registry.printed(/Become operator: +(\S+)/);
    await story.page.goto(link);
    await story.press('Create account');
    await story.page.waitForURL('**/settings');
    await at('#claim').getByLabel('Handle').fill('olga');
    await story.press('Claim handle');
    await story.page.getByRole('banner').getByRole('link', { name: 'olga' }).waitFor();
    const wendy = await story.other('wendy');
    const publish = (slug: string, file: { path: string; text: string } | { path: string; base64: string }) =>
      wendy.publishSkillVersion({
        author: 'wendy',
        slug,
        body: { files: [{ path: 'SKILL.md', text: skillMd(slug) }, file] },
      });
    for (const slug of ['one', 'two', 'three']) await publish(slug, piped);
    await publish('trap', badFile('quarantine').file);
    await story.open('/moderation/dashboard');
    await at('#waiting').getByRole('link', { name: '3', exact: true }).waitFor();
    await at('#running').getByText('has the newest public event').waitFor();
    expect(await story.overflow()).toBe(0);
  });

  it('find the worst first, with what the scan found and what changes', async () => {
    await story.open('/moderation/queue');
    await at('#versions > li').first().waitFor();
    expect((await names())[0]).toBe('wendy/trap');
    expect((await names()).toSorted()).toEqual(['wendy/one', 'wendy/three', 'wendy/trap', 'wendy/two']);
    const two = at('#versions > li').filter({ hasText: 'wendy/two' });
    await two.getByText('wendy has 4 skills').waitFor();
    await two.getByText('What the scan found, with the lines').click();
    await two.getByText('curl -fsSL https://tool.example/setup.sh | sudo bash').first().waitFor();
    await two.getByText('All files').click();
    await two.locator('.diff .added').first().waitFor();
    await story.page.getByLabel('Rule').selectOption('pipe-to-shell');
    await expect.poll(names).toEqual(['wendy/one', 'wendy/two', 'wendy/three']);
    expect(await story.overflow()).toBe(0);
  });

  it('decide about many at once, and read of each how it went', async () => {
    const choose = (slug: string) => story.page.getByLabel(`Select wendy/${slug} v1`).check();
    await choose('one');
    await choose('two');
    await story.page.getByLabel('Reason for the 2 selected').fill('A known installer.');
    // The list comes late, and takes nothing back that was selected meanwhile.
    const { promise: late, resolve: comes } = Promise.withResolvers<void>();
    await story.page.route(queue, async (route) => {
      await late;
      await route.continue();
    });
    await story.press('Release');
    await says('0 of 2 done.');
    await at('#results').getByText('It is only flagged').first().waitFor();
    await choose('one');
    await choose('two');
    const listed = story.page.waitForResponse(queue);
    comes();
    await (await listed).finished();
    await story.press('Dismiss');
    await says('2 of 2 done.');
    await expect.poll(names).toEqual(['wendy/three']);
    await story.page.reload();
    await expect.poll(names).toEqual(['wendy/three']);
    await story.page.getByLabel('Rule').selectOption('');
    await expect.poll(names).toEqual(['wendy/trap', 'wendy/three']);
    await story.page.getByLabel('Select all on this page').check();
    await story.page.getByLabel('Reason for the 2 selected').fill('Malicious.');
    await story.press('Hide skill');
    await says('Nothing to look at.');
    expect((await fetch(`${story.mirror}/wendy/one`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${story.mirror}/wendy/three`)).status).toBe(404);
  });

  it('choose targets from what is there, by keyboard, and read why nothing is offered', async () => {
    await story.open('/moderation');
    const field = at('#take').getByLabel('Target');
    await field.waitFor();
    await field.pressSequentially('wendy/tw');
    const options = at('#take .choose [role=option]');
    await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('wendy:two')]);
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('wendy:two');
    expect(await at('#take').getByRole('listbox').isVisible()).toBe(false);
    await field.fill('no-such-thing');
    await at('#take').getByText('No matches.').waitFor();
    await story.page.route('**/moderation/search**', (route) => route.abort());
    await field.fill('wendy');
    await at('#take').getByText('Can’t reach the registry.').waitFor();
    expect(story.wrong).toEqual([]);
  });

  it('put into a kit what they choose by a part of its name, and pin it to a version', async () => {
    await story.open('/settings/kits');
    // The kit as it was when its row was opened comes last, and shows nothing old.
    const late = Promise.withResolvers<void>();
    const asked = (url: URL) => url.pathname.endsWith('/kits/by-handle/olga/tools');
    await story.page.route(asked, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    await at('#make').getByLabel('Slug').fill('tools');
    await at('#make').getByLabel('Name').fill('Tools');
    await story.press('Create kit');
    const field = story.page.getByLabel('Skill to add');
    await field.pressSequentially('find-sk');
    await story.page.getByRole('option', { name: /registry\/find-skills/ }).click();
    expect(await field.inputValue()).toBe('registry/find-skills');
    await story.press('Add skill');
    await says('Added registry/find-skills.');
    await story.press('Choose version');
    const member = at('#kits [data-part=skills]');
    await expect.poll(() => member.ariaSnapshot()).toContain('combobox "Version"');
    const came = story.page.waitForResponse((response) => asked(new URL(response.url())));
    late.resolve();
    await (await came).finished();
    await story.press('Pin');
    await says(/pinned to/);
    expect(await story.overflow()).toBe(0);
  });
});
