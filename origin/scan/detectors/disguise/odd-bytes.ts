import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';

export const oddBytes: Detector = {
  id: 'odd-bytes',
  severity: 'low',
  consequence: 'advise',
  summary: 'A text file is not UTF-8.',
  explanation:
    'Programs and agents disagree on what such bytes are, so a file with them may read differently than it looks, and ' +
    'scanners that give up on it miss what else it says. The rules here read it all the same: as UTF-16 where it is that, ' +
    'and single bytes that fit nowhere as Windows-1252. Store the file as UTF-8.',
  examples: {
    bad: { path: 'NOTES.md', text: 'caf\xe9 au lait\n', isText: false },
    good: { path: 'NOTES.md', text: 'café au lait\n' },
  },
  inspect: oddIn,
};

function* oddIn({ text, odd = [] }: ScannedFile): Generator<Place> {
  const lineOf = lineFinder(text);
  let last = 0;
  for (const offset of odd) {
    const line = lineOf(Math.max(0, offset));
    if (line === last) continue;
    last = line;
    yield { line, message: 'The text has bytes here that are not UTF-8.' };
  }
}
