import { kitId } from '../../contract/grammar/ids.ts';
import { featuredNames, featureKits } from '../../store/kits/featured.ts';
import type { Writer } from '../writing.ts';

export const featureKit: Writer<'featureKit'> = ({ engine, caller, now }, names, { json: { featured } }) =>
  engine.write(async (db) => {
    const id = kitId.format(names);
    const others = (await featuredNames(db)).filter((name) => name !== id);
    const act = { by: caller.profileId, now: now() };
    await featureKits(engine, db, featured ? [...others, id] : others, act);
    return { status: 200, record: { id, featured } };
  });
