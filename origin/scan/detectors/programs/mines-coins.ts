import { lastSegment } from '../../../contract/grammar/segments.ts';
import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import type { Data, Effect } from '../../programs/effect.ts';

export const minesCoins: BundleDetector = {
  id: 'mines-coins',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program mines coins.',
  explanation:
    'Programs that compute coins for somebody else on the machine of the person: known miners that are started or ' +
    'installed, and addresses of pools in what is run, sent or written. Sentences about mining are left out, since ' +
    'only what programs and commands do is looked at.',
  examples: {
    bad: { path: 'warm.sh', text: './xmrig -o stratum+tcp://pool.example:3333 -u wallet\n' },
    good: { path: 'warm.sh', text: 'echo "no miner here"\n' },
  },
  inspectBundle: mining,
};

const miners =
  /^(?:xmrig|xmr-stak|minerd|cpuminer(?:-\w+)?|ethminer|nbminer|t-rex|lolminer|phoenixminer|cgminer|bfgminer)(?:\.exe)?$/i;
const pools = /\bstratum\+(?:tcp|ssl|tls):\/\//;

function* mining({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (isMiner(effect) || dataIn(effect).some(({ texts }) => texts.some((text) => pools.test(text))))
      yield { ...effect.at, message: 'A miner is started, installed, or set up.' };
  }
}

const isMiner = (effect: Effect): boolean =>
  (effect.does === 'run' && miners.test(lastSegment(effect.program))) ||
  (effect.does === 'install' && miners.test(effect.name));

const dataIn = (effect: Effect): readonly Data[] => {
  if (effect.does === 'run') return /^(?:grep|rg|egrep|echo)$/.test(effect.program) ? [] : effect.words;
  return effect.does === 'write' ? [effect.what] : effect.does === 'fetch' ? [effect.from] : [];
};
