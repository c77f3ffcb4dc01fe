/** A `.gitignore` or `.skillignore` of somebody else's, then `\0` and the paths of files below it, against git itself. */
import { deepStrictEqual } from 'node:assert/strict';
import { isIgnored, type RuleStack, withRules } from '../../../origin/contract/grammar/ignored.ts';
import { inFolder, said } from '../programs.ts';
import { bytesOf, type Target } from '../target.ts';

const paths = [
  'a',
  'b/c.txt',
  'build/out/x.o',
  'docs/a.md',
  '.env',
  'node_modules/x/y.js',
  'A.log',
  'a b',
  'x[1]',
  '!y',
];

export const target: Target = {
  seeds: [
    '# c\n*.o\n/build\n!docs/\ndocs/*.md\n\\!y\n\\#x\n',
    'a b\\ \n**/y.js\nb/**\n**/out/**/x.o\nfoo/**/bar\n',
    '[a-c]\nx\\[1\\]\n[!A].log\n[[:alpha:]]*\n?.log\n',
    '*\n!*/\n!*.txt\r\n!b/c.txt\n/\n//a\na//b\n\\\n',
    `${'*a'.repeat(20)}b\n`,
  ].map((rules) => bytesOf(`${rules}\0${paths.join('\n')}\n${'a'.repeat(60)}`)),
  longest: 1024,
  grown: 8 * 1024,
  words: ['**/', '/**', '!', '\\', '[!', '[^', '[:space:]', '?', '*', '\n', '\r\n', ' ', '\\ ', '/', ...paths],
  check(input) {
    const { stack, files } = readOf(input);
    return files.some((path) => isLeftOut(stack, path));
  },
  referee(input) {
    const { rules, stack, files } = readOf(input);
    // git reads bytes and matches them, we characters: of others than ASCII a set may hold half a one.
    if (!/^[\n\r -~]*$/.test(rules)) return;
    inFolder('.gitignore', rules, (folder) => {
      if (!said('git', ['init', '-q', folder])) return;
      const args = ['-c', 'core.excludesFile=/dev/null', '-C', folder, 'check-ignore', '--no-index', '--stdin', '-z'];
      const theirs = said('git', args, bytesOf(files.map((path) => `${path}\0`).join('')))?.text.split('\0') ?? [];
      deepStrictEqual(
        files.filter((path) => isLeftOut(stack, path)),
        files.filter((path) => theirs.includes(path)),
        'git leaves out others',
      );
    });
  },
};

function readOf(input: Uint8Array) {
  const [rules = '', listed = ''] = new TextDecoder().decode(input).split('\0');
  const files = [...new Set(listed.split('\n'))]
    .filter(
      (path) =>
        /^(?!\.\.?(?:\/|$)|.*\/(?:\.?\.?\/|\.\.?$)|\.git\/)[!-~][ -~]{0,99}(?<![/ ])$/.test(path) &&
        !path.startsWith('/'),
    )
    .slice(0, 20);
  return { rules, files, stack: withRules([], '', [rules]) };
}

/** As who packs a folder asks: of each folder on the way, then of the file. */
function isLeftOut(stack: RuleStack, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => isIgnored(stack, parts.slice(0, index + 1).join('/'), index < parts.length - 1));
}
