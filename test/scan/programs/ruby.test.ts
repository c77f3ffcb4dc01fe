import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, lowered, shown } from './shown.ts';

const sentences: [sentence: string, program: string, steps: string[]][] = [
  ['a text is run by a shell', 'system("ls #{x}")', ['$child_process["execSync"](("ls " . $x))']],
  ['backticks are run by a shell', 'y = `id`', ['$y = $child_process["execSync"]("id")']],
  ['a program has arguments', "system('ls', '-a', x)", ['<"ls" "-a" $x>']],
  [
    'a file is read and sent',
    "Net::HTTP.post(URI('http://x.test'), File.read(File.expand_path('~/a')))",
    ['$axios["post"]("http://x.test", $fs["readFileSync"]("~/a"))'],
  ],
  ['decoded code is run', "eval(Base64.decode64('eA=='))", ['$eval($atob("eA=="))']],
  ['a variable of the environment is read', "k = ENV.fetch('A'); l = ENV['B']", ['$k = $env["A"]', '$l = $env["B"]']],
  ['a method gives its last expression', "def f(a)\n  a + 'b'\nend", ['def f {give ($a . "b")}']],
  ['a block gets an element', 'a.each { |i| system(i) }', ['$a["each"](fn(i) {give $child_process["execSync"]($i)})']],
  ['branches may run', 'if a then b(1) else c(2) end', ['maybe {$b("1")} or {$c("2")}']],
];

describe('Ruby', () => {
  it.each(sentences)('%s', async (_, program, steps) => {
    expect(await shown(program, 'ruby')).toEqual(steps);
  });

  it('is lowered whatever it says, in the same way, and within its lines', async () => {
    const tokens = fc.constantFrom(
      ...[
        'system(',
        'eval',
        'ENV[',
        ']',
        ')',
        '"',
        "'",
        '`',
        '#{',
        '}',
        'def',
        'end',
        'do',
        '|x|',
        'if',
        'then',
        'else',
        '=',
        '+',
        '{',
        '=>',
        '}',
        '<<~T',
        'T',
        'File.read',
      ],
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 40 }), async (parts) => {
        const text = `${parts.join(parts.length % 2 ? ' ' : '')}`;
        const program = await lowered(text, 'ruby', 3);
        expect(await lowered(text, 'ruby', 3)).toEqual(program);
        const last = text.split('\n').length + 2;
        for (const line of linesOf(program)) expect(line >= 3 && line <= last).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
