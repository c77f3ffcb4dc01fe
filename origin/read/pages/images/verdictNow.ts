/** What pictures of a skill say of it: the worst that is known now, in words and by a colour. */
import { marksOf, tones } from '../../../contract/words/marks.ts';
import { verdictOf } from '../../../contract/words/scan.ts';
import { summaryOfFound } from '../../../store/skills/skills.ts';
import { foundSkill } from '../../found.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import type { Reading } from '../../reading.ts';

type Tone = (typeof tones)[keyof typeof tones];

/** Errors: `skill_not_found`. */
export async function verdictNow(reading: Reading, { author, slug }: { author: string; slug: string }) {
  const { view } = reading;
  const skill = summaryOfFound(await foundSkill(view, author, slug));
  const [mark] = marksOf(skill);
  // A low finding marks no skill in a list, and is no reason to say that nothing was found.
  const scan = await getSkillVersionScan(reading, { author, slug, hash: skill.latest_hash });
  const words = mark && mark !== 'signed' ? mark : `${verdictOf(scan)}${mark ? ', signed' : ''}`;
  const tone: Tone = mark ? tones[mark] : 'good';
  return { skill, words, tone };
}
