import { ApiError } from '../../contract/errors.ts';
import { kitId } from '../../contract/grammar/ids.ts';
import { workingTokens } from '../../store/access/ownTokens.ts';
import { mintedToken } from '../../store/access/tokens.ts';
import { findKit } from '../../store/kits/kits.ts';
import { type View, viewOf } from '../../store/view.ts';
import { spend } from '../spend.ts';
import type { Writer } from '../writing.ts';

/** The answer is the only place where the token's text ever stands. */
export const createToken: Writer<'createToken'> = (writing, _, { json }) => {
  const { engine, caller, now } = writing;
  return engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const kit = json.class === 'kit' && { kitId: await kitNamed(view, json.kit) };
    await spend(db, writing, { tokens: 1 });
    const token = { class: json.class, profileId: caller.profileId, endsAt: json.expires_at, ...kit };
    const { id, text } = await mintedToken(db, token, now());
    const record = (await workingTokens(view, caller, now())).find((token) => token.id === String(id));
    if (!record) throw new Error('A new token is not among those that work.');
    return { status: 201, record: { ...record, token: text } };
  });
};

/** The row id of the kit of this id. Errors: `kit_not_found`. */
async function kitNamed(view: View, name: string): Promise<number> {
  const named = kitId.parse(name);
  const kit = named && (await findKit(view, named.owner, named.slug));
  if (!kit) throw new ApiError('kit_not_found', 'There is no such kit. Name it as <owner>/<slug>.');
  return kit.id;
}
