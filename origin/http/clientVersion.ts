/** Client programs say what they are: `X-Client-Version: <name>/<semver>` (CONTRACT.md, Caching, headers, limits). */
import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import { ApiError } from '../contract/errors.ts';
import { pagePath } from '../contract/pages.ts';
import type { Site } from '../read/reading.ts';

const form = /^[\w.-]{1,64}\/(\d[0-9A-Za-z.+-]{0,127})$/;

/** The first version of our CLI that can (`skill-registry self-update`). */
const updatesItself = '0.2.0';

/** The version in the header (Semantic Versioning 2.0.0); null where it says none. */
const versionIn = (said: string) => parse(form.exec(said)?.[1]);

/**
 * Refuses a client below the least version: `client_upgrade_required`. One that says nothing, or nothing that can be
 * read, is let in: what it is can't be told, and plain HTTP clients send no such header. One of our own that can't update
 * itself is told how, since it only repeats what it is told.
 */
export function checkClientVersion(said: string, minimum: string | undefined, { mirrorUrl }: Site): void {
  const version = minimum === undefined ? null : versionIn(said);
  if (minimum === undefined || !version || compare(version, minimum) >= 0) return;
  const isOurs = said.startsWith('skill-registry/') && compare(version, updatesItself) < 0;
  const way = isOurs ? ` Run: npm install -g ${mirrorUrl}${pagePath('cliPackage', {})}` : '';
  const message = `This client is too old to sync. Upgrade it to ${minimum} or newer.${way}`;
  throw new ApiError('client_upgrade_required', message, {
    minimum_version: minimum,
    upgrade_to: minimum,
  });
}

/** What may be stored and shown of the header; empty for what is not of its form. */
export const shownVersion = (said: string): string => (versionIn(said) ? said : '');
