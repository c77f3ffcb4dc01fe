import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { vendorOf } from '../../helpers/sending/destinations.ts';

export const gathersSecrets: BundleDetector = {
  id: 'gathers-secrets',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A program puts the secrets of several services into one text.',
  explanation:
    'Each key belongs to one service, so nothing needs two of them in one text: what gathers them is about to store or ' +
    'send them, if not in these lines then in the next version, or by the agent that reads what the program prints. Keys ' +
    'of one service, one key by itself, and keys that are used where they are read are left out. Hand each key to its own ' +
    'service.',
  examples: {
    bad: {
      path: 'audit.py',
      text: [
        'import json, os',
        'held = {"a": os.environ["MAIL_API_KEY"], "b": os.environ["STORE_SECRET_KEY"]}',
        'line = json.dumps(held)',
        '',
      ].join('\n'),
    },
    good: {
      path: 'audit.py',
      text: 'import json, os\nline = json.dumps({"is_set": bool(os.environ["MAIL_API_KEY"])})\n',
    },
  },
  inspectBundle: gatherings,
};

function* gatherings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'pack') continue;
    const secrets = effect.what.sources.filter(({ origin, isPart }) => origin === 'secret' && !isPart);
    const services = new Set(secrets.filter(({ name }) => !/[./]/.test(name)).map(({ name }) => vendorOf(name)));
    if (services.size >= 2) yield { ...effect.at, message: 'Secrets of several services are put into one text.' };
  }
}
