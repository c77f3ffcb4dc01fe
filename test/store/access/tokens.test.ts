import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TokenClass, tokenClasses, tokenClassNames } from '../../../origin/contract/access.ts';
import { callerOf, mintToken } from '../../../origin/store/access/tokens.ts';
import { openUses, writeUses } from '../../../origin/store/access/uses.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addKit, suspend } from '../../scene.ts';

const day = 24 * 60 * 60;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Six base62 digits of a CRC-32, most significant first. */
function checksum(text: string): string {
  let rest = BigInt(crc32(text));
  const digits = Array.from({ length: 6 }, () => {
    const digit = base62[Number(rest % 62n)];
    rest /= 62n;
    return digit;
  });
  return digits.reverse().join('');
}

const codeOf = (registry: TestRegistry, token: string): Promise<string> =>
  callerOf(registry.engine.db, token, registry.clock.now).then(
    () => 'accepted',
    (error) => error.code,
  );

describe.each(engineNames)('tokens on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let kitId: number;
  const start = 1_790_000_000;
  const mint = (handle: string, tokenClass: TokenClass = 'session') =>
    registry.tokenFor(handle, tokenClass, tokenClass === 'kit' ? kitId : undefined);
  const revoke = (token: string) =>
    registry.engine.write(async (db) => {
      const { tokenId } = await callerOf(db, token, start);
      await db.updateTable('tokens').set({ revoked_at: start }).where('id', '=', tokenId).execute();
    });
  const enableMcp = (handle: string) =>
    registry.engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: 1 }).where('handle', '=', handle).execute(),
    );

  beforeAll(async () => {
    registry = await openRegistry(name);
    kitId = await addKit(registry, 'owner', 'tools', []);
    await enableMcp('owner');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it.each(tokenClassNames)(
    'of the class %s have its prefix, 32 random characters and a checksum',
    async (tokenClass) => {
      const token = await mint('owner', tokenClass);
      const { prefix } = tokenClasses[tokenClass];
      expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(token.slice(-6)).toBe(checksum(token.slice(0, -6)));
      expect(await mint('owner', tokenClass)).not.toBe(token);
    },
  );

  it('leave only their hash in the store', async () => {
    const token = await mint('owner');
    const rows = await registry.engine.db.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(6, 38));
    expect(rows.map((row) => row.hash)).toContain(createHash('sha256').update(token).digest('hex'));
  });

  it('with a typing error are refused without asking the store', async () => {
    const token = await mint('owner');
    const other = token.at(20) === 'a' ? 'b' : 'a';
    const unreachable = new Proxy({} as Db, { get: () => expect.fail('the store was asked') });
    for (const wrong of [
      token.slice(0, 20) + other + token.slice(21),
      token.slice(0, -1),
      `${token}0`,
      'svc_x_0',
      '',
    ]) {
      await expect(callerOf(unreachable, wrong, start)).rejects.toMatchObject({ code: 'token_invalid' });
    }
  });

  it('can’t be invented, nor given the prefix of another class', async () => {
    const invented = `svc_s_${'a'.repeat(32)}`;
    expect(await codeOf(registry, invented + checksum(invented))).toBe('token_invalid');
    const widened = `svc_s_${(await mint('owner', 'device')).slice(6, 38)}`;
    expect(await codeOf(registry, widened + checksum(widened))).toBe('token_invalid');
  });

  it.each([
    ['session', 30],
    ['device', 90],
  ] as const)('of the class %s expire after %i days without use', async (tokenClass, days) => {
    const token = await mint('owner', tokenClass);
    const caller = (now: number) => callerOf(registry.engine.db, token, now);
    await expect(caller(start + days * day - 1)).resolves.toMatchObject({ tokenClass });
    await expect(caller(start + days * day)).rejects.toMatchObject({ code: 'token_expired' });
  });

  it.each(['kit', 'mcp'] as const)('of the class %s last until they are revoked', async (tokenClass) => {
    const token = await mint('owner', tokenClass);
    await expect(callerOf(registry.engine.db, token, start + 10_000 * day)).resolves.toMatchObject({ tokenClass });
    await revoke(token);
    expect(await codeOf(registry, token)).toBe('token_revoked');
  });

  it('slide: a use on the last day lasts as long again', async () => {
    await using own = await openRegistry(name);
    const token = await own.tokenFor('anna');
    for (let uses = 0; uses < 3; uses += 1) {
      own.clock.now += 30 * day - 1;
      expect((await own.get('/whoami', { authorization: `Bearer ${token}` })).status).toBe(200);
    }
    own.clock.now += 30 * day;
    expect((await own.get('/whoami', { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('have their first use written at once, and later ones once a minute for all', async () => {
    await using own = await openRegistry(name);
    const token = await own.tokenFor('anna');
    const lastUse = async () => (await callerOf(own.engine.db, token, own.clock.now)).lastUsedAt;
    expect(await lastUse()).toBe(null);
    const use = (text = token) => own.get('/whoami', { authorization: `Bearer ${text}` });
    await use();
    expect(await lastUse()).toBe(start);
    const other = await own.tokenFor('ben');
    await use(other);
    for (const seconds of [30, 300]) {
      const before = await lastUse();
      own.clock.now = start + seconds;
      await Promise.all([use(), use(), use(other)]);
      expect(await lastUse()).toBe(before);
      own.clock.now += 20;
      await own.writeUses();
      expect(await lastUse()).toBe(start + seconds);
    }
    const { lastUsedAt } = await callerOf(own.engine.db, other, own.clock.now);
    expect(lastUsedAt).toBe(start + 300);
  });

  it('that are about to end go on where they are used, and have a use of a wrong clock put right', async () => {
    await using own = await openRegistry(name);
    const token = await own.tokenFor('anna');
    const whoami = async () => (await own.get('/whoami', { authorization: `Bearer ${token}` })).status;
    await whoami();
    own.clock.now += 30 * 24 * 3600 - 90;
    for (const seconds of [0, 60, 60, 60]) {
      own.clock.now += seconds;
      expect(await whoami()).toBe(200);
    }
    own.clock.now += 3 * 24 * 3600;
    await whoami();
    await own.writeUses();
    own.clock.now -= 2 * 24 * 3600;
    await whoami();
    expect((await callerOf(own.engine.db, token, own.clock.now)).lastUsedAt).toBe(own.clock.now);
  });

  it('keep the later use of another origin, and theirs where it could not be written', async () => {
    await using own = await openRegistry(name);
    const token = await own.tokenFor('anna');
    const use = async () => void (await own.get('/whoami', { authorization: `Bearer ${token}` }));
    const stored = async () => (await callerOf(own.engine.db, token, own.clock.now)).lastUsedAt;
    await use();
    own.clock.now += 10;
    await use();
    const [row] = await own.engine.db.selectFrom('tokens').select('id').where('last_used_at', 'is not', null).execute();
    const elsewhere = { tokenId: row?.id ?? 0, tokenClass: 'session' as const, at: start + 15 };
    await own.engine.write((db) => writeUses(db, [elsewhere], start + 15));
    await own.writeUses();
    expect(await stored()).toBe(start + 15);
    const uses = openUses();
    uses.ofToken({ ...elsewhere, at: start + 20 });
    const failing = { write: () => Promise.reject(new Error('full')) };
    await expect(uses.write(failing, start + 20)).rejects.toThrow('full');
    await uses.write(own.engine, start + 21);
    expect(await stored()).toBe(start + 20);
  });

  it('stop with their owner’s suspension, and work again after it', async () => {
    const token = await mint('mallory');
    await suspend(registry, 'mallory', true);
    expect(await codeOf(registry, token)).toBe('token_revoked');
    await suspend(registry, 'mallory', false);
    expect(await codeOf(registry, token)).toBe('accepted');
  });

  it('of the class mcp work only while their owner has the link enabled', async () => {
    const token = await registry.tokenFor('maria', 'mcp');
    expect(await codeOf(registry, token)).toBe('token_revoked');
    await enableMcp('maria');
    expect(await codeOf(registry, token)).toBe('accepted');
  });

  it('of the class kit are for one kit, and no other class is', async () => {
    const { profileId } = await callerOf(registry.engine.db, await mint('owner'), start);
    const minting = (token: { class: TokenClass; kitId?: number }) =>
      registry.engine.write((db) => mintToken(db, { ...token, profileId }, start));
    await expect(minting({ class: 'kit' })).rejects.toThrow('one kit');
    await expect(minting({ class: 'session', kitId })).rejects.toThrow('one kit');
  });
});
