import { ApiError } from '../../../contract/errors.ts';
import { findKit, kitVersions } from '../../../store/kits/kits.ts';
import type { PageLoader } from '../page.ts';
import { skillsIndex } from './skillsIndex.ts';

/** A kit's members at their pinned or latest version, without deprecated ones. Errors: `kit_not_found`. */
export const kitIndex: PageLoader<'kitIndex'> = async ({ view }, { owner, slug }) => {
  const kit = await findKit(view, owner, slug);
  if (!kit) throw new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`);
  const members = await kitVersions(view, kit.id);
  const named = withNames(members.map((member) => ({ ...member, author: member.author ?? '' })));
  return skillsIndex(
    view,
    named.filter(({ deprecated }) => !deprecated),
  );
};

/**
 * Members with a name each: the slug for whichever was added first, `<author>-<slug>` for the next. Deprecated ones
 * keep theirs, so that an installed copy is not taken for another author's.
 */
function withNames<M extends { author: string; slug: string }>(members: readonly M[]): (M & { name: string })[] {
  const taken = new Set<string>();
  return members.map((member) => {
    const name = candidates(member).find((candidate) => !taken.has(candidate)) as string;
    taken.add(name);
    return { ...member, name };
  });
}

function* candidates({ author, slug }: { author: string; slug: string }): Generator<string, never> {
  yield slug;
  yield fitting(`${author}-${slug}`, '');
  for (let number = 2; ; number += 1) yield fitting(slug, `-${number}`);
}

/** Discovery names have at most 64 characters and no hyphen at their end. */
const fitting = (name: string, ending: string) => name.slice(0, 64 - ending.length).replace(/-+$/, '') + ending;
