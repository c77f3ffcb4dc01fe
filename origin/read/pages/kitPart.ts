import { entitySkillsAtOnce } from '../../contract/pages.ts';
import { kitSkills, totalsOfKit } from '../../store/kits/kits.ts';
import { remembered } from '../../store/memory.ts';
import type { View } from '../../store/view.ts';
import { kitFound, kitShowing } from '../public/getKitByHandle.ts';

interface Asked {
  owner: string;
  slug: string;
  offset: number;
}

/** A kit with a page of its members, as HTML and Markdown show it. Errors: `kit_not_found`. */
export const kitPart = (view: View, asked: Asked) =>
  remembered(view.memory, `kit ${asked.owner}/${asked.slug} from ${asked.offset}`, () => readPart(view, asked));

async function readPart(view: View, { owner, slug, offset }: Asked) {
  const found = await kitFound(view, owner, slug);
  const { skills: total, pinned } = await totalsOfKit(view, owner, slug);
  const list = { total, limit: entitySkillsAtOnce, offset };
  return { kit: kitShowing(found, await kitSkills(view, found.id, list), total), list, pinned };
}
