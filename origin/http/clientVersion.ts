/** Client programs say what they are: `X-Client-Version: <name>/<semver>` (CONTRACT.md, Caching, headers, limits). */
import { ApiError } from '../contract/errors.ts';

/** The core of Semantic Versioning 2.0.0; build metadata orders nothing. */
const grammar = /^[\w.-]{1,64}\/(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?(?:\+[0-9A-Za-z.-]{1,64})?$/;

/**
 * Refuses a client below the least version: `client_upgrade_required`. One that says nothing, or nothing that can be
 * read, is let in: what it is can't be told, and plain HTTP clients send no such header.
 */
export function checkClientVersion(said: string, minimum: string | undefined): void {
  const version = minimum === undefined ? undefined : grammar.exec(said);
  const least = grammar.exec(`least/${minimum}`);
  if (!version || !least || !isBelow(version, least)) return;
  throw new ApiError('client_upgrade_required', `This client is too old to sync. Upgrade it to ${minimum} or newer.`, {
    minimum_version: minimum,
    upgrade_to: minimum,
  });
}

/** What may be stored and shown of the header; empty for what is not of its form. */
export const shownVersion = (said: string): string => (grammar.test(said) ? said : '');

function isBelow(version: readonly string[], least: readonly string[]): boolean {
  for (const place of [1, 2, 3]) {
    const difference = Number(version[place]) - Number(least[place]);
    if (difference !== 0) return difference < 0;
  }
  return isEarlier(version[4], least[4]);
}

/** Whether one pre-release comes before another; a release comes after all of its own (Semantic Versioning, 11). */
function isEarlier(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || one === other) return false;
  if (other === undefined) return true;
  const [ones, others] = [one.split('.'), other.split('.')];
  for (const [index, left] of ones.entries()) {
    const right = others[index];
    if (right === undefined) return false;
    if (left === right) continue;
    const [leftNumber, rightNumber] = [left, right].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
    if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber < rightNumber;
    if (leftNumber !== undefined || rightNumber !== undefined) return leftNumber !== undefined;
    return left < right;
  }
  return ones.length < others.length;
}
