import { kitRecord } from '../../read/public/getKitByHandle.ts';
import { changeKit } from '../../store/kits/kitChanges.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

export const updateKit: Writer<'updateKit'> = (writing, { owner, slug }, { json }) => {
  const { engine, caller } = writing;
  const { name, description, category, visibility } = json;
  return engine.write(async (db, kit) => {
    await changeKit(
      db,
      kit,
      {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(category && { category }),
        ...(visibility && { visibility }),
      },
      actOf(writing),
    );
    return { status: 200, record: await kitRecord(viewOf(engine, caller, db), owner, slug) };
  });
};
