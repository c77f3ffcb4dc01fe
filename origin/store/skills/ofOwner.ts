/** What somebody published, as their profile shows it: counted, and a page at a time. */
import { sql } from 'kysely';
import { remembered } from '../memory.ts';
import { type View, visibleSkills } from '../view.ts';
import { summariesInOrder } from './skills.ts';

const ofOwner = (view: View, handle: string) => visibleSkills(view).where('owner.handle', '=', handle);

/** Of the skills that the caller may see: how many, how often they are installed, and how many were imported. */
export const totalsOfOwner = (view: View, handle: string) =>
  remembered(view.memory, `totals ${handle}`, () =>
    ofOwner(view, handle)
      .select((e) => [
        e.fn.countAll<number>().as('skills'),
        sql<number>`cast(coalesce(sum(skills.install_count), 0) as bigint)`.as('installs'),
        sql<number>`cast(coalesce(sum(case latest.signature_status when 'mirrored' then 1 end), 0) as bigint)`.as(
          'mirrored',
        ),
      ])
      .executeTakeFirstOrThrow(),
  );

/** The newest first. */
export async function skillsOfOwner(view: View, handle: string, { limit, offset }: { limit: number; offset: number }) {
  const rows = await newestFirst(ofOwner(view, handle)).select('skills.id').limit(limit).offset(offset).execute();
  return summariesInOrder(
    view,
    rows.map(({ id }) => id),
  );
}

export const newestFirst = (skills: ReturnType<typeof visibleSkills>) =>
  skills.orderBy('skills.created_at', 'desc').orderBy('skills.id', 'desc');
