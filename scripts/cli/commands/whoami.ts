import { type Context, exitCodes, type Outcome } from '../context.ts';

export async function whoami(context: Context): Promise<Outcome> {
  const { origin, originUrl } = await context.registry();
  const { bold } = context.terminal.style;
  const device_name = context.config.stored.tokens[originUrl]?.device?.device_name ?? null;
  const json = { registry: originUrl, ...(await origin.whoami({})), device_name };
  const { authenticated, handle, token_class } = json;
  if (!authenticated) {
    const text = `Nobody is signed in at ${originUrl}. Sign in: skill-registry login`;
    return { text, json, exitCode: exitCodes.signIn };
  }
  const who = handle ? bold(handle) : 'Someone without a handle';
  const machine = device_name ? `\nThis machine is paired as “${device_name}”.` : '';
  return { text: `${who} at ${originUrl} (${token_class})${machine}`, json };
}
