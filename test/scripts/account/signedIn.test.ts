import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserIsHere, inBrowser } from '../../browser.ts';
import { describeStory } from '../../story.ts';
import { newStory, type Story } from './accountStory.ts';

type Api = Awaited<ReturnType<Story['other']>>;

const text = (body: string) => `---\nname: tables\ndescription: Tidies tables.\n---\n# Tables\n\n${body}\n`;

describeStory.skipIf(!browserIsHere)(inBrowser('public pages for somebody signed in'), () => {
  let story: Story;
  let page: Page;
  let bob: Api;
  const ways = () => page.locator('#yours');
  const button = (name: string) => ways().getByRole('button', { name, exact: true });
  const says = (words: string | RegExp) => ways().getByText(words).waitFor();
  const count = () => page.locator('#notices [data-part="count"]').textContent();
  const me = () => page.locator('#me');
  const asked: string[] = [];
  /** Opens a page of the origin once it knows who is signed in. */
  const open = async (path: string) => {
    const standing = page.waitForResponse(/\/account\/standing/);
    await page.goto(story.origin + path);
    await standing;
    await page.locator('#notices').waitFor();
  };
  const publish = (body: string) =>
    bob.publishSkillVersion({
      author: 'bob',
      slug: 'tables',
      body: { files: [{ path: 'SKILL.md', text: text(body) }] },
    });

  beforeAll(async () => {
    story = await newStory();
    page = story.page;
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    bob = await story.other('bob');
    await publish('One.');
    await bob.createKit({ body: { owner: 'bob', slug: 'desk', name: 'Desk' } });
  });
  afterAll(() => story?.[Symbol.asyncDispose]());

  it('ask nothing for a visitor, to whom they offer to sign in', async () => {
    for (const host of [story.origin, story.mirror]) {
      await page.goto(`${host}/bob/tables`);
      await page.waitForLoadState('networkidle');
      expect(await me().textContent()).toContain('Sign in');
      expect(await ways().isVisible()).toBe(false);
    }
    expect(asked.filter((one) => one.includes('/api/'))).toEqual([]);
  });

  it('lead from the mirror to sign in at the origin, and back to the same page there', async () => {
    await expect.poll(async () => (await fetch(`${story.mirror}/bob/tables`)).status).toBe(200);
    await page.goto(`${story.mirror}/search?q=a%26b#content`);
    await me().click();
    await page.waitForURL(`${story.origin}/signin`);
    await story.press('Create account');
    await page.waitForURL(`${story.origin}/search?q=a%26b#content`);
    await page.getByRole('banner').getByRole('link', { name: 'Your account' }).waitFor();
    await page.goto(`${story.mirror}/bob/tables`);
    expect(await me().textContent()).toContain('Sign in');
    await me().click();
    await page.waitForURL(`${story.origin}/bob/tables`);
    await button('Add to library').waitFor();
  });

  it.each([
    '//evil.test/',
    '/\\evil.test/',
    '/..//evil.test/',
    '/\t/evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '',
  ])('are the only way back, not %j', async (path) => {
    await page.goto(`${story.origin}/stats`);
    await page.goto(`${story.origin}/signin#back=${encodeURIComponent(path)}`);
    await page.waitForURL(path === '/..//evil.test/' ? `${story.origin}//evil.test/` : `${story.origin}/settings`);
  });

  it('say why something can’t be done, and name who is signed in', async () => {
    await open('/bob');
    await button('Follow').click();
    await says('Claim a handle first');
    await page.goto(`${story.origin}/settings`);
    await page.locator('#claim').getByLabel('Handle').fill('ada');
    await page.locator('#claim').getByLabel('Display name').fill('Ada L.');
    await story.press('Claim handle');
    await page.getByRole('banner').getByRole('link', { name: 'Ada L.' }).waitFor();
    await open('/ada');
    await ways().getByRole('link', { name: 'Edit profile' }).waitFor();
    expect(await button('Follow').isVisible()).toBe(false);
  });

  it('follow a person, and show in the feed what they publish', async () => {
    await open('/bob');
    await button('Follow').click();
    await button('Unfollow').waitFor();
    await open('/bob');
    await button('Unfollow').waitFor();
    await page.goto(`${story.origin}/feed`);
    await page.locator('#events').getByRole('link', { name: 'bob/tables' }).waitFor();
  });

  it('add the version that is shown to the library, once for two clicks, and tell of the next', async () => {
    await open('/bob/tables');
    asked.length = 0;
    await button('Add to library').dblclick();
    await says(/^Approved v1/);
    expect(asked.filter((one) => one.startsWith('PUT'))).toEqual(['PUT /api/v1/library/bob/tables']);
    await publish('Two.');
    await expect.poll(async () => (await fetch(`${story.origin}/bob/tables.md`)).text()).toContain('Two.');
    await open('/bob/tables');
    await ways().getByRole('link', { name: 'Review v2' }).waitFor();
    expect(await count()).toBe('1');
    await page.locator('#notices').click();
    await page.getByRole('link', { name: 'Approve bob/tables v2 (now v1)' }).waitFor();
  });

  it('skip or approve a version on its own page, and count down at once', async () => {
    const pageOf = async (label: string) => {
      const { versions } = await bob.getSkill({ author: 'bob', slug: 'tables' });
      return `/bob/tables/v/${versions.find(({ version_label }) => version_label === label)?.hash.slice(7)}`;
    };
    await open(await pageOf('v2'));
    expect(await count()).toBe('1');
    await button('Skip this version').click();
    await says('Skipped v2.');
    await expect.poll(count).toBe('');
    await publish('Three.');
    await open(await pageOf('v3'));
    await ways().getByRole('link', { name: 'Report' }).waitFor();
    expect(await button('Withdraw').isVisible()).toBe(false);
    await button('Approve').click();
    await says('Approved v3.');
    await expect.poll(count).toBe('');
    await open(await pageOf('v1'));
    await button('Use this version').click();
    await says(/stay on it until you change that/);
    expect(await story.overflow()).toBe(0);
  });

  it('star a skill, and take the star back', async () => {
    await open('/bob/tables');
    await button('Star').click();
    await button('Remove star').waitFor();
    await page.goto(`${story.origin}/feed`);
    await page.locator('#stars').getByRole('link', { name: 'bob/tables' }).waitFor();
    await page.locator('#stars').getByRole('button', { name: 'Remove star' }).click();
    await page.getByText('No stars yet.').waitFor();
    await open('/bob/tables');
    await button('Star').waitFor();
  });

  it('put a skill into a kit with a note, which readers of the kit see', async () => {
    await page.goto(`${story.origin}/settings/kits`);
    const form = page.locator('#make');
    await form.getByLabel('Slug').fill('mine');
    await form.getByLabel('Name').fill('Mine');
    await story.press('Create kit');
    await page.getByText('Edit mine').waitFor();
    await open('/bob/tables');
    await ways().getByText('Add to a kit').click();
    await ways().getByLabel('Note').fill('For <b>columns</b>.');
    await button('Add to kit').click();
    await says('Added to ada/mine.');
    await page.goto(`${story.origin}/ada/kit/mine`);
    await page.getByText('For <b>columns</b>.').waitFor();
    await open('/bob/tables');
    await ways().getByText('Add to a kit').click();
    expect(await ways().getByLabel('Note').inputValue()).toBe('For <b>columns</b>.');
    await button('Remove from kit').click();
    await says('Removed from ada/mine.');
  });

  it('subscribe to a kit', async () => {
    await open('/bob/kit/desk');
    await button('Subscribe').click();
    await button('Unsubscribe').click();
    await button('Subscribe').waitFor();
  });

  it('say so where the registry can’t be reached, or has had enough, and go on afterwards', async () => {
    await open('/bob/tables');
    await page.route('**/star', (route) => route.abort());
    await button('Star').click();
    await says('Can’t reach the registry.');
    await page.unrouteAll({ behavior: 'wait' });
    const body = JSON.stringify({ code: 'rate_limited', message: 'Slow down.' });
    await page.route('**/star', (route) => route.fulfill({ status: 429, contentType: 'application/json', body }));
    await button('Star').click();
    await says('Too many requests.');
    await page.unrouteAll({ behavior: 'wait' });
    await button('Star').click();
    await button('Remove star').waitFor();
  });

  it('see a page that the registry was too busy for once it no longer is, and read why where it stays so', async () => {
    const body = JSON.stringify({ code: 'unavailable', message: 'Too much at a time.' });
    const busy = async (times: number, retryAfter: string) => {
      await page.unrouteAll({ behavior: 'wait' });
      const answer = { status: 503, contentType: 'application/json', headers: { 'retry-after': retryAfter }, body };
      await page.route('**/api/v1/account/notifications', (route) => route.fulfill(answer), { times });
    };
    const look = () => page.goto(`${story.origin}/account/notifications`);
    await busy(1, '1');
    await look();
    await page.locator('#switches').getByRole('button', { name: 'Save' }).waitFor();
    for (const [times, retryAfter] of [
      [2, '1'],
      [1, '60'],
    ] as const) {
      await busy(times, retryAfter);
      await look();
      await page.getByText('Too much at a time.').waitFor();
    }
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('keep to what is asked for in the settings', async () => {
    await page.goto(`${story.origin}/account/notifications`);
    // Before the page knows the settings, the box is unchecked and there is nothing to do.
    await page.locator('#switches').getByRole('button', { name: 'Save' }).waitFor();
    await page.getByLabel('New versions to approve').uncheck();
    await page.locator('#switches').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Nothing to answer.').waitFor();
    expect(await count()).toBe('');
    await page.reload();
    await page.getByText('Nothing to answer.').waitFor();
    expect(await page.getByLabel('New versions to approve').isChecked()).toBe(false);
  });

  it('fit a small screen, whoever is signed in', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/', '/bob', '/bob/tables', '/bob/kit/desk', '/skills', '/feed', '/account/notifications']) {
      await page.goto(story.origin + path);
      await page.locator('#notices').waitFor();
      expect([path, await story.overflow()]).toEqual([path, 0]);
    }
    await page.setViewportSize({ width: 390, height: 900 });
  });

  it('notice in every tab that somebody signed out', async () => {
    await open('/bob/tables');
    const opened = page.context().waitForEvent('page');
    await page.evaluate(() => void window.open('/settings/sign-in'));
    const other = await opened;
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.waitForURL('**/signin');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await ways().isVisible()).toBe(false);
    await other.close();
  });

  it('tell somebody whose session ended to sign in, and come back', async () => {
    await me().click();
    await page.waitForURL(`${story.origin}/signin`);
    await story.press('Sign in with a passkey');
    await page.waitForURL(`${story.origin}/bob/tables`);
    await button('Remove star').waitFor();
    await page.context().clearCookies();
    await button('Remove star').click();
    await says('You’re signed out. Sign in and try again.');
    await page.reload();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('signed-in'))).toBe(null);
  });

  it('had no script fail, and no policy stand in its way', () => {
    expect(story.wrong).toEqual([]);
    expect(story.registry.output()).not.toMatch(/error:/);
  });
});
