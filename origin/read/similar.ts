/** What a skill is like: the one that had its text first, and some about the same. */
import type { Output } from '../contract/operations.ts';
import { likesOf } from '../store/likeness/likes.ts';
import { remembered } from '../store/memory.ts';
import { summariesInOrder } from '../store/skills/skills.ts';
import type { View } from '../store/view.ts';

export interface Similar {
  /** `same`: word by word; `near`: nearly; `within`: all of it, and more besides. */
  copyOf: { author: string; slug: string; kind: 'same' | 'near' | 'within'; isImported: boolean } | undefined;
  related: Output<'listSkills'>['skills'];
}

export const likesIn = (view: View, skillId: number) =>
  remembered(view.memory, `likes ${skillId}`, () => likesOf(view, skillId));

export async function similarTo(view: View, skillId: number): Promise<Similar> {
  const likes = await likesIn(view, skillId);
  const [copyOf] = likes.flatMap(({ author, slug, kind, is_mirror }) =>
    kind === 'related' ? [] : [{ author: author ?? '', slug, kind, isImported: is_mirror === 1 }],
  );
  const related = likes.filter(({ kind }) => kind === 'related').map(({ id }) => id);
  return { copyOf, related: await summariesInOrder(view, related) };
}
