/** The caller's own kit as the tools show it: their skills, their library, the kits they subscribe to. */

import type { ToolOutput } from '../contract/mcp.ts';
import { pages } from '../contract/pages.ts';
import { pathTemplate } from '../contract/template.ts';
import type { Reading } from '../read/reading.ts';
import { type HeldDetail, heldDetails } from '../store/heldDetails.ts';
import type { HeldVersion } from '../store/sync.ts';
import type { Caller } from '../store/view.ts';

export type KitReading = Reading & { caller: Caller };
export type KitSkill = ToolOutput<'list_skills'>['skills'][number];
/** A skill of the kit, with what its approved version says of itself. */
export type KitEntry = HeldDetail;

/** Every skill of the kit, by id. */
export const kitEntries = ({ view, caller }: KitReading): Promise<KitEntry[]> => heldDetails(view, caller);

/** The skill that an id names; undefined where the kit has none such, whoever else may. */
export async function kitEntry({ view, caller }: KitReading, id: string): Promise<KitEntry | undefined> {
  const [author = '', slug = ''] = id.split(':');
  const [entry] = await heldDetails(view, caller, { author, slug });
  return entry?.skill_id === id ? entry : undefined;
}

const skillPage = pathTemplate(pages.skillPage.path);

/** Where a person reads the skill. */
export const urlOf = ({ site }: KitReading, { author, slug }: HeldVersion): string =>
  site.mirrorUrl + skillPage.format({ author, slug });

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
