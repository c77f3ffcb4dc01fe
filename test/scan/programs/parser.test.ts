import { beforeAll, describe, expect, it } from 'vitest';
import { loadGrammars, maxProgram, parse } from '../../../origin/scan/programs/parser.ts';
import type { Language } from '../../../origin/scan/programs/program.ts';
import { childOf, type Node, textOf } from '../../../origin/scan/programs/tree.ts';

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
    const tree = parse(text, language as Language);
    expect(tree.isWhole).toBe(true);
    expect(tree.root.children.length).toBeGreaterThan(0);
  });

  it('gives each node its place, its parts by name, and its line', () => {
    const tree = parse('# é𝄞\nx = 1\ny = (2 +\n  3)\n', 'python');
    const [, , second] = tree.root.children;
    const assignment = second?.children[0] ?? expect.fail();
    const right = childOf(assignment, 'right') ?? expect.fail();
    expect([assignment.type, assignment.line, textOf(tree, right)]).toEqual(['assignment', 3, '(2 +\n  3)']);
    expect(linesOf(tree.root)).toContain(4);
  });

  it('says that a text is no program of the language', () => {
    expect(parse('def f(:\n  )) what\n', 'python').isWhole).toBe(false);
  });

  it('reads what nests as deep as a program can be long', () => {
    const tree = parse('['.repeat(maxProgram / 2) + ']'.repeat(maxProgram / 2), 'python');
    expect(tree.root.end).toBe(maxProgram);
  });

  it('refuses what is longer, and a grammar that was not loaded', () => {
    expect(() => parse(' '.repeat(maxProgram + 1), 'python')).toThrow('too long');
  });
});

const linesOf = (node: Node): number[] => [node.line, ...node.children.flatMap(linesOf)];
