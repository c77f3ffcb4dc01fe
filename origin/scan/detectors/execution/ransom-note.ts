import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { isAboutAttacks, isQuoted, sentencesOf } from '../../helpers/text/prose.ts';

export const ransomNote: Detector = {
  id: 'ransom-note',
  severity: 'high',
  consequence: 'advise',
  summary: 'A text says that files were encrypted and what to pay for them.',
  explanation:
    'Ransomware leaves a note. A sentence counts that says to its reader that their files are encrypted or stolen, in a file ' +
    'that also asks for coins or names a deadline. Descriptions of such attacks are left out. Remove it; where a test needs ' +
    'one, make it at run time.',
  examples: {
    bad: { path: 'notes.py', text: 'note = "All your files have been encrypted. Send 0.1 BTC to get the key."\n' },
    good: { path: 'SKILL.md', text: 'A ransomware attack tells its victims that their files are encrypted.\n' },
  },
  inspect: notesIn,
};

function* notesIn({ text, isText }: ScannedFile): Generator<Place> {
  if (
    !isText ||
    !/encrypted|stolen|locked/i.test(text) ||
    !/\b(?:BTC|bitcoin|monero|XMR|ransom|wallet address)\b/i.test(text)
  )
    return;
  for (const { text: sentence, lineOf } of sentencesOf(text)) {
    const found = claims.exec(sentence);
    if (
      !found ||
      isAboutAttacks(sentence) ||
      (isQuoted(sentence, found.index, found.index + found[0].length) && /\b(?:says?|like|such as)\b/i.test(sentence))
    )
      continue;
    yield { line: lineOf(found.index), message: 'The text is a ransom note.' };
  }
}

const claims =
  /\b(?:all )?(?:of )?your (?:\w{3,12} )?(?:files|data|documents|computer|system) (?:(?:has|have|is|are|was|were) )(?:now )?(?:been )?(?:encrypted|locked|stolen)\b/i;
