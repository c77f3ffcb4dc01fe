import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { addAuthenticator, browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { describeStory } from '../../story.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { type Run, run, type Workplace } from '../process.ts';

describeStory.skipIf(!browserIsHere)(inBrowser('moderation on the site'), () => {
  let place: Workplace;
  let registry: Run;
  let browser: Browser;
  let operator: Page;
  let owner: Page;
  let reader: Page;
  let published: Output<'publishSkillVersion'>;
  const wrong: string[] = [];
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const origin = () => `http://localhost:${place.environment['ORIGIN_PORT']}`;

  /** A browser of their own, with a device that keeps passkeys. */
  const newPerson = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => /Content Security Policy|CORS/.test(message.text()) && wrong.push(message.text()));
    await addAuthenticator(page);
    return page;
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const claim = async (page: Page, handle: string) => {
    await page.locator('#claim').getByLabel('Handle').fill(handle);
    await press(page, 'Claim handle');
    await page.getByText(handle, { exact: true }).first().waitFor();
  };
  const statusOf = async () => (await fetch(`${mirror()}/grace/tables`)).status;
  const fits = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  beforeAll(async () => {
    place = await furnishedWorkplace();
    registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    browser = await launchBrowser();
    [operator, owner, reader] = [await newPerson(), await newPerson(), await newPerson()];
  });
  afterAll(async () => {
    await browser?.close();
    registry.child.kill('SIGTERM');
    await registry.ended;
    await place[Symbol.asyncDispose]();
  });

  it('begins with an operator, and with a person who publishes', async () => {
    const [, link = ''] = await registry.printed(/Become operator: +(\S+)/);
    await operator.goto(link);
    await press(operator, 'Create account');
    await operator.waitForURL('**/settings');
    await claim(operator, 'ada');

    const pairing = await createClient({ baseUrl: origin() }).startPairing({
      body: { device_name: 'A script', class: 'session' },
    });
    await owner.goto(pairing.verification_url);
    await owner.waitForURL('**/signin');
    await press(owner, 'Create account');
    await press(owner, 'Approve');
    await owner.getByText('Approved.').waitFor();
    await owner.goto(`${mirror()}/settings`);
    await claim(owner, 'grace');
    const { token } = await createClient({ baseUrl: origin() }).redeemPairing({ pairing: pairing.pairing_id });
    const text = '---\nname: tables\ndescription: Sums columns.\n---\n# Tables\n\nSum the col\u{200B}umns.\n';
    published = await createClient({ baseUrl: origin(), token }).publishSkillVersion({
      author: 'grace',
      slug: 'tables',
      body: { files: [{ path: 'SKILL.md', text }] },
    });
    expect(published.findings.map(({ detector }) => detector)).toEqual(['invisible-characters']);
    await expect.poll(statusOf).toBe(200);
  });

  it('explains a finding where the skill links to', async () => {
    await reader.goto(`${mirror()}/grace/tables`);
    await reader.getByRole('link', { name: 'See the full report' }).click();
    await reader.getByRole('link', { name: 'invisible-characters' }).first().click();
    await reader.waitForURL('**/docs/scanning#invisible-characters');
    expect(await reader.locator(':target').textContent()).toContain('Sum the col\\u{200B}umns.');
    expect(await fits(reader)).toBe(0);
    await reader.goto(`${mirror()}/grace/tables`);
  });

  it('takes a report from who has to sign in first', async () => {
    await reader.getByRole('link', { name: 'Report this version' }).click();
    await reader.locator('#log-none').waitFor();
    await reader.locator('#visitor').getByRole('link', { name: 'Sign in' }).click();
    await press(reader, 'Create account');
    await reader.waitForURL('**/moderation');
    const form = reader.locator('#report');
    await expect.poll(() => form.getByLabel('What to report').inputValue()).toBe(`grace:tables@${published.hash}`);
    await form.getByLabel('What is wrong with it').fill('It <b>hides</b> something.');
    await press(reader, 'Send report');
    await form.getByText(/^Reported grace:tables/).waitFor();
    expect(await reader.locator('#operator').isVisible()).toBe(false);
    expect(await fits(reader)).toBe(0);
  });

  it('shows the operator the report with the findings, and takes the version out of sight', async () => {
    await operator.goto(`${mirror()}/moderation/reports`);
    const report = operator.locator('#reports > li').filter({ hasText: 'It <b>hides</b> something.' });
    await report.getByText('What the scan found').click();
    await report.getByText('SKILL.md:7').waitFor();
    await report.getByRole('link', { name: 'Take action' }).click();
    const form = operator.locator('#take');
    await form.getByLabel('Action').selectOption('warn');
    await form.getByLabel('Reason').fill('Looks hidden.');
    await press(operator, 'Take action');
    await form.getByText('You can quarantine a version, not warn it.').waitFor();
    await form.getByLabel('Action').selectOption('quarantine');
    await press(operator, 'Take action');
    await form.getByText(/^Quarantined grace/).waitFor();
    await operator.goto(`${mirror()}/moderation/reports`);
    await operator.getByLabel(/^Select grace:tables @ .*, reported by/).check();
    await operator.getByLabel('Reason for closing the 1 selected').fill('Acted on.');
    await press(operator, 'Close reports');
    await operator.getByText('No open reports.').waitFor();
    await expect.poll(statusOf).toBe(404);
    expect(await fits(operator)).toBe(0);
  });

  it('tells everybody that it did and why, and its owner which line it was', async () => {
    await expect
      .poll(async () => (await createClient({ baseUrl: mirror() }).listModerationActions({})).actions)
      .toMatchObject([{ target: `grace:tables@${published.hash}`, action: 'quarantine', reason: 'Looks hidden.' }]);
    const page = async () => (await fetch(`${mirror()}/moderation`)).text();
    await expect.poll(page).toContain('Looks hidden.'); // without any script
    await owner.goto(`${mirror()}/moderation`);
    const own = owner.locator('#own > li');
    await own.getByText('Sum the col\\u{200b}umns.').waitFor();
    const shown = (await own.textContent()) ?? '';
    for (const words of ['Quarantined', 'Looks hidden.', 'ada', 'SKILL.md:7', '(rules '])
      expect(shown).toContain(words);
    expect(await own.locator('.appeal, .answer').filter({ visible: true }).count()).toBe(0);
    expect(await own.getByRole('link').getAttribute('href')).toBe('/docs/scanning#invisible-characters');
    expect(await owner.locator('#log > li').textContent()).toContain('Looks hidden.');
    expect(await fits(owner)).toBe(0);
  });

  const answerAppeal = async (words: string, decision: string) => {
    await operator.getByLabel(/^Select .*, appealed by/).check();
    await operator.getByLabel('Answer to the 1 selected').fill(words);
    await press(operator, decision);
  };

  it('lets the owner appeal, shows the answer, and lets them appeal again', async () => {
    const appeal = async (message: string) => {
      await owner.getByLabel('Why this decision is wrong').fill(message);
      await press(owner, 'Appeal');
      await owner.getByText('No answer yet.').waitFor();
      expect(await owner.getByRole('button', { name: 'Appeal' }).isVisible()).toBe(false);
      expect(await owner.locator('.answer').isVisible()).toBe(false);
      await operator.reload();
      await operator.locator('#appeals > li').filter({ hasText: message }).waitFor();
    };
    await appeal('It is a soft break.');
    await answerAppeal('Say so in the text.', 'Refuse');
    await operator.locator('#results').getByText('Refused.').waitFor();
    await owner.reload();
    await owner.getByText(/^Refused .*: Say so in the text\.$/).waitFor();
    await appeal('The text says so elsewhere.');
  });

  it('brings it back when the appeal is granted, and keeps a log of all that', async () => {
    await answerAppeal('It does.', 'Grant and lift');
    await operator.locator('#results').getByText('Granted and lifted.').waitFor();
    await expect.poll(statusOf).toBe(200);
    await owner.reload();
    await owner.getByText(/^Answered .*: It does\.$/).waitFor();
    expect(await owner.locator('#own .lifted').isVisible()).toBe(true);
    expect(await owner.getByRole('button', { name: 'Appeal' }).isVisible()).toBe(false);
    await operator.goto(`${mirror()}/moderation`);
    await operator.locator('#audit > li').first().waitFor();
    const logged = await operator.locator('#audit > li > h3 > span').allTextContents();
    expect(logged).toEqual(expect.arrayContaining(['report', 'quarantine', 'close report', 'appeal', 'lift']));
    expect(logged.slice(0, 2).sort()).toEqual(['grant appeal', 'lift']);
    expect(await operator.getByRole('button', { name: 'Older' }).isVisible()).toBe(false);
  });

  it('leads who is suspended from wherever they sign in to the reason, and takes their appeal', async () => {
    const form = operator.locator('#take');
    await form.getByLabel('Target').fill('grace');
    await form.getByLabel('Action').selectOption('suspend');
    await form.getByLabel('Reason').fill('Asked to stop twice.');
    await press(operator, 'Take action');
    await form.getByText(/^Suspended grace/).waitFor();
    await owner.context().clearCookies();
    await owner.goto(`${mirror()}/settings`);
    await owner.waitForURL('**/signin');
    await press(owner, 'Sign in with a passkey');
    await owner.waitForURL('**/moderation');
    await owner.getByText('Your account is suspended').waitFor();
    const own = owner.locator('#own > li').filter({ hasText: 'Asked to stop twice.' });
    await own.getByLabel('Why this decision is wrong').fill('I stopped.');
    await own.getByRole('button', { name: 'Appeal' }).click();
    await own.getByText('No answer yet.').waitFor();
    expect(await fits(owner)).toBe(0);
    await operator.goto(`${mirror()}/moderation/reports`);
    await answerAppeal('So you did.', 'Grant and lift');
    await expect.poll(statusOf).toBe(200);
    await owner.goto(`${mirror()}/settings`);
    await owner.getByText('Your public page').waitFor();
  });

  it('had no script fail, and no policy stand in its way', () => {
    expect(wrong).toEqual([]);
    expect(registry.output()).not.toMatch(/error:/);
  });
});
