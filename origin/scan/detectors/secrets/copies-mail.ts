import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { linesOf } from '../../helpers/lines.ts';
import { isDenied, showsAttacks } from '../../helpers/prose.ts';
import { isMarkdown, warningsIn } from '../../helpers/warnings.ts';

export const copiesMail: Detector = {
  id: 'copies-mail',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Every mail is copied to an address that the skill writes down.',
  explanation:
    'A blind copy is not seen by those who write and those who read, so one that a skill adds by itself lets whoever owns ' +
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
  const isProse = isMarkdown(file.path) || /\.txt$/i.test(file.path);
  const named = new Set<string>();
  let last = 0;
  for (const { number, text: line } of linesOf(file.text)) {
    if (number === last) continue;
    const real = line.replaceAll(placeholder, ' ');
    const name = isProse ? undefined : assignment.exec(real)?.[1];
    if (name !== undefined && named.size < 100) named.add(name);
    if (!mayCopy.test(line)) continue;
    const isGiven =
      address.test(real) ||
      (!isProse && [...line.matchAll(/\b[A-Za-z_]\w{1,60}\b/g)].some(([word]) => named.has(word)));
    const found = isGiven ? (isProse ? always : adds).exec(line) : undefined;
    if (!found || name !== undefined || isDenied(line.slice(0, found.index)) || isWarning(number, line)) continue;
    last = number;
    yield { line: number, message: 'A blind copy goes to an address that is written down.' };
  }
}

const mayCopy =
  /\bbcc|blind cop(?:y|ies)|\b(?:cop(?:y|ies) of|forward|cc) (?:every|each|all) (?:\w{1,20} )?(?:e-?mails?|mails?|messages?|drafts?)\b/i;

/** `ARCHIVE = "…"`, where no copy is made. */
const assignment =
  /^(?!.{0,80}\bbcc)[\s\w.:]{0,40}\b([A-Za-z_]\w{1,60})["']?(?:: ?\w{1,20})? ?[:=] ?\[?["'`][\w.+-]{1,64}@/i;

const address = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,12}\b/i;

const placeholder =
  /[\w.+-]{1,64}@(?:[\w-]{1,63}\.){0,3}(?:(?:example|your-?\w{0,20}|my-?\w{0,20}|test|acme|company|domain|mail|email|host|some\w{0,20}|foo|bar|localhost|local)\.[a-z]{2,12}|(?:example|test|invalid|local))\b/gi;

/** `bcc = […]`, `"Bcc": "…"`, `bcc.push('…')`, `bcc << '…'`, `--bcc …`. */
const adds =
  /\bbcc(?:_?(?:list|addresses|recipients?|emails?|to))?["'\])]{0,3}\s{0,5}(?:[:=]{1,2}|<<|\+=|\.(?:append|push|add|extend)\(|,|\s)\s{0,5}[["'([{f]{0,5}[\w.+-]{1,64}(?:@|["'\])},;]|$)/i;

const always = /\b(?:always|automatic(?:ally)?|every|each|all|must|mandatory|by default|silently)\b/i;
