/** Where a text names a command in order to warn of it. */
import type { ScannedFile } from '../../detector.ts';
import { warnsAgainst, windowLength } from './lines.ts';

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path);

const fence = /^[ \t>]{0,40}(?:```|~~~)/;

/**
 * A Markdown file without the code spans that their own sentence forbids or calls an attack: "Never run `…`", "Flag
 * `…`". For rules that quarantine: only words right beside the span count, never those in a code block or another file.
 */
export function withoutWarnings<File extends Pick<ScannedFile, 'path' | 'text'>>(file: File): File {
  if (!isMarkdown(file.path)) return file;
  let isFenced = false;
  const lines = file.text.split('\n').map((line) => {
    if (fence.test(line)) isFenced = !isFenced;
    return isFenced || line.length > windowLength || !line.includes('`') ? line : withoutForbidden(line);
  });
  return { ...file, text: lines.join('\n') };
}

function withoutForbidden(line: string): string {
  const isVerdict = isRowOfAttacks(line);
  const pieces = line.split('`'); // prose and code by turns
  let wasForbidden = false;
  return pieces
    .map((piece, at) => {
      const before = pieces[at - 1] ?? '';
      if (at % 2 === 0 || at === pieces.length - 1) return piece;
      const isListed = wasForbidden && /^[\s,/]{0,9}(?:(?:or|and)\s{1,9})?$/i.test(before);
      wasForbidden = isVerdict || isListed || forbids(before) || exposes(before, pieces[at + 1] ?? '');
      return wasForbidden ? ' ' : piece;
    })
    .join('`');
}

/** Whether a sentence forbids what comes next, and doesn't ask for it in the same breath: "Don't wait, run …". */
function forbids(before: string): boolean {
  const sentence =
    before
      .slice(-120)
      .split(/[.!?;,](?=\s|$)|—/)
      .at(-1) ?? '';
  if (turns.test(sentence)) return false;
  return prohibition.test(sentence) || (judgement.test(sentence) && !demand.test(sentence));
}

/** Whether the words behind it call it an attack, and those before it don't ask for it: "`…` -- exfiltrates all keys". */
const exposes = (before: string, after: string): boolean =>
  exposure.test(after) &&
  !demand.test(
    before
      .slice(-120)
      .split(/[.!?;](?=\s|$)/)
      .at(-1) ?? '',
  );

const exposure =
  /^[\s)]{0,9}(?:[-–—:(→]{1,2}\s{0,9})?(?:(?:opens|is|sends|installs|leaves|gives)\s{1,9})?(?:an?\s{1,9}|the\s{1,9})?(?:exfiltrat\w{1,5}|reverse shell|backdoor|malicious|malware|steals?|attackers?)\b/i;

/** What attackers do, in words that they don't use of themselves; not as a part of an address. */
const attack =
  /(?<![\w./@-])(?:exfiltrat\w{1,5}|reverse shells?|backdoors?|attack(?:s|ers?|er['’]s)?|malicious|malware|exploit(?:s|ed)?|injections?|steals?)(?![\w./@-]{1,3}\w)/i;

const prohibition = /\b(?:never|do not|don['’]?t|must not|should not|avoid|refuse to)\b/i;
const judgement =
  /\b(?:refuse|reject|flag|deny|forbid|malicious|suspicious|red flags?|attackers?|(?:look|watch|search|scan) for|(?:detect|block|report)s? (?:any|commands?|calls|code|patterns|attempts|shells?|payloads?|reverse|such))\b/i;
const turns =
  /\b(?:skip|forget|hesitate|fail|omit|worry|ask|without|until|unless|then|but|instead|before|wait|stop|miss|be afraid)\b/i;
const demand = /\b(?:run|execute|paste|type|enter|use|start|install|first|please|must|need|to)\b/i;

/** A row of a Markdown table that has a cell with a verdict and nothing else. */
const isRowOfAttacks = (line: string): boolean =>
  /^\s{0,40}\|/.test(line) &&
  line
    .split('|')
    .some((cell) => /^\W{0,9}(?:critical|block|blocked|reject|flag|quarantine|malicious|deny)\W{0,9}$/i.test(cell));

/**
 * Tells by its number and text whether a line is one of a warning: it says so itself, or the comment above it, or the
 * line that introduces its code block, or the heading it stands under. For rules that only advise.
 */
export function warningsIn({
  path,
  text,
}: Pick<ScannedFile, 'path' | 'text'>): (number: number, line: string) => boolean {
  let warned: ReadonlySet<number> | undefined;
  return (number, line) => {
    const said = line.split(/[ \t]#[ \t]/)[0] ?? ''; // a comment behind a command is no warning
    if (warnsAgainst(said) || attack.test(said)) return true;
    warned ??= warnedIn(text, isMarkdown(path));
    return warned.has(number);
  };
}

/** Several rules ask it of one file, one after the other. */
let latest: { text: string; markdown: boolean; lines: ReadonlySet<number> } | undefined;

function warnedIn(text: string, markdown: boolean): ReadonlySet<number> {
  if (latest?.text !== text || latest.markdown !== markdown)
    latest = { text, markdown, lines: warnedLines(text, markdown) };
  return latest.lines;
}

function warnedLines(text: string, markdown: boolean): Set<number> {
  const warned = new Set<number>();
  let [isFenced, fenceWarns, headingWarns, above] = [false, false, false, ''];
  for (const [at, whole] of text.split('\n').entries()) {
    const line = whole.slice(0, windowLength);
    if (markdown && fence.test(line)) {
      isFenced = !isFenced;
      fenceWarns = isFenced && speaks(above);
    } else if (markdown && !isFenced && /^#{1,6}[ \t]/.test(line)) headingWarns = speaks(line);
    const isBelowComment = /^[ \t]{0,40}(?:#|\/\/|--|REM )/.test(above) && speaks(above);
    if (isBelowComment || (isFenced ? fenceWarns : headingWarns)) warned.add(at + 1);
    if (line.trim() !== '') above = line;
  }
  return warned;
}

const speaks = (line: string): boolean =>
  warnsAgainst(line) ||
  /\b(?:bad|wrong|red flags?|anti-?patterns?|attacks?|threats?|risks?|suspicious|examples? of what not)\b|❌|🚫|⛔/iu.test(
    line,
  );
