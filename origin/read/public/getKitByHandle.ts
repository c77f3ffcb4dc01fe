import { ApiError } from '../../contract/errors.ts';
import type { Output } from '../../contract/operations.ts';
import { type FoundKit, findKit, kitSkills, summaryOfFoundKit } from '../../store/kits/kits.ts';
import type { View } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const getKitByHandle: Loader<'getKitByHandle'> = ({ view }, { owner, slug }) => kitRecord(view, owner, slug);

/** Errors: `kit_not_found`. */
export async function kitFound(view: View, owner: string, slug: string) {
  const kit = await findKit(view, owner, slug);
  if (!kit) throw new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`);
  return kit;
}

/** Errors: `kit_not_found`. */
export async function kitRecord(view: View, owner: string, slug: string): Promise<Output<'getKitByHandle'>> {
  const kit = await kitFound(view, owner, slug);
  const skills = await kitSkills(view, kit.id);
  return kitShowing(kit, skills, skills.length);
}

/** The record with these members, of so many. */
export function kitShowing(
  kit: FoundKit,
  skills: Output<'getKitByHandle'>['skills'],
  total: number,
): Output<'getKitByHandle'> {
  return {
    ...summaryOfFoundKit(kit, total),
    version: kit.version,
    created_at: kit.created_at,
    updated_at: kit.updated_at,
    skills,
  };
}
