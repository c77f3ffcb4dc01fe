import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import type { Output } from '../../contract/operations.ts';
import type { Order } from '../../store/skills/listing/listedColumns.ts';
import { skillsInOrder } from '../../store/skills/listing/skillPages.ts';
import { latestTimes, skillsFrom } from '../../store/skills/sameName.ts';
import type { View } from '../../store/view.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';
import { trendingSkills } from '../trending.ts';
import { semanticVersion } from './named.ts';
import { milliseconds, skillRecord } from './records.ts';

type Summaries = Output<'listSkills'>['skills'];

/** The orders that it knows, as ours. Without one it asks for what changed last. */
const orders: Readonly<Record<string, Order>> = {
  createdAt: 'new',
  updated: 'updated',
  downloads: 'downloads',
  installs: 'installs',
};

/** `cursor` is how many were passed. */
export const clawhubSkills: Loader<'clawhubSkills'> = async ({ view }, { limit, cursor, sort, prefix }) => {
  checkOffset({ limit, offset: cursor });
  const [skills, hasMore] = await page(view, { sort, prefix }, { limit, offset: cursor });
  const next = cursor + skills.length;
  const times = await latestTimes(view, skills);
  return {
    items: skills.map((skill) => {
      const latest = times.get(skillId.format(skill)) ?? skill.created_at;
      return {
        ...skillRecord(skill, latest),
        ownerHandle: skill.author,
        latestVersion: {
          version: semanticVersion(skill),
          createdAt: milliseconds(latest),
          changelog: '' as const,
          license: null,
        },
      };
    }),
    nextCursor: hasMore && next <= limits.offset ? String(next) : null,
  };
};

interface Part {
  limit: number;
  offset: number;
}

/** The skills, and whether more follow. Errors: `invalid_parameter` for an order that there is none of. */
async function page(
  view: View,
  { sort = 'updated', prefix }: { sort?: string | undefined; prefix?: string | undefined },
  { limit, offset }: Part,
): Promise<[Summaries, boolean]> {
  if (prefix !== undefined) {
    if (!/^[a-z0-9-]*$/.test(prefix)) return [[], false];
    const skills = await skillsFrom(view, prefix, { limit: limit + 1, offset });
    return [skills.slice(0, limit), skills.length > limit];
  }
  if (sort === 'trending') {
    const trending = await trendingSkills(view);
    return [trending.slice(offset, offset + limit), trending.length > offset + limit];
  }
  const order = Object.hasOwn(orders, sort) ? orders[sort] : undefined;
  if (!order) {
    const known = [...Object.keys(orders), 'trending'].join(', ');
    throw new ApiError('invalid_parameter', `Nothing is sorted by "${sort}" here. Use one of: ${known}.`, {
      parameter: 'sort',
    });
  }
  const skills = await skillsInOrder(view, order, { limit: limit + 1, offset });
  return [skills.slice(0, limit), skills.length > limit];
}
