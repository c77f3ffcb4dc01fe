/** Debian's Chromium, for tests that look at pages as a person does. */
import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const browserIsHere = existsSync(executablePath);

/** The name of a suite, with the reason where it has to be skipped. */
export const inBrowser = (name: string): string => name + (browserIsHere ? '' : ' (chromium is not on this machine)');

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args });

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
