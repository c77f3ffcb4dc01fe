import { dropKit } from '../../store/kits/kitChanges.ts';
import { kitIdOf } from '../../store/kits/kits.ts';
import { actOf, type Writer } from '../writing.ts';

export const deleteKit: Writer<'deleteKit'> = (writing, { owner, slug }) =>
  writing.engine.write(async (db, kit) => {
    await dropKit(db, kit.id, actOf(writing));
    return { status: 200, record: { id: kitIdOf(owner, slug), deleted: true } };
  });
