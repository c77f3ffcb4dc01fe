import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { changeStored, type Holder } from '../config.ts';
import { type Context, exitCodes, Failure, type Outcome, Unreachable } from '../context.ts';
import type { Registry } from '../registry/registry.ts';

/** Forgets the person's token, with `device` the machine's too; each is revoked at the origin where that can be done. */
export async function logout(context: Context, options: { device?: boolean }): Promise<Outcome> {
  const { config, terminal } = context;
  if (config.givenToken) {
    throw new Failure('SKILL_REGISTRY_TOKEN is set: unset it, and revoke the token on the site.', exitCodes.usage);
  }
  const registry = await context.registry();
  const { originUrl, mirrorUrl } = registry;
  const held = config.stored.tokens[originUrl] ?? {};
  const ending = (options.device ? (['device', 'session'] as const) : (['session'] as const)).filter(
    (holder) => held[holder],
  );
  const revoked: Holder[] = [];
  for (const holder of ending) {
    if (await isRevoked(registry, holder, held)) revoked.push(holder);
    else terminal.note(`Couldn’t revoke the ${holder} token. Revoke it at ${mirrorUrl}${pages.settingsPage.path}.`);
  }
  await changeStored(config, ({ tokens }) => {
    for (const holder of ending) delete tokens[originUrl]?.[holder];
  });
  const paired =
    !options.device && held.device ? ' This machine is still paired; `logout --device` unpairs it too.' : '';
  const text = ending.length ? `Signed out at ${originUrl}.` : `Nobody was signed in at ${originUrl}.`;
  return { text: text + paired, json: { registry: originUrl, forgotten: ending, revoked } };
}

async function isRevoked(
  { origin }: Registry,
  holder: Holder,
  held: Context['config']['stored']['tokens'][string],
): Promise<boolean> {
  try {
    if (holder === 'session') return await revokeCurrent(origin);
    return held.session !== undefined && (await removeDeviceNamed(origin, held.device?.device_name ?? ''));
  } catch (error) {
    // What has ended already needs no end.
    if (error instanceof RegistryError) return error.status === 401 && holder === 'session';
    if (error instanceof Unreachable) return false;
    throw error;
  }
}

async function revokeCurrent(origin: Registry['origin']): Promise<boolean> {
  const { tokens } = await origin.listTokens({});
  const own = tokens.find(({ current }) => current);
  if (own) await origin.revokeToken({ id: own.id });
  return own !== undefined;
}

/** A machine's token may not end itself, and says no more of itself than its name. */
async function removeDeviceNamed(origin: Registry['origin'], wanted: string): Promise<boolean> {
  const { devices } = await origin.listDevices({});
  const [device, another] = devices.filter(({ name }) => name === wanted);
  if (!device || another) return false;
  await origin.removeDevice({ id: device.id });
  return true;
}
