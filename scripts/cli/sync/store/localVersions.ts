/** The versions that stand here, each looked at once a sync. */
import type { SyncHome } from '../home.ts';
import { differencesOf, listVersions } from './versions.ts';

export interface LocalVersions {
  /** Names of their folders; new ones join. */
  versions: Set<string>;
  /** How a version differs from what was approved, file by file; nothing where it is as it was, or not here at all. */
  editsOf(version: string): Promise<string[]>;
}

export async function readLocalVersions(home: SyncHome): Promise<LocalVersions> {
  const versions = new Set(await listVersions(home));
  const known = new Map<string, Promise<string[]>>();
  return {
    versions,
    editsOf: (version) => {
      if (!versions.has(version)) return Promise.resolve([]);
      const edits = known.get(version) ?? differencesOf(home, version);
      known.set(version, edits);
      return edits;
    },
  };
}

/** What was found, cut to a sentence's length. */
export const summaryOfEdits = (edits: readonly string[]): string =>
  edits.length > 3 ? `${edits.slice(0, 3).join(', ')} and ${edits.length - 3} more` : edits.join(', ');
