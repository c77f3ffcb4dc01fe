import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { addAuthenticator, browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { describeStory } from '../../story.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { type Run, run, type Workplace } from '../process.ts';

describeStory.skipIf(!browserIsHere)(inBrowser('pairing on the site'), () => {
  let place: Workplace;
  let registry: Run;
  let browser: Browser;
  let page: Page;
  let asked: Output<'startPairing'>;
  let token: string;
  const wrong: string[] = [];
  const asks: string[] = [];
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const origin = () => `http://localhost:${place.environment['ORIGIN_PORT']}`;
  const client = () => createClient({ baseUrl: origin() });

  beforeAll(async () => {
    place = await furnishedWorkplace();
    registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => /Content Security Policy|CORS/.test(message.text()) && wrong.push(message.text()));
    page.on('request', (request) => asks.push(request.url()));
    await addAuthenticator(page);
  });
  afterAll(async () => {
    await browser?.close();
    registry.child.kill('SIGTERM');
    await registry.ended;
    await place[Symbol.asyncDispose]();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const ask = (body: { device_name: string; class: 'device' | 'session' }) => client().startPairing({ body });
  const poll = () => client().redeemPairing({ pairing: asked.pairing_id });

  it('asks for a sign-in first, comes back, and shows what asks', async () => {
    asked = await ask({ device_name: 'Desk <b>at home</b>', class: 'device' });
    await page.goto(asked.verification_url);
    await page.waitForURL('**/signin');
    await press('Create account');
    await page.waitForURL('**/pair');
    await page.getByRole('heading', { name: 'Desk <b>at home</b>' }).waitFor();
    const shown = (await page.locator('#asking').textContent()) ?? '';
    for (const words of [
      asked.user_code,
      'A device that syncs',
      'download the skills you approved',
      '127.0.0.1',
      'just now',
    ])
      expect(shown).toContain(words);
    expect(shown).not.toContain('publish');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expect(poll()).rejects.toMatchObject({ status: 428 });
  });

  it('hands the token over once the person approves', async () => {
    await press('Approve');
    await page.getByText('Approved.').waitFor();
    expect(await page.getByRole('button', { name: 'Refuse', exact: true }).isVisible()).toBe(false);
    ({ token } = await poll());
    await createClient({ baseUrl: origin(), token }).getSyncManifest({});
    await expect(poll()).rejects.toMatchObject({ status: 404 });
    await expect.poll(async () => (await createClient({ baseUrl: mirror() }).getRegistryStats({})).devices).toBe(1);
  });

  it('takes a code that is typed, in words that say what a session may do, and refuses it', async () => {
    asked = await ask({ device_name: 'A script', class: 'session' });
    await page.goto(`${mirror()}/pair`);
    const field = page.getByLabel('Code');
    await field.fill('bbbb bbbb');
    await press('Continue');
    await page.getByText('No device is waiting with this code.').waitFor();
    await field.fill(` ${asked.user_code.toLowerCase().replace('-', ' ')} `);
    await press('Continue');
    await page.getByText('publish and change skills and kits as you').waitFor();
    await press('Refuse');
    await page.getByText('Refused.').waitFor();
    await expect(poll()).rejects.toMatchObject({ status: 403 });
  });

  it('lists the device in settings, and ends it', async () => {
    await page.goto(`${mirror()}/settings/devices`);
    const row = page.locator('#devices > li').filter({ hasText: 'Desk' });
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await expect(createClient({ baseUrl: origin(), token }).getSyncManifest({})).rejects.toMatchObject({
      code: 'token_revoked',
    });
  });

  it('told the code to the API alone, had no script fail, and no policy stand in its way', () => {
    const bare = asked.user_code.replace('-', '');
    const told = asks.filter((url) => url.replaceAll('-', '').toUpperCase().includes(bare));
    expect(told.filter((url) => !url.startsWith(`${origin()}/api/v1/pairing/`))).toEqual([]);
    expect(wrong).toEqual([]);
    expect(registry.output()).not.toMatch(/error:/);
  });
});
