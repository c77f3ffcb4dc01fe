/** Those who read all the time, from both servers: what has been there since before the first kill must be there. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Asking, Server } from './asking.ts';
import type { Ledger } from './ledger.ts';
import { kit, lookAtBundle, type Pair, slugsOf } from './load.ts';

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** What everyone may read of them at any time, as files and as queries. */
export const standingReads = (pairs: readonly Pair[]): string[] => [
  ...['/', '/api/v1/skills', '/api/v1/discover/kits', '/api/v1/discover/feed', '/api/v1/stats', '/skills'],
  ...['/api/v1/search?q=work', '/api/v1/skills?q=skill&limit=5', '/api/v1/skills?sort=alpha&offset=3'],
  ...pairs.flatMap(({ author }) => [
    `/${author}`,
    `/api/v1/profiles/${author}`,
    `/api/v1/kits/by-handle/${author}/${kit}`,
  ]),
  ...pairs
    .flatMap(slugsOf)
    .flatMap((skill) => [`/api/v1/skills/${skill}`, `/${skill}`, `/${skill}.md`, `/api/v1/skills/${skill}/manifest`]),
];

/** Reads until it is told to stop. */
export function reading(asking: Asking, ledger: Ledger, pairs: readonly Pair[], readersEach = 2) {
  let isOver = false;
  const paths = standingReads(pairs);
  const readOne = async (server: Server) => {
    if (Math.random() < 0.1) {
      const skill = any(pairs.flatMap(slugsOf));
      const hash = any(ledger.things(`version ${skill} `).slice(-8));
      if (hash) await lookAtBundle(asking, server, skill, hash);
      return;
    }
    const path = any(paths);
    const answer = await asking.ask(server, path, { gzip: Math.random() < 0.3 });
    if (answer && answer.status !== 200)
      asking.wrong.push(`missing: ${server}${path} answered ${answer.status}: ${answer.body.subarray(0, 200)}`);
  };
  const reader = async (server: Server) => {
    while (!isOver) {
      await readOne(server);
      await wait(asking.isAway(server) ? 100 : 50);
    }
  };
  const readers = (['origin', 'mirror'] as const).flatMap((server) =>
    Array.from({ length: readersEach }, () => reader(server)),
  );
  return async () => {
    isOver = true;
    await Promise.all(readers);
  };
}
