/** Debian's Chromium, for tests that look at pages as a person does. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
