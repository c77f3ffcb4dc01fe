import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, lowered, shown } from './shown.ts';

const sentences: [sentence: string, program: string, steps: string[]][] = [
  [
    'a program has arguments',
    'package a\nfunc b() { c, err := exec.Command("sh", "-c", d).Output() }',
    ['def b {$c = <"sh" "-c" $d>["Output"]()}'],
  ],
  [
    'a variable is read and sent',
    'package a\nfunc b() { http.Post("http://x.test", "t", strings.NewReader(os.Getenv("K"))) }',
    ['def b {$axios["post"]("http://x.test", $env["K"])}'],
  ],
  [
    'a file is read and written',
    'package a\nfunc b() { d, _ := os.ReadFile("e"); os.WriteFile("f", d, 0o644) }',
    ['def b {$d = $fs["readFileSync"]("e"); $fs["writeFileSync"]("f", $d)}'],
  ],
  ['texts are put together', 'package a\nvar b = "c" + fmt.Sprintf("%s/d", e)', ['$b = ("c" . $e . "/d")']],
  ['a path is put together', 'package a\nvar b = filepath.Join("c", "d")', ['$b = "c/d"']],
  ['branches may run', 'package a\nfunc b() { if c { d(1) } }', ['def b {maybe {$d("1")}}']],
];

describe('Go', () => {
  it.each(sentences)('%s', async (_, program, steps) => {
    expect(await shown(program, 'go')).toEqual(steps);
  });

  it('is lowered whatever it says, in the same way, and within its lines', async () => {
    const tokens = fc.constantFrom(
      ...[
        'exec.Command(',
        'func',
        'a()',
        '{',
        '}',
        ')',
        '"',
        '`',
        ':=',
        '=',
        'if',
        'for',
        'range',
        '+',
        ',',
        '[]',
        'os.Getenv',
        'go',
        'defer',
        'struct',
        'var',
      ],
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 40 }), async (parts) => {
        const text = `package a\n${parts.join(parts.length % 2 ? ' ' : '')}`;
        const program = await lowered(text, 'go', 3);
        expect(await lowered(text, 'go', 3)).toEqual(program);
        const last = text.split('\n').length + 2;
        for (const line of linesOf(program)) expect(line >= 3 && line <= last).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
