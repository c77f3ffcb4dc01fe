/**
 * Counts downloads without keeping who made them: one for a client, a skill and an hour. A client stands here as a hash
 * with a key that is drawn for the hour and never leaves this process, so that afterwards nobody can tell who it was.
 */
import { hash, randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import {
  type DownloadCounts,
  downloadedIn,
  hourOf,
  isCrawler,
  pairsOfAnHour,
  skillsOfAClient,
} from '../contract/subjects/downloads.ts';
import { clientAddress } from './clientAddress.ts';
import type { Metering } from './meter.ts';

export interface DownloadCounter {
  /** `client` as rate limits count it, `agent` as it calls itself. Says whether it was counted. */
  note(skill: string, client: string, agent: string | undefined): boolean;
  /** What was counted since it was last taken. */
  take(): DownloadCounts;
}

/** Where an hour is full nothing more is counted in it: a flood can make the number too small, but never too large. */
export function countDownloads({
  now = () => Date.now() / 1000,
  room = pairsOfAnHour,
  each = skillsOfAClient,
}: {
  now?(): number;
  room?: number;
  each?: number;
} = {}): DownloadCounter {
  let hour = -1;
  let key = '';
  const seen = new Set<number>();
  const clients = new Map<number, number>();
  const pending = new Map<string, number>();
  const hashed = (text: string) => Number.parseInt(hash('sha256', key + text, 'hex').slice(0, 13), 16);
  return {
    note: (skill, client, agent) => {
      if (isCrawler(agent)) return false;
      if (hourOf(now()) !== hour) {
        hour = hourOf(now());
        key = randomUUID();
        seen.clear();
        clients.clear();
      }
      const who = hashed(client);
      const pair = hashed(`${client} ${skill}`);
      const made = clients.get(who) ?? 0;
      if (seen.has(pair) || seen.size >= room || made >= each) return false;
      seen.add(pair);
      clients.set(who, made + 1);
      const place = `${hour} ${skill}`;
      pending.set(place, (pending.get(place) ?? 0) + 1);
      return true;
    },
    take: () => {
      const taken = [...pending].map(([place, count]): DownloadCounts[number] => {
        const [at = '', skill = ''] = place.split(' ');
        return [Number(at), skill, count];
      });
      pending.clear();
      return taken;
    },
  };
}

/** Counts what was sent whole: a 304 says that the client has it already, and HEAD sends nothing. */
export const withDownloads =
  (downloads: DownloadCounter, { trustedProxyHops }: Metering): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (c.req.method !== 'GET' || c.res.status !== 200) return;
    const skill = downloadIn(c);
    if (skill) downloads.note(skill, clientAddress(c, trustedProxyHops), c.req.header('user-agent'));
  };

const downloadIn = (c: Context): string | undefined =>
  downloadedIn({
    path: c.req.path,
    query: c.req.url.split('?')[1] ?? '',
    type: c.res.headers.get('content-type') ?? '',
  });
