/** Getting a token by a code that the person approves in a browser (CONTRACT.md, Pairing; RFC 8628). */
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { openInBrowser } from '../browser.ts';
import { changeStored, type Holder } from '../config.ts';
import { type Context, exitCodes, Failure, Unreachable } from '../context.ts';
import { mayCarryTokens } from './address.ts';
import type { Registry } from './registry.ts';

/** Seconds that `slow_down` adds to the pause between two polls (RFC 8628, section 3.5). */
const slowDown = 5;

/** The name a machine goes by where nobody gave one. */
export const machineName = (): string => hostname().slice(0, 100) || 'a machine';

/** Pairs, and keeps the token for the registry. Rejects with `Failure` where it is refused or nobody approves. */
export async function pairAs(
  context: Context,
  holder: Holder,
  name: string,
): Promise<{ registry: Registry; paired: Output<'redeemPairing'> }> {
  const { config, terminal } = context;
  const registry = await context.registry();
  const { originUrl } = registry;
  if (!mayCarryTokens(new URL(originUrl))) {
    throw new Failure(`${originUrl} is not encrypted, so the CLI asks for no token there. The registry needs https.`);
  }
  // A token is handed out once: better to learn before that there is no place to keep it.
  await changeStored(config, () => undefined);
  const paired = await approvedToken(context, registry, { device_name: name, class: holder });
  const { token, handle, device_name } = paired;
  await changeStored(config, (stored) => {
    stored.tokens[originUrl] = { ...stored.tokens[originUrl], [holder]: { token, handle, device_name } };
    stored.registry = config.registryUrl;
  });
  if (config.givenToken) terminal.note('SKILL_REGISTRY_TOKEN is set and takes precedence over the token stored now.');
  return { registry, paired };
}

async function approvedToken(
  context: Context,
  registry: Registry,
  body: { device_name: string; class: Holder },
): Promise<Output<'redeemPairing'>> {
  const { signal, terminal } = context;
  const { originAnonymously: origin } = registry;
  const { pairing_id, user_code, verification_url, interval, expires_in } = await origin.startPairing({ body });
  const { bold } = terminal.style;
  terminal.note(`Open ${bold(verification_url)}\nand enter the code ${bold(user_code)} for “${body.device_name}”.`);
  if (openInBrowser(context, registry, verification_url)) terminal.note('Opening your browser.');
  terminal.note(`Waiting for approval, at most ${Math.round(expires_in / 60)} minutes …`);
  const deadline = Date.now() + expires_in * 1000;
  for (let pause = interval; Date.now() + pause * 1000 < deadline; ) {
    await wait(pause * 1000, undefined, { signal });
    try {
      return await origin.redeemPairing({ pairing: pairing_id });
    } catch (error) {
      pause = nextPause(error, pause);
    }
  }
  throw new Failure(`The code ${user_code} was not approved in time. Start again.`, exitCodes.signIn);
}

/** Seconds until the next poll, where there is a reason to go on; throws what ends the waiting. */
function nextPause(error: unknown, pause: number): number {
  if (error instanceof Unreachable) return pause;
  if (!(error instanceof RegistryError)) throw error;
  const { status, code, body } = error;
  if (code === 'authorization_pending' || status >= 500) return pause;
  if (status === 429) return Math.max(pause + slowDown, Number(body['retry_after']) || 0);
  if (code === 'forbidden') throw new Failure('The pairing was refused on the site.', exitCodes.signIn);
  if (code === 'not_found') {
    throw new Failure('The code has expired or was already used. Start again.', exitCodes.signIn);
  }
  throw error;
}
