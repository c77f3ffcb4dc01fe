import { beforeAll, describe, expect, it } from 'vitest';
import { loadGrammars, maxProgram, parse } from '../../../origin/scan/programs/parser.ts';
import type { Language } from '../../../origin/scan/programs/program.ts';
import { childOf, type Node, type Tree, textOf } from '../../../origin/scan/programs/tree.ts';
import { workOf } from '../../../origin/scan/work.ts';
import { computing } from '../../pace.ts';

const programs: Record<Language, string> = {
  bash: 'echo "a$B" | sh\n',
  powershell: 'Write-Output "a$B"\n',
  python: 'x = f"a{b}"\n',
  javascript: 'const x = `a$' + '{b}`;\n',
  typescript: 'const x: string = "a";\n',
  tsx: 'const x = <a href="b">c</a>;\n',
  ruby: 'puts "a"\n',
  go: 'package main\nfunc main() {}\n',
  php: '<?php echo "a";\n',
};

beforeAll(() => loadGrammars(Object.keys(programs) as Language[]));

describe('parse', () => {
  it.each(Object.entries(programs))('reads %s', (language, text) => {
    const tree = read(text, language as Language);
    expect(tree.isWhole).toBe(true);
    expect(tree.root.children.length).toBeGreaterThan(0);
  });

  it('gives each node its place, its parts by name, and its line', () => {
    const tree = read('# é𝄞\nx = 1\ny = (2 +\n  3)\n', 'python');
    const [, , second] = tree.root.children;
    const assignment = second?.children[0] ?? expect.fail();
    const right = childOf(assignment, 'right') ?? expect.fail();
    expect([assignment.type, assignment.line, textOf(tree, right)]).toEqual(['assignment', 3, '(2 +\n  3)']);
    expect(linesOf(tree.root)).toContain(4);
  });

  it('says that a text is no program of the language', () => {
    const tree = read('x = 1\ndef f(:\n  )) what\n', 'python');
    expect([tree.isWhole, tree.wrong > 5 && tree.wrong < 20]).toEqual([false, true]);
  });

  it('reads what nests deeper than anyone writes, and not what nests a thousand times', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(read(nested(900), 'python').root.end).toBe(1800);
    expect(parse(nested(1100), 'python')).toBeUndefined();
  });

  it('ends where it would read a text to its end again and again', async () => {
    const parsed: unknown[] = [];
    const took = await computing(() => parsed.push(parse('<'.repeat(maxProgram), 'bash', workOf(500_000))));
    expect([parsed[0], took < 20_000]).toEqual([undefined, true]);
    expect(read('x=1\n', 'bash').isWhole).toBe(true);
  });

  it('refuses what is longer, and a grammar that was not loaded', () => {
    expect(() => parse(' '.repeat(maxProgram + 1), 'python')).toThrow('too long');
  });
});

function read(text: string, language: Language): Tree {
  return parse(text, language) ?? expect.fail('It is not parsed.');
}

const linesOf = (node: Node): number[] => [node.line, ...node.children.flatMap(linesOf)];
