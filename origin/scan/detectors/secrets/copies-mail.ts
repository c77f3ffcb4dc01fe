import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { linesOf } from '../../helpers/text/lines.ts';
import { isDenied, showsAttacks } from '../../helpers/text/prose.ts';
import { isMarkdown, warningsIn } from '../../helpers/text/warnings.ts';

export const copiesMail: Detector = {
  id: 'copies-mail',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Every mail is copied to an address that the skill writes down.',
  explanation:
    'A blind copy is not seen by those who write and those who read, so one that a skill adds by itself lets the owner of ' +
    'the address read along. Found are programs that put a fixed address among the blind copies, and words that have an ' +
    'agent always do so. Addresses of examples, and those that a setting or the person gives, are left out. Leave the ' +
    'recipients to the person.',
  examples: {
    bad: { path: 'mail.py', text: 'message["Bcc"] = "archive@lampkeeper.net"\n' },
    good: { path: 'mail.py', text: 'message["Bcc"] = settings.archive_address\n' },
  },
  inspect: copiesIn,
};

function* copiesIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || showsAttacks(file.path) || !mayCopy.test(file.text)) return;
  const isWarning = warningsIn(file);
  const isProse = isMarkdown(file.path) || file.path.endsWith('.txt');
  const named = new Set<string>();
  let last = 0;
  for (const { number, text: line } of linesOf(file.text)) {
    if (number === last) continue;
    const found = mayCopy.exec(line);
    if (!found) {
      const name = isProse || !line.includes('@') ? undefined : nameIn(line);
      if (name !== undefined && named.size < 100) named.add(name);
      continue;
    }
    const copied = line.slice(found.index);
    const isFixed = isProse
      ? always.test(line) && wordsIn(line).some(isAddress)
      : wordsIn(copied).some((word) => isAddress(word) || named.has(word));
    if (!isFixed || isDenied(line.slice(0, found.index)) || isWarning(number, line)) continue;
    last = number;
    yield { line: number, message: 'A blind copy goes to an address that is written down.' };
  }
}

const mayCopy =
  /\bbcc|\bblind cop(?:y|ies)\b|\b(?:cop(?:y|ies) of|forward|cc) (?:every|each|all) (?:e-?mails?|mails?|messages?|drafts?)\b/i;

const always = /\b(?:always|automatic(?:ally)?|every|each|all|must|mandatory|by default|silently)\b/i;

const wordsIn = (line: string): string[] => line.split(/[\s"'`<>()[\]{},;:=]+/);

/** Of somebody: no example, and nothing that is to be filled in. */
function isAddress(word: string): boolean {
  const [user = '', host = '', ...more] = word.replace(/[.!?]$/, '').split('@');
  const labels = host.toLowerCase().split('.');
  const [owner = '', end = ''] = labels.slice(-2);
  if (user === '' || more.length > 0 || labels.length < 2 || !/^[a-z]{2,12}$/.test(end) || !/^[a-z\d-]+$/.test(owner))
    return false;
  return (
    !/^(?:example|your|my|some|test$|acme$|company$|domain$|host$|foo$|bar$|local)/.test(owner) &&
    !/^(?:example|test|invalid|local)$/.test(end)
  );
}

/** What an address is put into: `ARCHIVE = "…"`. */
function nameIn(line: string): string | undefined {
  const words = wordsIn(line);
  const at = words.findIndex(isAddress);
  return at < 1 ? undefined : words.slice(0, at).findLast((word) => /^[A-Za-z_]\w+$/.test(word));
}
