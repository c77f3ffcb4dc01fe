import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../origin/scan/programs/effect.ts';
import { effectsOf, prepare } from '../../../origin/scan/programs/effects.ts';
import { maxProgram } from '../../../origin/scan/programs/parser.ts';
import { effectsIn, filesOf, unlimited } from './judged.ts';

const of = async (text: string, path = 'a.py'): Promise<readonly Effect[]> =>
  (await effectsIn({ [path]: text })).effects;

describe('effectsOf', () => {
  it('says what is read, written, deleted, started, installed and listened to, and where', async () => {
    const effects = await of(
      [
        'import os, subprocess, http.server',
        'open("in.txt").read()',
        'open("out.txt", "w").write("a")',
        'os.remove("old.txt")',
        'subprocess.run(["git", "log"])',
        'os.system("pip install example --extra-index-url https://index.example")',
        'http.server.HTTPServer(("", 80), None)',
        'os.environ["EXAMPLE"]',
      ].join('\n'),
    );
    expect(effects.map(({ does, at }) => `${does} ${at.line}`)).toEqual([
      'read 2',
      'opens 3',
      'write 3',
      'delete 4',
      'run 5',
      'run 6',
      'install 6',
      'listen 7',
      'readVariable 8',
    ]);
    expect(effects.find(({ does }) => does === 'install')).toMatchObject({
      name: 'example',
      from: 'https://index.example',
    });
  });

  it('names what data came from, with the line of each', async () => {
    const [sent] = (
      await of('import os, requests as r\nk = os.environ["A_KEY"]\nr.post("https://a.example", data={"k": k})')
    ).filter(({ does }) => does === 'send');
    expect(sent).toMatchObject({
      to: { texts: ['https://a.example'] },
      what: { sources: [{ origin: 'secret', name: 'A_KEY', at: { path: 'a.py', line: 2 } }] },
      auth: { sources: [] },
    });
  });

  it('knows a variable by all that branches may have left in it', async () => {
    const [read] = await of('p = "a"\nif x:\n    p = "b"\nelse:\n    p = "c"\nopen(p)');
    expect(read).toMatchObject({ does: 'read', path: { texts: ['b', 'c', 'a'] } });
  });

  it('leaves a hole where a part of a text is not known', async () => {
    const [fetched] = await of('import requests, sys\nrequests.get(f"https://a.example/{sys.argv[1]}/b")');
    expect(fetched).toMatchObject({ does: 'fetch', from: { texts: ['https://a.example/\uFFFC/b'] } });
  });

  it('gives the same effects in any order of the files', async () => {
    const files = filesOf({
      'a.py': 'from b import x\nopen(x)',
      'b.py': 'x = "y"',
      'c.js': 'require("fs").readFileSync("z")',
    });
    await prepare(files);
    const [first, ...others] = [
      files,
      files.toReversed(),
      [files[1], files[2], files[0]].flatMap((file) => file ?? []),
    ].map((each) => JSON.stringify(effectsOf(each, unlimited).effects));
    expect(first).toContain('"y"');
    expect(others).toEqual([first, first]);
  });

  it('names a program that is too long, and those that the work did not suffice for', async () => {
    const files = filesOf({ 'a.py': 'open("a")', 'b.py': ' '.repeat(maxProgram + 1), 'c.py': 'open("c")' });
    await prepare(files);
    let left = 85;
    const spend = (units: number) => {
      left -= units;
      return left >= 0;
    };
    const { effects, unread } = effectsOf(files, { spend });
    expect(effects.map(({ at }) => at.path)).toEqual(['a.py']);
    expect(unread).toEqual([
      { path: 'b.py', reason: 'too_large' },
      { path: 'c.py', reason: 'budget' },
    ]);
  });

  it('follows programs further where it has the patience', async () => {
    const round = `for i in range(500):\n${'  a = i\n'.repeat(100)}`;
    const files = filesOf({ 'a.py': `${round.repeat(8)}open("end")\n` });
    await prepare(files);
    expect(effectsOf(files, unlimited).unread).toEqual([{ path: 'a.py', reason: 'budget' }]);
    expect(effectsOf(files, unlimited, 10).unread).toEqual([]);
  });

  it('names a file of which a good part is no program, and no block that is prose', async () => {
    const garbage = ') what ('.repeat(20);
    const texts = {
      'a.py': `open("a")\n${garbage}`,
      'b.md': `\`\`\`python\n${garbage}\n\`\`\``,
      'c.py': `${'open("c")\n'.repeat(20)})\n`,
    };
    const { effects, unread } = await effectsIn(texts);
    expect(unread).toEqual([{ path: 'a.py', reason: 'syntax' }]);
    expect(effects.map(({ at }) => at.path)).toContain('c.py');
  });

  it('names a program that nests deeper than anyone writes', async () => {
    const { unread } = await effectsIn({ 'a.js': '['.repeat(2000), 'b.js': `x=${'-'.repeat(300)}1` });
    expect(unread.map(({ path, reason }) => `${path} ${reason}`)).toContain('a.js syntax');
  });

  it('reads TypeScript as such whatever runs it', async () => {
    const text = '#!/usr/bin/env node\nimport fs from "fs";\nconst a: string = "x";\nfs.readFileSync(a as string);\n';
    const { effects, unread } = await effectsIn({ 'a.ts': text });
    expect([effects, unread]).toMatchObject([[{ does: 'read', path: { texts: ['x'] } }], []]);
  });

  it('computes texts: codes, a constant that they are combined with, slices, joins and formats', async () => {
    const effects = await of(
      [
        'open("".join(chr(c ^ 1) for c in [96, 99]))',
        'open(bytes(b ^ k for b, k in zip(b"ab", [1, 1])).decode())',
        'open("txet.a"[::-1])',
        'open("{}-{b}".format("a", b="b"))',
        'open("%s.%s" % ("a", "b"))',
        'open("/".join(["a", "b"]).replace("a", "c"))',
      ].join('\n'),
    );
    expect(effects.map((effect) => (effect.does === 'read' ? effect.path.texts : []))).toEqual([
      ['ab'],
      ['`c'],
      ['a.text'],
      ['a-b'],
      ['a.b'],
      ['c/b'],
    ]);
  });

  it('names the bundle’s last program where following it takes too much work, in the same way each time', async () => {
    const loops = 'x = [[[a for a in range(8000)] for b in range(8000)] for c in range(8000)]\nopen("a")\n';
    const [first, second] = [await effectsIn({ 'a.py': loops }), await effectsIn({ 'a.py': loops })];
    expect(first.unread).toEqual([{ path: 'a.py', reason: 'budget' }]);
    expect(second).toEqual(first);
  });
});

describe('whatever a file holds', () => {
  const word = fc.constantFrom(
    ...[
      'import os',
      'x',
      '=',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '`',
      '$',
      '\n',
      '  ',
      'def f():',
      'class A:',
      'for',
      'in',
      'if',
      ':',
    ],
    ...[
      'lambda',
      '=>',
      'function',
      'return',
      'await',
      'new',
      '...',
      '**',
      '.',
      ',',
      'exec',
      'eval',
      'this.x',
      'f"{',
      '\\x',
      '\0',
      'é',
      '\uFFFC',
    ],
    ...[
      'getattr',
      'globals()',
      'require',
      'module.exports',
      'self.a',
      '__proto__',
      'constructor',
      'try {',
      'catch',
      'switch',
      '#!/bin/sh',
      '| sh',
    ],
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const path = fc.constantFrom('a.py', 'b.js', 'c.ts', 'd.tsx', 'e.sh', 'f.md');

  it('it throws nothing and says the same each time', async () => {
    await prepare(filesOf({ 'a.py': '', 'b.js': '', 'c.ts': '', 'd.tsx': '', 'e.sh': '' }));
    fc.assert(
      fc.property(fc.array(fc.record({ path, text }), { maxLength: 3 }), (files) => {
        expect(effectsOf(files, unlimited)).toEqual(effectsOf(files, unlimited));
      }),
      { numRuns: 150 },
    );
  });

  const deep = 20_000;
  it.each([
    ['parentheses', 'a.py', `x = ${'('.repeat(deep)}1${')'.repeat(deep)}`],
    ['a sum', 'a.js', `x = ${'"a" + '.repeat(deep)}"b";`],
    ['a chain of calls', 'a.js', `x${'.y()'.repeat(deep)};`],
    ['blocks', 'a.js', `${'{'.repeat(deep)}${'}'.repeat(deep)}`],
    ['conditions', 'a.py', `x = ${'a if b else '.repeat(deep)}c`],
    ['lists', 'a.py', `x = [${'1, '.repeat(deep)}]`],
    ['texts that double', 'a.py', `x = "ab"\n${'x = x + x\n'.repeat(300)}open(x)`],
    ['functions that call themselves', 'a.js', 'const f = (x) => f(x + "a") + f(x + "b");\nf("");\n'],
    ['programs that run programs', 'a.py', 'x = "exec(x)"\nexec(x)'],
  ])('%s end', async (_what, name, program) => {
    const { effects } = await effectsIn({ [name]: program.slice(0, maxProgram) });
    expect(effects.length).toBeLessThan(50);
  });
});
