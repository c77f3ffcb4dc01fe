/** What the versions that a person holds say of themselves, in the same query. */
import { chosen, heldRows } from './sync.ts';
import type { Caller, View } from './view.ts';

export type HeldDetail = Awaited<ReturnType<typeof heldDetails>>[number];

/** By skill_id; with `only`, at most the one that is named. */
export const heldDetails = async (view: View, caller: Caller, only?: { author: string; slug: string }) =>
  chosen(
    await view.db
      .selectFrom(heldRows(view, caller, only).as('held'))
      .innerJoin('versions', 'versions.id', 'held.versionId')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .selectAll('held')
      .select(['versions.name', 'versions.description', 'versions.triggers', 'versions.token_count'])
      .select(['versions.published_at', 'versions.scan_status', 'versions.signature_status'])
      .select(['skills.category', 'skills.deprecated'])
      .execute(),
  );
