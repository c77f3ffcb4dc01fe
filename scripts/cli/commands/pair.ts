import type { Context, Outcome } from '../context.ts';
import { machineName, pairAs } from '../registry/pairing.ts';

/** Makes this machine one of a person's devices: it may read and sync, and nothing more. */
export async function pair(context: Context, options: { name?: string }): Promise<Outcome> {
  const { registry, paired } = await pairAs(context, 'device', options.name ?? machineName());
  const { handle, device_name, scopes, expires_at } = paired;
  const { bold } = context.terminal.style;
  const whose = handle ? ` of ${bold(handle)}` : '';
  return {
    text: `“${device_name}” is now a device${whose} at ${registry.originUrl}. Next: skill-registry sync`,
    json: { registry: registry.originUrl, handle, device_name, token_class: 'device', scopes, expires_at },
  };
}
