/**
 * What lists every skill of a profile, however many. Of one that has many it would be written again in full with each of
 * their changes: so it is no file then, and made when it is asked for.
 */
import { profileSkillsAtOnce } from '../../../origin/contract/pages.ts';
import { totalsOfOwner } from '../../../origin/store/skills/ofOwner.ts';
import type { View } from '../../../origin/store/view.ts';
import type { Address, PrebuiltId } from './address.ts';

const ids: ReadonlySet<string> = new Set<PrebuiltId>(['getProfile', 'profileIndex']);

export const listsEverySkill = (id: string): boolean => ids.has(id);

/** Whether it is too long for a file, as the view shows the profile. */
export const isTooLong = async (view: View, { id, values }: Address): Promise<boolean> =>
  listsEverySkill(id) && (await totalsOfOwner(view, values['author'] ?? '')).skills > profileSkillsAtOnce;
