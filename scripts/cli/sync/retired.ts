/**
 * Versions that nothing points to any more. They stay for a week: an agent that is running may still read the old files
 * where its link once led, and going back costs no download. What a person edited is never removed, but moved.
 */
import type { SyncHome } from './home.ts';
import type { State } from './state.ts';
import { differencesOf, dropVersion, keepVersion, listVersions } from './versions.ts';

const stay = 7 * 24 * 60 * 60;

export const isDue = ({ retired }: Pick<State, 'retired'>, now: number): boolean =>
  Object.values(retired).some((since) => since + stay <= now);

interface Retirement {
  /** Versions that links point to. */
  used: ReadonlySet<string>;
  /** When others were first seen unused. */
  retired: State['retired'];
  now: number;
  /** Whether all have to go now. */
  prune: boolean;
  /** Whether these were edited and given up. */
  givenUp: ReadonlyMap<string, string>;
}

/** Removes what is due. Returns who stays retired, and where edited ones went. Needs the lock. */
export async function retire(home: SyncHome, { used, retired, now, prune, givenUp }: Retirement) {
  const still: State['retired'] = {};
  const kept: { version: string; path: string }[] = [];
  for (const version of await listVersions(home)) {
    if (used.has(version)) continue;
    const since = retired[version] ?? now;
    const name = givenUp.get(version);
    const isTime = prune || since + stay <= now;
    if (name === undefined && !isTime) still[version] = since;
    else if (name === undefined && (await differencesOf(home, version)).length === 0) await dropVersion(home, version);
    else kept.push({ version, path: await keepVersion(home, version, name ?? version.slice(0, 12)) });
  }
  return { retired: still, kept };
}
