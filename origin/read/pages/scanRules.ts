/** The rules of the scan as their page shows them. */
import { precisionWords } from '../../contract/words/scan.ts';
import { explainedRules } from '../../scan/behind.ts';
import type { Consequence, Example, ExplainedRule, Severity } from '../../scan/detector.ts';
import { measured } from '../../scan/measured.data.ts';

/** A file with nothing in it that a reader can't see. */
export interface ShownExample {
  path: string;
  text: string;
}

export interface ScanRule {
  id: string;
  severity: Severity;
  consequence: Consequence;
  summary: string;
  explanation: string;
  /** How often it was right, in a sentence, or that it was not measured. */
  measured: string;
  bad: ShownExample;
  good: ShownExample;
}

const lookalike = '[\\p{sc=Cyrl}\\p{sc=Grek}\\p{sc=Armn}\\p{sc=Cher}\\u{FF01}-\\u{FF5E}]';
const invisible = new RegExp(
  `[[\\p{C}\\p{DI}\\p{Z}]--[\\t\\n ]]|(?<=[a-zA-Z])${lookalike}|${lookalike}(?=[a-zA-Z])`,
  'gv',
);

const hexOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

export const scanRules: readonly ScanRule[] = explainedRules.map(ruleOf);

function ruleOf({ id, severity, consequence, summary, explanation, examples }: ExplainedRule): ScanRule {
  const [bad, good] = [shownExample(examples.bad), shownExample(examples.good)];
  return { id, severity, consequence, summary, explanation, measured: precisionOf(id), bad, good };
}

function precisionOf(id: string): string {
  const words = precisionWords(measured[id]);
  return `${words.replace(/^./, (first) => first.toUpperCase())}.`;
}

/**
 * An example with escapes: `\x7F` for bytes, `\u{200B}` for characters that can't be seen, and for letters of another
 * alphabet next to a Latin one, which look like it.
 */
export function shownExample({ path, text, isText = true }: Example): ShownExample {
  if (!isText) return { path, text: text.replaceAll(/[^ -~]/g, (byte) => `\\x${hexOf(byte).padStart(2, '0')}`) };
  const shown = text.replaceAll(invisible, (character) => `\\u{${hexOf(character)}}`);
  return { path, text: shown.replace(/\n$/, '') };
}
