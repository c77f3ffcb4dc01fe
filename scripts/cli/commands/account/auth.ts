/** `auth status` and `auth token`: how this machine is signed in. */
import type { TokenClass } from '../../../../origin/contract/access.ts';
import { type Holder, tokenFor } from '../../config.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../../context.ts';
import { oneLine, onOneLine } from '../../terminal/printable.ts';
import { day } from '../../terminal/table.ts';

/** Whether each token that this machine holds still works, and for whom. Exit code 4 where nobody is signed in. */
export async function status(context: Context): Promise<Outcome> {
  const { config } = context;
  const { origin, originUrl, mirrorUrl } = await context.registry();
  const who = onOneLine(await origin.whoami({}));
  const held = config.stored.tokens[originUrl] ?? {};
  const source = config.givenToken ? 'SKILL_REGISTRY_TOKEN' : config.file;
  const current = who.authenticated
    ? (await tokensOf(origin, who.token_class)).find((token) => token.current)
    : undefined;
  const json = {
    ...{ registry: originUrl, site: mirrorUrl, ...who },
    token_from: tokenFor(config, originUrl, 'session') === undefined ? null : source,
    expires_at: current?.expires_at ?? null,
    stored: Object.keys(held) as Holder[],
    device_name: held.device?.device_name ?? null,
  };
  if (!who.authenticated) {
    const text = `Nobody is signed in at ${originUrl}. Sign in: skill-registry login`;
    return { text, json, exitCode: exitCodes.signIn };
  }
  const lines = [
    `${context.terminal.style.bold(who.handle || 'Someone without a handle')} at ${originUrl}`,
    `Token: ${who.token_class}, from ${source}, with the scopes ${(who.scopes ?? []).join(', ')}`,
    ...(json.expires_at === null ? [] : [`Ends on ${day(json.expires_at)}, later if it is used`]),
    ...(held.device ? [`This machine is paired as “${oneLine(held.device.device_name)}”`] : []),
  ];
  return { text: lines.join('\n'), json };
}

/** Only a person's own token may list tokens. */
async function tokensOf(origin: Awaited<ReturnType<Context['registry']>>['origin'], tokenClass?: TokenClass) {
  return tokenClass === 'session' ? (await origin.listTokens({})).tokens : [];
}

/** Prints the token itself, for other programs of this person. */
export async function token(context: Context, options: { device?: true }): Promise<Outcome> {
  const { originUrl } = await context.registry();
  const holder: Holder = options.device ? 'device' : 'session';
  const { givenToken, stored } = context.config;
  const found = givenToken ?? stored.tokens[originUrl]?.[holder]?.token;
  if (found === undefined) {
    const how = options.device ? 'pair' : 'login';
    throw new Failure(
      `This machine has no ${holder} token of ${originUrl}. Get one: skill-registry ${how}`,
      exitCodes.signIn,
    );
  }
  return { text: found, json: { registry: originUrl, token: found } };
}
