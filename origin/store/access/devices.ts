/**
 * Paired devices. The counter `devices` is the number of those that live: each ends with its token, whether that is
 * revoked, runs out, or goes with the device. A suspended account's devices stand still, and are counted still.
 */
import type { NotNull, Selectable, SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import type { Tables } from '../schema/tables.ts';

type DeviceRow = Selectable<Tables['devices']>;

/** Returns its row id, for the token that it gets. */
export async function addDevice(db: Db, profileId: number, name: string, now: number): Promise<number> {
  const { id } = await db
    .insertInto('devices')
    .values({
      profile_id: profileId,
      name,
      client_version: '',
      created_at: now,
      last_seen_at: null,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await count(db, 1);
  await record(db, { kind: 'device.paired', profile: profileId, device: id }, { by: profileId, now });
  return id;
}

/** A person's devices, newest first. */
export async function devicesOf(db: Db, profileId: number): Promise<z.output<typeof personal.Device>[]> {
  const rows = await db
    .selectFrom('devices')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, name, client_version, created_at, last_seen_at }: DeviceRow) => ({
    id: String(id),
    name,
    client_version,
    created_at,
    last_seen_at,
  }));
}

/** Ends a person's device and its token, from the next request on. False where they have none of this id. */
export async function removeDevice(db: Db, profileId: number, id: number, now: number): Promise<boolean> {
  const own = db.selectFrom('devices').select('id').where('id', '=', id).where('profile_id', '=', profileId);
  if (!(await endDevices(db, own, now))) return false;
  await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('device_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return true;
}

/** Ends the device whose token was revoked, if it is a device's. */
export const endDeviceOf = async (db: Db, tokenId: number, now: number): Promise<void> => {
  await endDevices(db, devicesBehind(db).where('tokens.id', '=', tokenId), now);
};

/** Ends every device of a person, of which the tokens end beside it. */
export const endDevicesOf = async (db: Db, profileId: number, now: number): Promise<void> => {
  await endDevices(db, db.selectFrom('devices').select('id').where('profile_id', '=', profileId), now);
};

/** Ends devices whose token ran out. */
export const endExpiredDevices = async (db: Db, now: number): Promise<void> => {
  const expired = devicesBehind(db).where('tokens.revoked_at', 'is', null).where('expires_at', '<=', now);
  await endDevices(db, expired, now, { isExpired: true });
};

const devicesBehind = (db: Db) =>
  db.selectFrom('tokens').select('device_id as id').where('device_id', 'is not', null).$narrowType<{ id: NotNull }>();

/** Returns whether any lived until now. */
async function endDevices<T extends keyof Tables>(
  db: Db,
  devices: SelectQueryBuilder<Tables, T, { id: number }>,
  now: number,
  { isExpired = false } = {},
): Promise<boolean> {
  const ended = await db
    .updateTable('devices')
    .set({ revoked_at: now })
    .where('id', 'in', devices)
    .where('revoked_at', 'is', null)
    .returning(['id', 'profile_id'])
    .execute();
  if (ended.length > 0) await count(db, -ended.length);
  for (const { id: device, profile_id: profile } of ended)
    await record(db, { kind: 'device.removed', profile, device }, { by: isExpired ? null : profile, now });
  return ended.length > 0;
}

async function count(db: Db, more: number): Promise<void> {
  await db
    .insertInto('counters')
    .values({ name: 'devices', value: more })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((e) => ({ value: e('counters.value', '+', more) })))
    .execute();
}
