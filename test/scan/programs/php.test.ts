import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, lowered, shown } from './shown.ts';

const sentences: [sentence: string, program: string, steps: string[]][] = [
  [
    'a text is run by a shell',
    '<?php system("ls $x {$y[\'k\']}");',
    ['$child_process["execSync"](("ls " . $x . " " . $y["k"]))'],
  ],
  ['decoded code is run', '<?php eval(base64_decode("e" . "A=="));', ['$eval($atob("eA=="))']],
  [
    'an address is fetched, a path is read',
    "<?php $a = file_get_contents('http://x.test'); $b = file_get_contents('c');",
    ['$a = $fetch("http://x.test")', '$b = $fs["readFileSync"]("c")'],
  ],
  [
    'what curl is told to send is sent',
    "<?php $c = curl_init('http://x.test'); curl_setopt($c, CURLOPT_POSTFIELDS, $d); curl_exec($c);",
    ['$c = "http://x.test"', '$axios["post"]($c, $d)', '$fetch($c)'],
  ],
  [
    'a variable of the environment is read',
    "<?php $a = getenv('A'); $b = $_ENV['B'];",
    ['$a = $env["A"]', '$b = $env["B"]'],
  ],
  ['a function gives', "<?php function f($a) { return $a . 'b'; }", ['def f {give ($a . "b")}']],
  ['markup around it is none', '<b>x</b><?= a($b) ?>', ['$a($b)']],
];

describe('PHP', () => {
  it.each(sentences)('%s', async (_, program, steps) => {
    expect(await shown(program, 'php')).toEqual(steps);
  });

  it('is lowered whatever it says, in the same way, and within its lines', async () => {
    const tokens = fc.constantFrom(
      ...[
        'system(',
        'eval(',
        '$x',
        '$_ENV[',
        ']',
        ')',
        '"',
        "'",
        '`',
        '{',
        '}',
        'function',
        'if',
        'else',
        '=',
        '.',
        ';',
        '=>',
        'array(',
        '<<<T',
        'T',
      ],
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 40 }), async (parts) => {
        const text = `<?php ${parts.join(parts.length % 2 ? ' ' : '')}`;
        const program = await lowered(text, 'php', 3);
        expect(await lowered(text, 'php', 3)).toEqual(program);
        const last = text.split('\n').length + 2;
        for (const line of linesOf(program)) expect(line >= 3 && line <= last).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
