/** What the registry advises against of what is on this machine. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import type { Matcher } from '../../../../origin/scan/advisories.ts';
import type { Registry } from '../../registry/registry.ts';
import type { SyncHome } from '../home.ts';
import { contentHashesOf, hashOfVersion } from '../store/versions.ts';
import type { Kept, ListToKeep } from './keptList.ts';

/** What no longer holds, or is against nothing here, is left out. */
export interface Advice {
  id: string;
  summary: string;
  matchers: Matcher[];
}

/** A version that stands here. */
export interface Held {
  skill_id: string;
  /** As it was approved; empty where that is not known. */
  version_label: string;
  /** Name of its folder. */
  version: string;
  /** Hashes of its files, where they stand elsewhere too; else those that were approved are looked up. */
  files?: readonly string[] | undefined;
}

export interface Advised extends Held {
  id: string;
  summary: string;
}

export const advisories: ListToKeep<Advice> = {
  operation: 'listAdvisories',
  file: 'advisories.json',
  maxBytes: 16 * 1024 * 1024,
  read: async (answer, addresses) =>
    (await import('../../../../origin/scan/advisories.ts')).readListed(answer, addresses),
};

/** What of these is advised against, each once: by name and label, and by the content that was approved. */
export async function advisedOf(home: SyncHome, { items }: Kept<Advice>, held: readonly Held[]): Promise<Advised[]> {
  if (items.length === 0 || held.length === 0) return [];
  const { isAgainst } = await import('../../../../origin/scan/advisories.ts');
  const found = new Map<string, Advised>();
  for (const version of held) {
    const { skill_id, version_label: label } = version;
    const files = version.files ?? (await contentHashesOf(home, version.version));
    const hashes = [hashOfVersion(version.version), ...files];
    for (const { id, summary, matchers } of items) {
      if (isAgainst(matchers, { skills: [skill_id], label, hashes }))
        found.set(`${skill_id} ${version.version} ${id}`, { ...version, id, summary });
    }
  }
  return [...found.values()];
}

/** What is wrong, without the skill's name. */
export const adviceText = ({ id, summary }: Advised): string =>
  `there is an advisory against it (${id}${summary && `: ${summary}`})`;

/** What to do about one that stays, and about one that a sync takes away. */
export const adviceHere = (advised: Advised): string =>
  `${adviceText(advised)} and it is still installed. To remove it: skill-registry remove ${nameOf(advised.skill_id)}, then sync.`;

export const adviceGoing = (advised: Advised, { mirrorUrl }: Pick<Registry, 'mirrorUrl'>): string =>
  `${adviceText(advised)}, so the registry no longer provides it. It was installed here until now. What it may have done: ${mirrorUrl}${operationPath('getAdvisory', { advisory: advised.id })}`;
