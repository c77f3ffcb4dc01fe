/** Bearer tokens: made once, stored as a hash, found by it (SPEC.md, Authentication; CONTRACT.md, Writes). */
import { createHash, randomInt } from 'node:crypto';
import { furthestEnd, proofLifetime, type TokenClass, tokenClasses, tokenClassNames } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { base62, checksumLength, checksumOf, endsInChecksum } from '../../contract/grammar/checksum.ts';
import type { Db } from '../engine/engine.ts';
import type { Caller } from '../view.ts';

const secretLength = 32;

interface NewToken {
  class: TokenClass;
  profileId: number;
  deviceId?: number;
  /** The one kit that a kit key opens; no other class has one. */
  kitId?: number;
  /** A session for a browser's cookie: see `callerOf`. */
  inBrowser?: boolean;
  /** When it ends by itself, however much it is used. */
  endsAt?: number | undefined;
}

/** Stores a new token and returns its text, which can't be had again. Errors: `invalid_parameter` for its end. */
export const mintToken = async (db: Db, token: NewToken, now: number): Promise<string> =>
  (await mintedToken(db, token, now)).text;

/** The same, with the id of its row. */
export async function mintedToken(db: Db, token: NewToken, now: number): Promise<{ id: number; text: string }> {
  if ((token.class === 'kit') !== (token.kitId !== undefined))
    throw new Error('A kit key, and only that, is for one kit.');
  const endsAt = token.endsAt ?? null;
  if (endsAt !== null) checkEnd(endsAt, now);
  const { lifetime } = tokenClasses[token.class];
  const text = newText(token.class);
  const { id } = await db
    .insertInto('tokens')
    .values({
      class: token.class,
      hash: hashOf(text),
      profile_id: token.profileId,
      device_id: token.deviceId ?? null,
      kit_id: token.kitId ?? null,
      in_browser: token.inBrowser ? 1 : 0,
      created_at: now,
      last_used_at: null,
      expires_at: earliest(lifetime === null ? null : now + lifetime, endsAt),
      ends_at: endsAt,
      proved_at: token.inBrowser ? now : null,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, text };
}

function newText(tokenClass: TokenClass): string {
  const { prefix } = tokenClasses[tokenClass];
  const secret = Array.from({ length: secretLength }, () => base62[randomInt(base62.length)]).join('');
  return prefix + secret + checksumOf(prefix + secret);
}

/** Errors: `invalid_parameter`. */
function checkEnd(endsAt: number, now: number): void {
  if (endsAt > now && endsAt <= now + furthestEnd) return;
  const why = `A token ends in the future, and within ten years: between ${now + 1} and ${now + furthestEnd}.`;
  throw new ApiError('invalid_parameter', why, { parameter: 'expires_at' });
}

const earliest = (...times: (number | null)[]): number | null => {
  const set = times.filter((time) => time !== null);
  return set.length > 0 ? Math.min(...set) : null;
};

/** How a token came to us: in a browser's cookie or not; and whether what it asks for is open to suspended people. */
export interface TokenUse {
  inBrowser?: boolean;
  allowSuspended?: boolean | undefined;
}

/**
 * The caller a token stands for. A browser's session is none as a bearer, and nothing else is one in a cookie: so a token
 * that leaks from a program can't sign in, nor can a cookie call the API from elsewhere. Errors: `token_invalid`,
 * `token_revoked`, `token_expired`; `forbidden` for the session of a suspended person in a browser.
 */
export async function callerOf(
  db: Db,
  text: string,
  now: number,
  { inBrowser = false, allowSuspended = false }: TokenUse = {},
): Promise<Caller & { tokenId: number; lastUsedAt: number | null; expiresAt: number | null }> {
  const tokenClass = tokenClassNames.find((name) => text.startsWith(tokenClasses[name].prefix));
  if (!tokenClass || !hasChecksum(text)) throw new ApiError('token_invalid');
  const row = await tokenRows(db)
    .leftJoin('devices', 'devices.id', 'tokens.device_id')
    .select('devices.last_seen_at')
    .where('hash', '=', hashOf(text))
    .executeTakeFirst();
  if (!row || Boolean(row.in_browser) !== inBrowser) throw new ApiError('token_invalid');
  checkStands(row, now, { inBrowser, allowSuspended });
  return {
    ...callerIn(row, now),
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    ...(row.device_id !== null && { device: { id: row.device_id, lastSeenAt: row.last_seen_at } }),
  };
}

const callerIn = (row: TokenRow, now: number): Caller & { tokenId: number } => ({
  tokenId: row.id,
  profileId: row.profile_id,
  tokenClass: row.class,
  scopes: tokenClasses[row.class].scopes,
  kitId: row.kit_id,
  isOperator: Boolean(row.is_operator),
  hasHandle: row.handle !== null,
  ...(row.in_browser && { isProved: Math.abs(now - (row.proved_at ?? 0)) < proofLifetime }),
});

/**
 * A caller who was let in before, as they stand now: what ends meanwhile ends what it began. A command that works on
 * the store itself comes with no token. Errors: those of `callerOf`.
 */
export async function currentCaller(db: Db, caller: Caller, now: number, allowSuspended?: boolean): Promise<Caller> {
  if (caller.tokenId === null) return caller;
  const row = await tokenRows(db).where('tokens.id', '=', caller.tokenId).executeTakeFirst();
  if (!row) throw new ApiError('token_revoked');
  checkStands(row, now, { inBrowser: Boolean(row.in_browser), allowSuspended });
  return callerIn(row, now);
}

export const stillWorks = (db: Db, caller: Caller, now: number): Promise<boolean> =>
  currentCaller(db, caller, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );

/** Errors: `reauthentication_required` for a session of the site whose person has not proved themselves lately. */
export function checkRecent({ isProved }: Caller): void {
  if (isProved === false) throw new ApiError('reauthentication_required');
}

/**
 * Notes that the person behind a browser's session just proved themselves. Its text is another one from then on, which
 * is returned: whoever copied the cookie before gains nothing by it, and is signed out.
 */
export async function noteProof(db: Db, { tokenId, tokenClass }: Caller, now: number): Promise<string> {
  const text = newText(tokenClass);
  await db
    .updateTable('tokens')
    .set({ hash: hashOf(text), proved_at: now })
    .where('id', '=', tokenId ?? 0)
    .execute();
  return text;
}

const tokenRows = (db: Db) =>
  db
    .selectFrom('tokens')
    .innerJoin('profiles', 'profiles.id', 'tokens.profile_id')
    .selectAll('tokens')
    .select(['profiles.mcp_enabled', 'profiles.moderation_status', 'profiles.is_operator', 'profiles.handle']);

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokenRows>['execute']>>[number];

/** Errors: `token_revoked`, `token_expired`, `forbidden`. */
function checkStands(row: TokenRow, now: number, { inBrowser, allowSuspended }: TokenUse): void {
  const isSuspended = row.moderation_status === 'suspended';
  if (row.revoked_at !== null || (isSuspended && !inBrowser)) throw new ApiError('token_revoked');
  if (row.class === 'mcp' && !row.mcp_enabled) throw new ApiError('token_revoked', 'The MCP link is off.');
  if (row.expires_at !== null && row.expires_at <= now) throw new ApiError('token_expired');
  if (isSuspended && !allowSuspended) throw new ApiError('forbidden', suspended);
}

const suspended = 'This account is suspended. See why, and appeal, at /moderation.';

/** Ends one session, from the next request on. */
export const endSession = async (db: Db, tokenId: number, now: number): Promise<void> => {
  await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .execute();
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const tokenLength = tokenClasses.session.prefix.length + secretLength + checksumLength;

const hasChecksum = (text: string): boolean => text.length === tokenLength && endsInChecksum(text);
