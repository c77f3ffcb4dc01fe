import { pages } from '../../../origin/contract/pages.ts';
import type { Context, Outcome } from '../context.ts';
import { machineName, pairAs } from '../registry/pairing.ts';

/** Signs a person in: to publish, approve and change what is theirs. */
export async function login(context: Context): Promise<Outcome> {
  const { registry, paired } = await pairAs(context, 'session', machineName());
  const { handle, scopes, expires_at } = paired;
  const { bold } = context.terminal.style;
  const text = handle
    ? `Signed in as ${bold(handle)} at ${registry.originUrl}.`
    : `Signed in at ${registry.originUrl}. Claim a handle at ${registry.mirrorUrl}${pages.settingsPage.path} to publish.`;
  return { text, json: { registry: registry.originUrl, handle, token_class: 'session', scopes, expires_at } };
}
