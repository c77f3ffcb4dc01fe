/** Signing out everywhere, and what the sign-in page says of it afterwards. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';
import { answer, part } from './form.ts';

const kept = 'parting';

/** Answers the form of `SignOutEverywhere.astro`; this browser goes to the sign-in page. */
export function offerSignOutEverywhere(): void {
  answer(part<HTMLFormElement>('sign-out-everywhere'), async () => {
    sessionStorage.setItem(kept, wordsFor(await call('signOutEverywhere', {})));
    location.assign(placeOf('signInPage'));
    return undefined;
  });
}

/** What ended, said once; empty on every other visit. */
export function parting(): string {
  const words = sessionStorage.getItem(kept) ?? '';
  sessionStorage.removeItem(kept);
  return words;
}

function wordsFor({ sessions, devices, kit_keys, mcp_tokens, pairings, links }: Output<'signOutEverywhere'>): string {
  const ended = [
    counted(sessions, 'session', 'including this one'),
    counted(devices, 'device'),
    counted(kit_keys, 'kit key'),
    counted(mcp_tokens, 'MCP token'),
    counted(pairings, 'approved pairing'),
    counted(links, 'sign-in link'),
  ].filter(Boolean);
  return `Signed out everywhere. Ended: ${ended.join('; ')}.`;
}

function counted(count: number, noun: string, aside = ''): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}${aside && ` (${aside})`}`;
}
