import { kitId } from '../../contract/grammar/ids.ts';
import { dropKit } from '../../store/kits/kitChanges.ts';
import { actOf, type Writer } from '../writing.ts';

export const deleteKit: Writer<'deleteKit'> = (writing, { owner, slug }) =>
  writing.engine.write(async (db, kit) => {
    await dropKit(db, kit.id, actOf(writing));
    return { status: 200, record: { id: kitId.format({ owner, slug }), deleted: true } };
  });
