/** Pairing: shows what asks for a token under a code, and lets the person decide (CONTRACT.md, Writes). */
import { answer, fill, part, say, textIn } from './forms/form.ts';
import { call } from './requests/call.ts';
import { signedIn } from './requests/signedIn.ts';

type Pairing = Awaited<ReturnType<typeof call<'getPairing'>>>;

const kept = 'pairing-code';

const classes: Record<string, string> = {
  device: 'A device that syncs the skills you approve',
  session: 'A program that acts as you, but can’t create tokens or change how you sign in',
};

const mays: Record<string, string> = {
  read: 'read everything you can, including private skills',
  sync: 'download the skills you approved',
  publish: 'publish and change skills and kits as you',
  claim: 'change your profile, handle, library and devices',
};

const results: Partial<Record<Pairing['status'], string>> = {
  approved: 'Approved. The device gets its token within seconds. Continue there.',
  refused: 'Refused. The device gets no token. You don’t need to do anything else.',
  redeemed: 'The device has its token. You can revoke it in Settings at any time.',
};

/** The code of the page's address; it leaves the address at once, and waits in this tab while somebody signs in. */
function codeHere(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('code');
  if (given) {
    sessionStorage.setItem(kept, given.slice(0, 20));
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(kept) ?? '';
}

function ageOf(time: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - time) / 60));
  return minutes === 0 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}

let shownCode = '';

function show(pairing: Pairing): void {
  shownCode = pairing.user_code;
  part('ask').hidden = true;
  part('said').hidden = true;
  part('asking').hidden = false;
  fill(part('asking'), {
    name: pairing.device_name,
    code: pairing.user_code,
    class: classes[pairing.token_class] ?? pairing.token_class,
    address: pairing.address,
    age: ageOf(pairing.created_at),
  });
  part('scopes').replaceChildren(
    ...pairing.scopes.map((scope) => {
      const item = document.createElement('li');
      item.textContent = mays[scope] ?? scope;
      return item;
    }),
  );
  const result = results[pairing.status];
  part('decide').hidden = part('not-you').hidden = result !== undefined;
  part('result').textContent = result ?? '';
}

async function lookUp(code: string): Promise<void> {
  show(await call('getPairing', { code }));
  part('asking-title').focus();
}

answer(part<HTMLFormElement>('ask'), async (data) => {
  part('said').hidden = true;
  await lookUp(textIn(data, 'code'));
  return undefined;
});

for (const [id, operation] of [
  ['approve', 'approvePairing'],
  ['refuse', 'refusePairing'],
] as const) {
  answer(part<HTMLFormElement>(id), async () => {
    show(await call(operation, { code: shownCode }));
    return undefined;
  });
}

async function begin(): Promise<void> {
  const code = codeHere();
  await signedIn();
  part('ask').hidden = false;
  if (!code) return;
  sessionStorage.removeItem(kept);
  part<HTMLInputElement>('code').value = code;
  await lookUp(code);
}

begin().catch((error: Error) => say(error.message));
