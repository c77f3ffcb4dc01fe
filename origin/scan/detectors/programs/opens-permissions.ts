import { lastSegment } from '../../../contract/grammar/segments.ts';
import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import type { Effect } from '../../programs/effect.ts';

export const opensPermissions: BundleDetector = {
  id: 'opens-permissions',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A command lets everybody write to a file or a folder.',
  explanation:
    'After “chmod 777” every account and every program of the machine can replace what stands there, also what is run ' +
    'from there later. Found are commands and calls that give all rights, or the right to write, to everybody. Rights ' +
    'for the owner or a group are left out. Give rights to the account that needs them.',
  examples: {
    bad: { path: 'setup.sh', text: 'chmod -R 777 /srv/shared\n' },
    good: { path: 'setup.sh', text: 'chmod 755 /srv/shared\nchmod +x run.sh\n' },
  },
  inspectBundle: openings,
};

function* openings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects)
    if (effect.does === 'run' && isOpening(effect)) yield { ...effect.at, message: 'Everybody may write there.' };
}

function isOpening({ program, words }: Effect & { does: 'run' }): boolean {
  const texts = words.map((word) => word.texts[0] ?? '');
  const name = lastSegment(program).toLowerCase();
  // Without a file it only names the command.
  if (name === 'chmod')
    return (
      words.filter((_, at) => !texts[at]?.startsWith('-')).length > 1 &&
      texts.some((text) => /^[0-7]?[0-7]{2}[2367]$|^(?:\w{0,3}[ao]\w{0,3})[+=]\w{0,2}w\w{0,2}$/.test(text))
    );
  return (
    /^icacls(?:\.exe)?$/.test(name) && texts.some((text) => /^"?(?:Everyone|\*S-1-1-0):\(?\S{0,20}[FM]/i.test(text))
  );
}
