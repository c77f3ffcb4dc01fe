import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../origin/bundle/frontmatter.ts';
import type { Example } from '../../origin/scan/detector.ts';
import { detectors } from '../../origin/scan/detectors.ts';
import { inspect } from './detectors/inspect.ts';

/** How long attacks on a pattern are bred where theory does not decide; `npm run patterns` takes its time. */
const maxIteration = Number(process.env['ITERATIONS'] ?? 2);

/** A busy machine must not be what ends the search: iterations do. */
const unhurried = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
  seedingTimeout: null,
};

const root = join(import.meta.dirname, '../..');

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

describe('the patterns of the detectors', () => {
  const files = globSync('origin/scan/{detectors,helpers}/*.ts', { cwd: root });

  it.each(files)('in %s take linear time', async (file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const checked = patternsIn(ts.createSourceFile(file, source, ts.ScriptTarget.Latest)).map(
      async ({ pattern, flags }) => {
        const { status } = await check(pattern, flags, { ...unhurried, maxIteration });
        return status === 'safe' ? [] : [`/${pattern}/${flags}: ${status}`];
      },
    );
    expect((await Promise.all(checked)).flat()).toEqual([]);
  });
});

function patternsIn(node: ts.Node): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  ts.forEachChild(node, (child) => void found.push(...patternsIn(child)));
  if (ts.isRegularExpressionLiteral(node)) {
    const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
    found.push({ pattern, flags });
  }
  return found;
}
