/** Plain rows for suites that ask an engine and not the registry. */
import type { Db } from '../../origin/store/engine/engine.ts';
import type { ChangeKind } from '../../origin/store/schema/tables.ts';
import { holds } from '../../origin/store/search/matching.ts';
import { indexedText, tokensOf } from '../../origin/store/search/text.ts';
import type { Text } from '../../origin/store/view.ts';

/** Stores a profile with these texts and returns its id. */
export async function addProfile(db: Db, name: string, prose = ''): Promise<number> {
  const row = await db
    .insertInto('profiles')
    .values({
      kind: 'user',
      handle: null,
      display_name: name,
      bio: prose,
      avatar_url: '',
      is_operator: 0,
      mcp_enabled: 0,
      moderation_status: 'none',
      follower_count: 0,
      following_count: 0,
      created_at: 1,
      ...indexedText([name], prose),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Names of the profiles whose text holds `query`, oldest first. */
export const containing = async (engine: Text, db: Db, query: string): Promise<string[]> => {
  const rows = db.selectFrom('profiles').select('display_name').orderBy('id');
  return (await rows.where(holds({ text: engine }, 'profiles', query)).execute()).map((row) => row.display_name);
};

/** Names of the profiles in which each word of `query` starts some word, oldest first. */
export const withTokens = async (engine: Text, db: Db, query: string): Promise<string[]> => {
  const rows = db.selectFrom('profiles').select('display_name').orderBy('id');
  const each = tokensOf(query).map((token) => [`${token}*`]);
  return (await rows.where(engine.hasWords('profiles', { each })).execute()).map((row) => row.display_name);
};

/** Notes a change to an entity, for whatever reason. */
export const noted = (db: Db, kind: ChangeKind, entityId: number) =>
  db.insertInto('changes').values({ kind, entity_id: entityId }).execute();

/** What a test throws to take a write back. */
export class TakenBack extends Error {}
