import type { Visibility } from '../../contract/fields.ts';
import { named } from '../../read/clawhub/named.ts';
import { viewOf } from '../../store/view.ts';
import type { Writing } from '../writing.ts';

/** Of the skill that the program names. Errors: those of `named` and of `updateSkill`. */
export async function setVisibility(
  { engine, site, caller, carryOut }: Writing,
  asked: { slug: string; ownerHandle?: string | undefined },
  visibility: Visibility,
): Promise<{ status: 200; record: { ok: true } }> {
  const at = await named({ view: viewOf(engine, caller), site }, asked);
  await carryOut('updateSkill', at, { json: { visibility } });
  return { status: 200, record: { ok: true } };
}
