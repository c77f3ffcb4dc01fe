/** The tokens of one person: those that work, and ending one (CONTRACT.md, Writes). */

import type { z } from 'zod';
import { tokenClasses } from '../../contract/access.ts';
import { kitId } from '../../contract/grammar/ids.ts';
import type * as personal from '../../contract/records/account.ts';
import { type Caller, type View, visibleKits } from '../view.ts';
import { endDeviceOf } from './devices.ts';

type Token = z.output<typeof personal.Token>;

/** Tokens that work, the newest first, of every class; those of a hosted MCP link also while it is disabled. */
export async function workingTokens(view: View, caller: Caller, now: number): Promise<Token[]> {
  const kits = visibleKits(view).select(['kits.id', 'kits.slug', 'owner.handle']).as('kit');
  const rows = await liveTokens(view, caller, now)
    .leftJoin('devices', 'devices.id', 'tokens.device_id')
    .leftJoin(kits, 'kit.id', 'tokens.kit_id')
    .selectAll('tokens')
    .select(['devices.name as device', 'kit.slug as kit_slug', 'kit.handle as kit_owner'])
    .orderBy('tokens.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    token_class: row.class,
    scopes: [...tokenClasses[row.class].scopes],
    kit:
      row.kit_owner !== null && row.kit_slug !== null
        ? kitId.format({ owner: row.kit_owner, slug: row.kit_slug })
        : null,
    device: row.device,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    current: row.id === caller.tokenId,
  }));
}

/** Ends one of them, from the next request on; undefined where it is not the caller's, or works no more. */
export async function revoke(view: View, caller: Caller, id: number, now: number): Promise<RevokedToken | undefined> {
  const token = await liveTokens(view, caller, now)
    .select(['tokens.id', 'tokens.in_browser'])
    .where('tokens.id', '=', id)
    .executeTakeFirst();
  if (!token) return undefined;
  await view.db.updateTable('tokens').set({ revoked_at: now }).where('id', '=', id).execute();
  await endDeviceOf(view.db, id, now);
  return { inBrowser: token.in_browser === 1 };
}

interface RevokedToken {
  /** Whether it was the session of a browser. */
  inBrowser: boolean;
}

const liveTokens = ({ db }: View, { profileId }: Caller, now: number) =>
  db
    .selectFrom('tokens')
    .where('tokens.profile_id', '=', profileId)
    .where('tokens.revoked_at', 'is', null)
    .where((e) => e.or([e('tokens.expires_at', 'is', null), e('tokens.expires_at', '>', now)]));
