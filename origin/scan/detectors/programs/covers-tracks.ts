import { lastSegment } from '../../../contract/grammar/segments.ts';
import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import type { Effect } from '../../programs/effect.ts';

export const coversTracks: BundleDetector = {
  id: 'covers-tracks',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program deletes logs of the system or the history of the shell.',
  explanation:
    'Logs and the history of the shell are how people learn what ran on their machine. Found is what deletes or empties ' +
    'them: files below /var/log, the history of shells, the event logs of Windows. Logs of the project, and reading ' +
    'any of them, are left out. Let a log rotate on its own, or name your own file.',
  examples: {
    bad: { path: 'clean.sh', text: 'rm -rf /var/log/audit/*\n' },
    good: { path: 'clean.sh', text: 'rm -rf ./logs/*\ntail /var/log/syslog\n' },
  },
  inspectBundle: deletions,
};

const history =
  /(?:^|[/\\~])\.(?:bash|zsh|sh|python|node_repl|psql|mysql|lesshst)_?history$|ConsoleHost_history\.txt$/i;
const logs = /^\/(?:private\/)?var\/log(?:\/|$)|^\/var\/(?:adm|audit)\/|^\/Library\/Logs\b|winevt[\\/]Logs/i;

function* deletions({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects)
    if (isCovering(effect)) yield { ...effect.at, message: 'Logs or the history of the shell are deleted.' };
}

function isCovering(effect: Effect): boolean {
  switch (effect.does) {
    case 'delete':
      return effect.path.texts.some((text) => logs.test(text) || history.test(text));
    case 'write':
      return effect.path.texts.some((text) => history.test(text));
    case 'run': {
      const words = effect.words.map((word) => word.texts[0] ?? '');
      const program = lastSegment(effect.program).toLowerCase();
      if (program === 'history') return /^-\w?c/.test(words[0] ?? '');
      if (program === 'unset') return words.includes('HISTFILE');
      if (/^(?:truncate|shred)$/.test(program)) return words.some((word) => logs.test(word) || history.test(word));
      return /^wevtutil(?:\.exe)?$/.test(program)
        ? /^c(?:l|lear-log)$/i.test(words[0] ?? '')
        : program === 'clear-eventlog';
    }
    default:
      return false;
  }
}
