/** Plain rows for suites that ask an engine and not the registry. */
import type { Db, Engine } from '../../origin/store/engine.ts';
import { fold, indexedText, tokensOf } from '../../origin/store/text.ts';

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

type Texts = Pick<Engine, 'contains' | 'hasTokens'>;

/** Names of the profiles whose text holds `query`, oldest first. */
export const containing = async (engine: Texts, db: Db, query: string): Promise<string[]> => {
  const rows = db.selectFrom('profiles').select('display_name').orderBy('id');
  return (await rows.where(engine.contains('profiles', fold(query))).execute()).map((row) => row.display_name);
};

/** Names of the profiles in which each word of `query` starts some word, oldest first. */
export const withTokens = async (engine: Texts, db: Db, query: string): Promise<string[]> => {
  const rows = db.selectFrom('profiles').select('display_name').orderBy('id');
  return (await rows.where(engine.hasTokens('profiles', tokensOf(query))).execute()).map((row) => row.display_name);
};

/** What a test throws to take a write back. */
export class TakenBack extends Error {}
