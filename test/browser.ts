/** Debian's Chromium, for tests that look at pages as a person does. */
import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** What the browser has that no page of ours needs. The driver's own list counts no longer where there is another. */
const without = [
  // The bar above a page that nobody sees: it is rendered again with each page.
  [
    'InitialWebUI',
    'WebUIReloadButton',
    'WebUIToolbar',
    'WebUILocationBar',
    'WebUIHomeButton',
    'WebUIBackForwardButton',
  ],
  ['WebUISplitTabsButton', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'LensOverlay'],
  // A second frame and a second process for each page, so that the next one is there sooner.
  ['RenderDocument', 'SpareRendererForSitePerProcess', 'PaintHolding'],
  // What asks other hosts, or for other schemes than a test does.
  ['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch', 'AimEnabled', 'MediaRouter'],
  ['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
].flat();

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${without}`,
];

export const browserIsHere = existsSync(executablePath);

/** The name of a suite, with the reason where it has to be skipped. */
export const inBrowser = (name: string): string => name + (browserIsHere ? '' : ' (chromium is not on this machine)');

const browsers = new Set<Browser>();

/** A browser whose pages wait as long as the tests do for what they are told to wait for. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args });
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
  return browser.on('context', (context) => context.setDefaultTimeout(120_000));
}

/** What is on each page that this process has open: why a step failed often stands there. */
export async function shownNow(): Promise<string[]> {
  const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  return Promise.all(pages.map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}`));
}

/** Gives a page's browser a device that keeps passkeys and whose person always agrees; `devtools` changes it. */
export async function addAuthenticator(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}
