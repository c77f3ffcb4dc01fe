/** The regular expressions of the scan, and whether each takes time linear in its input. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

interface Pattern {
  source: string;
  flags: string;
}

const root = join(import.meta.dirname, '../..');

/** How long attacks on a pattern are bred where theory does not decide; `npm run patterns` takes its time. */
const maxIteration = Number(process.env['ITERATIONS'] ?? 2);

/** Steps on a text of 300,000 characters: more than eighty each, which is the longest bounded repetition, is no linear time. */
const attackLimit = 50_000_000;

/** A busy machine must not be what ends the search: iterations do. */
const unhurried = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: -1,
  seedingTimeout: null,
};

export const filesWithPatterns = (): string[] => globSync('origin/scan/**/*.ts', { cwd: root }).sort();

export function patternsOf(file: string): Pattern[] {
  return patternsIn(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest));
}

function patternsIn(node: ts.Node): Pattern[] {
  const found: Pattern[] = [];
  ts.forEachChild(node, (child) => void found.push(...patternsIn(child)));
  if (ts.isRegularExpressionLiteral(node)) {
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
    found.push({ source, flags });
  }
  return found;
}

/** What a list of patterns names it by. */
export const nameOf = ({ source, flags }: Pattern): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 32);

/** Those that may take longer, each with what is known of it. */
export async function slowAmong(patterns: readonly Pattern[]): Promise<string[]> {
  const checked = patterns.map(async ({ source, flags }) => {
    const { status } = await check(source, flags, { ...unhurried, maxIteration, attackLimit });
    return status === 'safe' ? [] : [`/${source}/${flags}: ${status}`];
  });
  return (await Promise.all(checked)).flat();
}
