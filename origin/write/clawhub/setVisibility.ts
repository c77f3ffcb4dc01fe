import type { Visibility } from '../../contract/fields.ts';
import { named } from '../../read/clawhub/named.ts';
import { profileById } from '../../store/people/people.ts';
import { skillBySlug } from '../../store/skills/skillChanges.ts';
import { viewOf } from '../../store/view.ts';
import type { Writing } from '../writing.ts';

/** Of the skill that the program names. Errors: those of `named` and of `updateSkill`. */
export async function setVisibility(
  writing: Writing,
  asked: { slug: string; ownerHandle?: string | undefined },
  visibility: Visibility,
): Promise<{ status: 200; record: { ok: true } }> {
  const { engine, site, caller, carryOut } = writing;
  const view = viewOf(engine, caller);
  const at = (await ownOfName(writing, asked)) ?? (await named({ view, site }, asked));
  await carryOut('updateSkill', at, { json: { visibility } });
  return { status: 200, record: { ok: true } };
}

/** Whoever changes a skill of this name means their own, whatever others call theirs. */
async function ownOfName(
  { engine, caller }: Writing,
  { slug, ownerHandle }: { slug: string; ownerHandle?: string | undefined },
) {
  if (ownerHandle !== undefined) return undefined;
  const { id, handle } = await profileById(engine.db, caller.profileId);
  return handle !== null && (await skillBySlug(engine.db, id, slug)) ? { author: handle, slug } : undefined;
}
