import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { addAuthenticator, browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { describeStory } from '../../story.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { type Run, run, type Workplace } from '../process.ts';

describeStory.skipIf(!browserIsHere)(inBrowser('signing in with passkeys'), () => {
  let place: Workplace;
  let registry: Run;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let laptop: string;
  const wrong: string[] = [];
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;

  beforeAll(async () => {
    place = await furnishedWorkplace();
    registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => /Content Security Policy|CORS/.test(message.text()) && wrong.push(message.text()));
    ({ devtools, authenticatorId: laptop } = await addAuthenticator(page));
  });
  afterAll(async () => {
    await browser?.close();
    registry.child.kill('SIGTERM');
    await registry.ended;
    await place[Symbol.asyncDispose]();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const name = () => page.getByRole('banner').getByRole('link', { name: 'Ada L.' });
  const passkeys = () => page.locator('#passkeys > li');

  it('makes the first person operator, by the link that npm start printed', async () => {
    const [, link = ''] = await registry.printed(/Become operator: +(\S+)/);
    await page.goto(link);
    await page.getByText('This link makes you the operator of this registry').waitFor();
    await press('Create account');
    await page.waitForURL('**/settings');
    await page.getByText('operator', { exact: true }).waitFor();
    await page.goto(`${mirror()}/settings/sign-in`);
    await expect.poll(() => passkeys().count()).toBe(1);
    await page.getByRole('link', { name: 'Profile' }).click();
  });

  it('lets them choose a handle, which refuses reserved words, and shows the profile on the mirror', async () => {
    const claim = page.locator('#claim');
    await claim.getByLabel('Handle').fill('settings');
    await press('Claim handle');
    await claim.getByText(/reserved word/).waitFor();
    await claim.getByLabel('Handle').fill('ada');
    await claim.getByLabel('Display name').fill('Ada L.');
    // A slow network: what is typed as soon as there is a field for it stays.
    await page.route(/\/profiles\/ada$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const profileRead = page.waitForResponse(/\/profiles\/ada$/);
    await press('Claim handle');
    await name().waitFor();
    const about = page.locator('#profile').getByLabel('About');
    await about.fill('Writes skills about tables.');
    await profileRead;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await about.inputValue()).toBe('Writes skills about tables.');
    await page.unrouteAll({ behavior: 'wait' });
    await press('Save');
    await page.getByText('Saved.').waitFor();
    await expect.poll(async () => (await fetch(`${mirror()}/ada.md`)).text()).toContain('Writes skills about tables.');
  });

  it('adds a second passkey from another device', async () => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: laptop, enabled: false });
    const { authenticatorId: phone } = await addAuthenticator(page, 'usb');
    await page.goto(`${mirror()}/settings/sign-in`);
    await page.getByLabel('Passkey name').fill('Phone');
    await press('Add passkey');
    await page.getByText('Passkey added.').waitFor();
    expect(await passkeys().count()).toBe(2);
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone });
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: laptop, enabled: true });
  });

  it('signs out and in again', async () => {
    await press('Sign out');
    await page.waitForURL('**/signin');
    await page.goto(`${mirror()}/settings/sign-in`);
    await page.waitForURL('**/signin');
    await press('Sign in with a passkey');
    await page.waitForURL('**/settings/sign-in');
    await name().waitFor();
  });

  it('removes a passkey, but not the last one', async () => {
    await passkeys().filter({ hasText: 'Phone' }).getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => passkeys().count()).toBe(1);
    await passkeys().getByRole('button', { name: 'Remove' }).click();
    await passkeys().locator('output').filter({ hasText: /\w/ }).waitFor();
    expect(await passkeys().count()).toBe(1);
  });

  it('asks for the passkey again before what lasts, and goes on where it was', async () => {
    const isThere = (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId: laptop, isUserVerified });
    const engine = await openSqlite(sqliteFile(place.environment['DATA_DIR'] ?? ''));
    await engine.write((db) => db.updateTable('tokens').set({ proved_at: 0 }).execute());
    await engine.close();
    await page.goto(`${mirror()}/settings/tokens`);
    await page.locator('#new-mcp').getByLabel('Expires').selectOption('in 30 days');
    await isThere(false);
    await press('Create MCP token');
    await page.getByText('you didn’t confirm with a passkey').waitFor();
    expect(await page.locator('#minted').isVisible()).toBe(false);
    await isThere(true);
    await press('Create MCP token');
    await page.locator('#minted').waitFor();
    expect(await page.locator('#mcp-tokens > li').allTextContents()).toEqual([expect.stringMatching(/, expires \w/)]);
  });

  it('signs out everywhere, and says what ended', async () => {
    await page.goto(`${mirror()}/settings/sign-in`);
    await page.getByText('Sign out everywhere', { exact: true }).click();
    await press('Sign out everywhere now');
    await page.waitForURL('**/signin');
    await page.getByText('Ended: 1 session (including this one); 1 MCP token.').waitFor();
    await page.goto(`${mirror()}/settings`);
    await page.waitForURL('**/signin');
  });

  it('takes a press that came before the page’s script did', async () => {
    const early = await browser.newPage();
    await addAuthenticator(early);
    const arrived = Promise.withResolvers<void>();
    await early.route(/\.js$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await early.goto(`${mirror()}/signin`, { waitUntil: 'commit' });
    await early.getByText('Create account', { exact: true }).waitFor();
    const pressed = early.getByText('Create account', { exact: true }).click();
    await early.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    arrived.resolve();
    await pressed;
    await early.waitForURL('**/settings');
    await early.close();
  });

  it('had no script fail, and no policy stand in its way', () => {
    expect(wrong).toEqual([]);
    expect(registry.output()).not.toMatch(/error:/);
  });
});
