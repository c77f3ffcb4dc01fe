/** Kit keys, and the hosted MCP link with its tokens. */
import { answer, dayOf, fill, formIn, part, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { begin } from '../requests/signedIn.ts';

type Token = Awaited<ReturnType<typeof call<'listTokens'>>>['tokens'][number];

const mcpForm = part<HTMLFormElement>('mcp');
const mintedText = part('token');
let mcpIsOn = false;

async function showTokens(): Promise<void> {
  const { tokens } = await call('listTokens', {});
  const of = (token_class: Token['token_class']) => tokens.filter((token) => token.token_class === token_class);
  showEach('mcp-tokens', of('mcp'), showToken);
  showEach('kit-keys', of('kit'), showToken);
}

function showToken(row: HTMLElement, { id, token_class, kit, created_at, last_used_at, expires_at }: Token): void {
  const ends = expires_at === null ? 'never expires' : `expires ${dayOf(expires_at)}`;
  fill(row, {
    kit: kit ?? 'A kit that you can no longer see',
    made: dayOf(created_at),
    used: dayOf(last_used_at),
    ends,
  });
  const form = formIn(row);
  const rotate = form.querySelector<HTMLElement>('[value=rotate]');
  if (rotate) rotate.hidden = token_class === 'kit' && kit === null;
  answer(form, async (data) => {
    const rotates = textIn(data, 'act') === 'rotate';
    // The new one first: whatever fails in between, there is one that works.
    if (rotates) await mint(kit === null ? 'mcp' : { kit }, expires_at === null ? undefined : expires_at - created_at);
    await call('revokeToken', { id });
    await showTokens();
    return rotates ? 'Token rotated. The old one no longer works.' : 'Token revoked.';
  });
}

/** Shows the new token, this once. `lifetime` is in seconds; without, it has no end. */
async function mint(what: 'mcp' | { kit: string }, lifetime: number | undefined): Promise<void> {
  const end = lifetime !== undefined && { expires_at: Math.floor(Date.now() / 1000) + lifetime };
  const body = what === 'mcp' ? ({ class: 'mcp', ...end } as const) : ({ class: 'kit', ...what, ...end } as const);
  const { token } = await call('createToken', { body });
  mintedText.textContent = token;
  part('minted').hidden = false;
  part('minted').focus();
}

answer(part<HTMLFormElement>('copy'), async (data) => {
  if (textIn(data, 'done')) {
    mintedText.textContent = '';
    part('minted').hidden = true;
    return undefined;
  }
  try {
    await navigator.clipboard.writeText(mintedText.textContent ?? '');
    return 'Copied.';
  } catch {
    getSelection()?.selectAllChildren(mintedText);
    return 'This browser doesn’t let pages copy. The token is selected: copy it yourself.';
  }
});

/** As the form says; undefined where it says that the token has no end. */
function lifetimeIn(data: FormData): number | undefined {
  const days = textIn(data, 'days');
  return days === '' ? undefined : Number(days) * 86_400;
}

answer(part<HTMLFormElement>('new-mcp'), async (data) => {
  await mint('mcp', lifetimeIn(data));
  await showTokens();
  return undefined;
});

answer(part<HTMLFormElement>('new-kit-key'), async (data) => {
  await mint({ kit: textIn(data, 'kit') }, lifetimeIn(data));
  await showTokens();
  return undefined;
});

function showMcp(isOn: boolean): void {
  mcpIsOn = isOn;
  part('mcp-state').textContent = isOn ? 'The MCP link is on.' : 'The MCP link is off. Your MCP tokens don’t work.';
  (mcpForm.querySelector('button') as HTMLButtonElement).textContent = isOn ? 'Turn off' : 'Turn on';
}

answer(mcpForm, async () => {
  showMcp((await call('updateAccount', { body: { mcp_enabled: !mcpIsOn } })).mcp_enabled);
  return undefined;
});

begin(async ({ mcp_enabled }) => {
  showMcp(mcp_enabled);
  const [{ own, subscribed }] = await Promise.all([call('listOwnKits', {}), showTokens()]);
  const ids = new Set([...own, ...subscribed].map(({ id }) => id));
  part('kits').replaceChildren(...[...ids].map((id) => new Option(id, id)));
});
