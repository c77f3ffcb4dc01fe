/** What must hold whenever nothing is under way: every line that comes back is a fault. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { versionHash } from '../../origin/bundle/manifest.ts';
import { operator } from '../scripts/process.ts';
import type { Asking } from './asking.ts';
import { type Ledger, nothing } from './ledger.ts';
import { kit, lookAtBundle, type Pair, slugsOf } from './load.ts';
import { standingReads } from './reads.ts';
import type { Running } from './running.ts';

interface Parts {
  running: Running;
  asking: Asking;
  ledger: Ledger;
  pairs: readonly Pair[];
}

/** Milliseconds for the mirror to catch up, and for what lost its supervisor to end. */
const patience = 60_000;

export async function faultsOf(parts: Parts): Promise<string[]> {
  return [
    ...(await inLedger(parts)),
    ...(await betweenServers(parts)),
    ...(await byDoctor(parts)),
    ...(await leftBehind(parts)),
  ];
}

/** What was acknowledged and is not there, and what is there and nobody asked for. */
export async function inLedger({
  asking,
  ledger,
  pairs,
}: Pick<Parts, 'asking' | 'ledger' | 'pairs'>): Promise<string[]> {
  const faults: string[] = [];
  const read = async (path: string, token?: string) => {
    const answer = await asking.ask('origin', `/api/v1${path}`, token ? { token } : {});
    if (answer?.status !== 200) faults.push(`lost: ${path} answers ${answer?.status}`);
    return answer?.status === 200 ? JSON.parse(String(answer.body)) : {};
  };
  /** `beginning` names things of a kind, and `there` those that have a value. */
  const hold = (beginning: string, there: Map<string, string>) => {
    for (const name of new Set([...there.keys(), ...ledger.things(beginning)])) {
      const value = there.get(name) ?? nothing;
      const thing = beginning + name;
      if (!ledger.found(thing, value))
        faults.push(`lost: ${thing} is "${value}", not "${[...ledger.possible(thing)]}"`);
    }
  };
  for (const pair of pairs) {
    for (const skill of slugsOf(pair)) {
      const { versions = [] } = await read(`/skills/${skill}`);
      const hashes: string[] = versions.map(({ hash }: { hash: string }) => hash);
      hold(`version ${skill} `, new Map(hashes.map((hash) => [hash, 'published'])));
      for (const hash of hashes) {
        const { files = [] } = await read(`/skills/${skill}/versions/${hash}/files`);
        if (versionHash(files) !== hash) faults.push(`half: the files of ${skill} ${hash} don’t make it`);
        for (const server of ['origin', 'mirror'] as const) await lookAtBundle(asking, server, skill, hash);
      }
    }
    const inKit = (await read(`/kits/by-handle/${pair.author}/${kit}`)).skills ?? [];
    hold(`kit ${pair.author}/${kit} `, new Map(inKit.map((one: KitSkill) => [nameOf(one), one.note ?? nothing])));
    const inLibrary = (await read('/library', pair.readerToken)).skills ?? [];
    hold(
      `library ${pair.reader} `,
      new Map(inLibrary.map((one: Approved) => [nameOf(one), one.approved?.hash ?? nothing])),
    );
  }
  return faults;
}

interface Named {
  skill_id: string;
}
interface KitSkill extends Named {
  note?: string;
}
interface Approved extends Named {
  approved: { hash: string } | null;
}
const nameOf = ({ skill_id }: Named) => skill_id.replace(':', '/');

/** Where the mirror does not answer as the origin does, to the byte, once it had time to. */
export async function betweenServers({ asking, pairs }: Pick<Parts, 'asking' | 'pairs'>): Promise<string[]> {
  let differing = standingReads(pairs);
  for (const until = performance.now() + patience; ; await wait(100)) {
    const still: string[] = [];
    for (const path of differing) {
      const [origin, mirror] = [await asking.ask('origin', path), await asking.ask('mirror', path)];
      const isSame = origin && mirror && origin.body.equals(mirror.body);
      if (!isSame || origin.etag !== mirror.etag || mirror.status !== 200) still.push(path);
    }
    differing = still;
    if (differing.length === 0 || performance.now() > until)
      return differing.map((path) => `differs: mirror and origin at ${path}`);
  }
}

async function byDoctor({ running }: Parts): Promise<string[]> {
  const { stdout, output } = await operator(running.place, '--json', 'doctor');
  if (!stdout) return [`doctor: ${output}`];
  const { problems } = JSON.parse(stdout) as { problems: { check: string; what: string }[] };
  return problems.map(({ check, what }) => `doctor: ${check}: ${what}`);
}

/** Files of a data directory that belong there. */
const expected =
  /^(?:ledger|tmp|data|data\/(?:log\.key|registry\.sqlite(?:-wal|-shm)?|mirror|scanners|leases|leases\/[a-z.-]+|mirror\/(?:public|staging|staging\/\d+|downloads|downloads\/[\w-]+\.json|catalog\.sqlite(?:-wal|-shm)?|journal\.json|latest-time|builder\.lock(?:\.json)?)))$/;

async function leftBehind({ running }: Parts): Promise<string[]> {
  const { folder } = running.place;
  const names = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('data/mirror/public/'));
  const files = names.filter((name) => !expected.test(name.replaceAll('\\', '/')));
  for (const until = performance.now() + patience; running.orphans().length > 0 && performance.now() < until; )
    await wait(50);
  return [
    ...files.map((name) => `left behind: ${join(folder, name)}`),
    ...running.orphans().map((pid) => `left behind: process ${pid}`),
  ];
}
