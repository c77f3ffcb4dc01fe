import { beforeAll, describe, expect, it } from 'vitest';
import { loadGrammars, maxProgram, parse } from '../../../origin/scan/programs/parser.ts';
import type { Language } from '../../../origin/scan/programs/program.ts';
import { childOf, type Node, type Tree, textOf } from '../../../origin/scan/programs/tree.ts';
import { untilSpent, workOf } from '../../../origin/scan/work.ts';
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
    const took = await computing(() => parsed.push(parse('<'.repeat(maxProgram), 'bash', workOf(500_000))), {
      enough: 20_000,
    });
    expect([parsed[0], took < 20_000]).toEqual([undefined, true]);
    expect(read('x=1\n', 'bash').isWhole).toBe(true);
  });

  it.each<[Language, string]>([
    ['javascript', '"'],
    ['typescript', '# a '],
    ['go', '`'],
    ['ruby', 'a?b:'],
    ['python', 'a?b1:'],
  ])('ends in %s that is none, %j', async (language, text) => {
    const parsed: unknown[] = [];
    const long = text.repeat(maxProgram / text.length);
    const took = await computing(() => parsed.push(parse(long, language, untilSpent(1_000_000))), { enough: 20_000 });
    expect(parsed.every((tree) => tree === undefined)).toBe(true);
    expect(took).toBeLessThan(20_000);
    expect(read(programs[language], language).isWhole).toBe(true);
  });

  it('counts the work of a text within a fifth, whatever it parsed before', () => {
    const units = (text: string, language: Language) => {
      let spent = 0;
      parse(text, language, {
        spend: (wanted) => {
          spent += wanted;
          return true;
        },
      });
      return spent;
    };
    const all = () => [
      units('"'.repeat(6000), 'javascript'),
      units('`'.repeat(3000), 'go'),
      units('a?b1:'.repeat(2000), 'python'),
      units('# a '.repeat(2000), 'typescript'),
      units('a?b:'.repeat(1000), 'ruby'),
    ];
    const first = all();
    for (const language of Object.keys(programs) as Language[]) parse('x = "a" + b(1)\n'.repeat(777), language);
    // Far more than what is counted for the characters that are skipped.
    expect(first[0]).toBeGreaterThan(100_000);
    for (const [at, again] of [...all(), ...all()].entries()) {
      const before = first[at % first.length] ?? 0;
      expect(Math.abs(again - before)).toBeLessThan(before / 5);
    }
  });

  it('parses nothing once the work for what is no program is spent', () => {
    const work = untilSpent(20_000);
    expect(parse('x = 1\n', 'python', work)?.isWhole).toBe(true);
    parse('a?b1:'.repeat(5000), 'python', work);
    expect(parse('x = 1\n', 'python', work)).toBeUndefined();
  });

  it('refuses what is longer, and a grammar that was not loaded', () => {
    expect(() => parse(' '.repeat(maxProgram + 1), 'python')).toThrow('too long');
  });
});

function read(text: string, language: Language): Tree {
  return parse(text, language) ?? expect.fail('It is not parsed.');
}

const linesOf = (node: Node): number[] => [node.line, ...node.children.flatMap(linesOf)];
