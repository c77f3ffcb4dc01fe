import { dropKit } from '../../store/kits/kitChanges.ts';
import { kitIdOf } from '../../store/kits/kits.ts';
import type { Writer } from '../writing.ts';

export const deleteKit: Writer<'deleteKit'> = ({ engine, now }, { owner, slug }) =>
  engine.write(async (db, kit) => {
    await dropKit(db, kit.id, now());
    return { status: 200, record: { id: kitIdOf(owner, slug), deleted: true } };
  });
