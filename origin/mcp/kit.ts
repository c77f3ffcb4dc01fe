/** The caller's own kit as the tools show it: their skills, their library, the kits they subscribe to. */

import type { ToolOutput } from '../contract/mcp.ts';
import { pages } from '../contract/pages.ts';
import { pathTemplate } from '../contract/template.ts';
import type { Reading } from '../read/reading.ts';
import { type HeldDetail, heldDetail, heldDetails, heldFiles } from '../store/library/heldDetails.ts';
import type { HeldVersion } from '../store/library/sync.ts';
import type { Caller } from '../store/view.ts';

export type KitReading = Reading & { caller: Caller };
export type KitSkill = ToolOutput<'list_skills'>['skills'][number];
/** A skill of the kit, with what its approved version says of itself. */
export type KitEntry = HeldDetail;

/** Every skill of the kit, by id. */
export const kitEntries = ({ view, caller }: KitReading): Promise<KitEntry[]> => heldDetails(view, caller);

/** The skill that an id names; undefined where the kit has none such, whoever else may. */
export const kitEntry = ({ view, caller }: KitReading, id: string): Promise<KitEntry | undefined> =>
  heldDetail(view, caller, named(id));

/** The same with its files, and the content of one of them. */
export const kitFiles = ({ view, caller }: KitReading, id: string, path: string) =>
  heldFiles(view, caller, named(id), path);

/** An id of another form names what nobody has. */
function named(id: string): { author: string; slug: string } {
  const [author = '', slug = '', ...rest] = id.split(':');
  return rest.length > 0 ? { author: '', slug: '' } : { author, slug };
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
