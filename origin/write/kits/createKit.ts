import { ApiError } from '../../contract/errors.ts';
import { checkHandle, checkSlug } from '../../contract/grammar/names.ts';
import { kitRecord } from '../../read/public/getKitByHandle.ts';
import { addKit, kitBySlug } from '../../store/kits/kitChanges.ts';
import { viewOf } from '../../store/view.ts';
import { spend } from '../spend.ts';
import { actOf, type Writer } from '../writing.ts';

export const createKit: Writer<'createKit'> = async (writing, _, { json }) => {
  const { engine, caller } = writing;
  const { owner, ...kit } = json;
  checkHandle(owner);
  checkSlug(kit.slug);
  return engine.write(async (db, { id: ownerId }) => {
    if (await kitBySlug(db, ownerId, kit.slug)) {
      throw new ApiError('conflict', `You already have a kit ${owner}/${kit.slug}. Edit it, or choose another slug.`);
    }
    await spend(db, writing, { kits: 1 });
    await addKit(db, { ownerId, ...kit }, actOf(writing));
    return { status: 201, record: await kitRecord(viewOf(engine, caller, db), owner, kit.slug) };
  });
};
