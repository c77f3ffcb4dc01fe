import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';

export const locksFiles: BundleDetector = {
  id: 'locks-files',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program encrypts files and takes the originals away.',
  explanation:
    'Files that are listed, encrypted and written over or deleted, without a name that a person gave, are what ' +
    'programs do that ask for ransom. Encrypting a copy and leaving the original is left out.',
  examples: {
    bad: {
      path: 'protect.py',
      text: [
        'import os',
        'from cryptography.fernet import Fernet',
        'box = Fernet(Fernet.generate_key())',
        'for name in os.listdir("/home"):',
        '    data = open(name, "rb").read()',
        '    open(name + ".locked", "wb").write(box.encrypt(data))',
        '    os.remove(name)',
        '',
      ].join('\n'),
    },
    good: {
      path: 'protect.py',
      text: [
        'from cryptography.fernet import Fernet',
        'box = Fernet(Fernet.generate_key())',
        'data = open("notes.txt", "rb").read()',
        'open("notes.txt.enc", "wb").write(box.encrypt(data))',
        '',
      ].join('\n'),
    },
  },
  inspectBundle: lockings,
};

function* lockings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  const deleting = new Set(effects.filter(({ does }) => does === 'delete').map(({ at }) => at.path));
  for (const effect of effects) {
    if (effect.does !== 'write' || !deleting.has(effect.at.path)) continue;
    const { origins } = effect.what;
    if (origins.has('encrypted') && (origins.has('file') || origins.has('credentials')))
      yield { ...effect.at, message: 'Files are encrypted, and originals deleted.' };
  }
}
