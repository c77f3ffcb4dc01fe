import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../origin/bundle/frontmatter.ts';
import type { Example } from '../../origin/scan/detector.ts';
import { detectors } from '../../origin/scan/detectors.ts';
import { inspect } from './detectors/inspect.ts';
import { filesWithPatterns, nameOf, patternsOf, slowAmong } from './patterns.ts';

/** Those that `npm run patterns` has proven; `npm run patterns -- -u` writes the list. */
const proven = new Set(readFileSync(join(import.meta.dirname, 'linearPatterns.txt'), 'utf8').split('\n'));

describe.each(detectors)('$id', (detector) => {
  const found = ({ path, text, isText = true }: Example) => {
    const skill = { slug: 'example', name: 'example' };
    if (path !== 'SKILL.md' || !text.startsWith('---')) return inspect(detector, text, { path, isText, skill });
    const { name, allowedTools } = readFrontmatter(Buffer.from(text));
    return inspect(detector, text, { path, isText, skill: { ...skill, name, allowedTools } });
  };

  it('finds its bad example and not its good one, as the documentation says', () => {
    expect(found(detector.examples.bad)).not.toEqual([]);
    expect(found(detector.examples.good)).toEqual([]);
    expect(detector.summary).toMatch(/\.$/);
    expect(detector.explanation).toMatch(/\.$/);
    expect(detector.explanation.length).toBeGreaterThan(150);
  });
});

describe('the patterns of the scan', () => {
  it.each(filesWithPatterns())('in %s take linear time', async (file) => {
    expect(await slowAmong(patternsOf(file).filter((pattern) => !proven.has(nameOf(pattern))))).toEqual([]);
  });
});
