/** Whether the mirror is up to date, as far as can be seen: it has the newest public event that the origin has, or not. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { fill } from '../forms/form.ts';

type Newest = Output<'getDashboard'>['newest'];

/** A mirror is a moment behind what was published just now, so it is asked again a few times. */
const [tries, pause] = [10, 2000];

/** `feed`: where the mirror has its activity. It is asked as every reader asks it. */
export async function followMirror(row: HTMLElement, feed: string, newest: Newest): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    const value = await mirrorWords(feed, newest);
    fill(row, { value });
    if (!value.startsWith('behind')) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function mirrorWords(feed: string, newest: Newest): Promise<string> {
  if (!newest) return 'unknown: nothing public has happened yet';
  const activity = await read(feed).catch(() => undefined);
  if (!activity) return 'unknown: can’t read the mirror from here';
  if (activity.items.some(({ id }) => id >= newest.id)) return 'has the newest public event';
  const seconds = Math.max(0, Math.floor(Date.now() / 1000 - newest.created_at));
  return `behind: lacks the newest public event, ${ageOf(seconds)} old`;
}

async function read(feed: string): Promise<Output<'listActivity'>> {
  const response = await fetch(feed, { cache: 'no-store', signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`The mirror answered ${response.status}.`);
  return response.json();
}

function ageOf(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [Math.floor(seconds / 60), 'minute']
        : [Math.floor(seconds / 3600), 'hour'];
  return `${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`;
}
