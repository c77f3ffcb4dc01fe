import { named } from '../../read/clawhub/named.ts';
import { starredAt } from '../../store/library/stars.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const clawhubUnstar: Writer<'clawhubUnstar'> = async ({ engine, site, caller, carryOut }, asked) => {
  const at = await named({ view: viewOf(engine, caller), site }, asked);
  const alreadyUnstarred = !(await starredAt(engine.db, caller.profileId, at.author, at.slug));
  await carryOut('unstarSkill', at, undefined);
  return { status: 200, record: { ok: true, unstarred: true, alreadyUnstarred } };
};
