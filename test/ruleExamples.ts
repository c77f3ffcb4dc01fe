/** Files that the scanner has something against, out of the rules' own examples. */
import { expect } from 'vitest';
import type { Consequence } from '../origin/scan/detector.ts';
import { detectors } from '../origin/scan/detectors.ts';

/** A file as JSON bundles have it, and the rule that finds it. */
export function badFile(consequence: Consequence) {
  const rule = detectors.find((detector) => detector.consequence === consequence) ?? expect.fail('no such rule');
  const { path, text, isText = true } = rule.examples.bad;
  const base64 = Buffer.from(text, isText ? 'utf8' : 'latin1').toString('base64');
  return { rule: rule.id, file: { path: path === 'SKILL.md' ? 'references/bad.md' : path, base64 } };
}
