/** The caller's own kit as the tools show it: their skills, their library, the kits they subscribe to. */

import type { ToolOutput } from '../contract/clients/mcp.ts';
import { type SkillName, skillId } from '../contract/grammar/ids.ts';
import { pagePath } from '../contract/pages.ts';
import { reportWords } from '../contract/words/scan.ts';
import type { Reading } from '../read/reading.ts';
import { reported } from '../read/reported.ts';
import { type ApprovedVersion, approvedVersions, heldDetail, heldFiles } from '../store/library/approvedVersions.ts';
import type { HeldVersion } from '../store/library/sync.ts';
import type { Caller } from '../store/view.ts';

export type KitReading = Reading & { caller: Caller };
export type KitSkill = ToolOutput<'list_skills'>['skills'][number];
/** A skill of the kit, with what its approved version says of itself. */
export type KitEntry = ApprovedVersion;

/** Every skill of the kit, by id. */
export const kitEntries = ({ view, caller }: KitReading): Promise<KitEntry[]> => approvedVersions(view, caller);

/** A skill of the kit; undefined where it has none such, though others may. */
export const kitEntry = ({ view, caller }: KitReading, named: SkillName): Promise<KitEntry | undefined> =>
  heldDetail(view, caller, named);

/** The skill that an id names with its files, and the content of one of them. */
export async function kitFiles({ view, caller, blob }: KitReading, id: string, path: string) {
  const named = skillId.parse(id);
  return named && heldFiles(view, caller, named, { path, blob });
}

/** Where a person reads the skill. */
export const urlOf = ({ site }: KitReading, { author, slug }: HeldVersion): string =>
  site.mirrorUrl + pagePath('skillPage', { author, slug });

/** What its scan came to, in words. */
export const scanOf = async ({ view }: KitReading, { versionId, scan_status }: KitEntry): Promise<string> =>
  reportWords(await reported(view.db, versionId, scan_status));

export const skillOf = (reading: KitReading, entry: KitEntry): KitSkill => ({
  id: entry.skill_id,
  title: entry.name,
  description: entry.description,
  category: entry.category,
  source: entry.source,
  version: entry.version_label,
  hash: entry.hash,
  deprecated: entry.deprecated === 1,
  url: urlOf(reading, entry),
});
