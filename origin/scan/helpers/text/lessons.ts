/** Documents that teach attacks: lists of payloads, threat models, guides to testing. */
import { skillFile } from '../../../bundle/paths.ts';
import type { ScannedFile } from '../../detector.ts';
import { windowLength } from './lines.ts';
import { isMarkdown } from './warnings.ts';

/**
 * Whether a line of a file stands in a section on attacks, of a document that is about them throughout, and that has nobody
 * run anything. An attack can be wrapped in such words as well, so what rules find there is still shown.
 */
export function lessonsIn(file: Pick<ScannedFile, 'path' | 'text' | 'isText'> | undefined): (line: number) => boolean {
  if (!file?.isText || !isMarkdown(file.path)) return () => false;
  let isFenced = false;
  const headings = new Set<number>();
  const lines = file.text.split('\n').map((whole, at) => {
    const line = whole.slice(0, windowLength);
    if (/^[ \t>]{0,40}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced && /^#{1,6}[ \t]/.test(line)) headings.add(at);
    return line;
  });
  const spoken = lines.filter((line) => /\p{L}{3}/u.test(line)).length;
  const speaking = lines.filter((line) => ofAttacks.test(line)).length;
  if (speaking < leastLines || speaking * leastShare < spoken) return () => false;
  const starts = [0, ...headings];
  const known = new Map<number, boolean>();
  return (number) => {
    const at = starts.findLastIndex((start) => start < number);
    const isLesson = known.get(at) ?? teaches(lines.slice(starts[at], starts[at + 1]));
    known.set(at, isLesson);
    return isLesson;
  };
}

const teaches = (section: readonly string[]): boolean =>
  section.some((line) => ofAttacks.test(line)) && !section.some(isOrder);

/** Whether a skill says by its description that it is about security: only then are attacks its subject. */
export function teachesSecurity(files: readonly Pick<ScannedFile, 'path' | 'text'>[]): boolean {
  const text = files.find(({ path }) => path === skillFile)?.text ?? '';
  const end = text.indexOf('\n---', 3);
  return end !== -1 && ofSecurity.test(text.slice(0, Math.min(end, 4000)));
}

const ofSecurity =
  /\b(?:security|secure|vulnerab\w{2,8}|attack\w{0,4}|exploit\w{0,5}|pen(?:etration)?[- ]?test\w{0,4}|XSS|injections?|malware|malicious|threats?|red[- ]team\w{0,3}|forensics?|CTF|hack\w{0,4})\b/i;

/** So many lines speak of attacks, and one of so many. */
const leastLines = 8;
const leastShare = 12;

const ofAttacks =
  /\b(?:attack(?:s|ers?|ing)?|exploit(?:s|ed|able|ation)?|payloads?|vulnerab\w{2,8}|malicious|malware|inject(?:s|ed|ion|ions)|exfiltrat\w{1,5}|threats?|bypass(?:es|ed)?|XSS|red flags?|penetration test\w{0,4}|pentest\w{0,4}|adversar\w{1,5}|backdoors?|obfuscat\w{1,5})\b/i;

/** What has a person or an agent run it: no document on attacks asks for that where it shows one. */
const isOrder = (line: string): boolean =>
  /^\W{0,9}(?:\d{1,2}[.)]\s{0,3})?(?:(?:first|then|now|next|please|always|you must|agents? must)[,:]? )?(?:run|execute|paste|install|copy|type|launch|download) (?:this|the|it|these|following|below|and)\b/i.test(
    line,
  ) ||
  /\b(?:before (?:you|using|use|the first)|required (?:step|setup)|prerequisites?|must be run|paste (?:it|this) into)\b/i.test(
    line,
  );
