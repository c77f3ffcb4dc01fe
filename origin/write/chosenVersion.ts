import { foundContent, foundReadable } from '../read/found.ts';
import type { VersionRow } from '../store/schema/tables.ts';
import type { View } from '../store/view.ts';

/**
 * The version of a skill that the caller asks for: with `hash` that one, else the latest. Errors: `skill_not_found`,
 * `version_not_found`, `version_quarantined`, `version_held`.
 */
export async function chosenVersion(
  view: View,
  { author, slug, hash }: { author: string; slug: string; hash?: string | undefined },
): Promise<VersionRow> {
  return foundContent(view, { author, slug, hash: hash ?? (await foundReadable(view, author, slug)).latest_hash });
}
