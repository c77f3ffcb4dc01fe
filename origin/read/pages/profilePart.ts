import { entitySkillsAtOnce } from '../../contract/pages.ts';
import { remembered } from '../../store/memory.ts';
import { skillsOfOwner, totalsOfOwner } from '../../store/skills/ofOwner.ts';
import type { View } from '../../store/view.ts';
import { foundProfile } from '../found.ts';
import { profileShowing } from '../public/getProfile.ts';

/** A profile with a page of its skills, as HTML and Markdown show it. Errors: `profile_not_found`. */
export const profilePart = (view: View, author: string, offset: number) =>
  remembered(view.memory, `profile ${author} from ${offset}`, () => readPart(view, author, offset));

async function readPart(view: View, author: string, offset: number) {
  const row = await foundProfile(view, author);
  const { skills: total, installs: totalInstalls, mirrored } = await totalsOfOwner(view, author);
  const list = { total, limit: entitySkillsAtOnce, offset };
  const skills = await skillsOfOwner(view, author, list);
  return {
    row,
    profile: await profileShowing(view, row, { skills, totalInstalls }),
    list,
    isMirrored: total > 0 && mirrored === total,
  };
}
