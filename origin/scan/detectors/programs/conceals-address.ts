import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { hostsOf, isLocalHost } from '../../helpers/sending/destinations.ts';
import { addressesIn } from '../../helpers/sending/hosts.ts';
import { type Data, type Effect, hole } from '../../programs/effect.ts';

export const concealsAddress: BundleDetector = {
  id: 'conceals-address',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program prints or calls an address that nobody can read in the bundle.',
  explanation:
    'The scan computes what a program makes of its constants: codes, shuffled or shifted characters, pieces in another ' +
    'order. An address that comes out of it, and stands in no file, was hidden from whoever reads the bundle; printed, ' +
    'it is often an order to an agent. Addresses whose host stands somewhere in the bundle, and those of which a part is ' +
    'unknown, are left out. Write addresses as they are.',
  examples: {
    bad: {
      path: 'notes.py',
      text: 'codes = "107,119,119,115,118,61,50,50,106,49,119,104,118,119".split(",")\nprint("".join(chr(int(c) - 3) for c in codes))\n',
    },
    good: { path: 'notes.py', text: 'host = "d.test"\nprint("https://" + host + "/docs")\n' },
  },
  inspectBundle: concealed,
};

/** Characters that are searched for hosts; of a bundle with more, the rest of its hosts is let pass. */
const maxSearched = 50_000_000;

function* concealed({ files, effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  const known = new Map<string, boolean>();
  const places = new Set<string>();
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  const isReadable = (host: string): boolean => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const isLast = (known.size + 1) * size > maxSearched;
    // A part before a name that can be read, as of a region, conceals nothing.
    const pattern = new RegExp(host.split('.').slice(-2).join('\\.'), 'i');
    known.set(host, isLast || files.some(({ text }) => pattern.test(text)));
    return known.get(host) ?? true;
  };
  for (const effect of effects) {
    const hosts = hostsIn(effect).filter((host) => /^[\w-]{1,63}(?:\.[\w-]{1,63})+$/.test(host) && !isLocalHost(host));
    const place = `${effect.at.path}:${effect.at.line}`;
    if (!places.has(place) && hosts.some((host) => !isReadable(host))) {
      places.add(place);
      yield { ...effect.at, message: 'The program makes an address that stands nowhere in the bundle.' };
    }
  }
}

function hostsIn(effect: Effect): string[] {
  switch (effect.does) {
    case 'fetch':
      return whole(effect.from).flatMap((text) => hostsOf({ ...effect.from, texts: [text] }));
    case 'send':
      return whole(effect.to).flatMap((text) => hostsOf({ ...effect.to, texts: [text] }));
    case 'print':
      return effect.what.texts.flatMap((text) => [...addressesIn(text.slice(0, 5000))].map(({ host }) => host));
    default:
      return [];
  }
}

/** Those of which the host is known. */
const whole = ({ texts }: Data): string[] =>
  texts.filter(
    (text) => /^https?:\/\/[^/]+/.test(text) && !(/^https?:\/\/[^/?#]*/.exec(text)?.[0] ?? '').includes(hole),
  );
