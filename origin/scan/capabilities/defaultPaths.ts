/** Paths that a program takes where its command line names no other: defaults of its options, told by their names. */
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

/** Of Python's argparse and click; the default stands somewhere behind, within the call. */
const option = /\b(?:add_argument|click\.option)\(/g;
const longest = 500;
const given = /\bdefault *= *f?["']([^"'\n]*)["']/;
/** Of Node's commander: the option, what it is, its default. */
const positional = /\.option\(\s*["']([^"'\n]{1,80})["'],\s*["'][^"'\n]{0,200}["'],\s*["']([^"'\n]{1,200})["']/g;

interface Default {
  index: number;
  option: string;
  path: string;
}

function* defaultsIn(text: string): Generator<Default> {
  const calls = [...text.matchAll(option)].map(({ index }) => index);
  for (const [i, index] of calls.entries()) {
    const call = text.slice(index, Math.min(index + longest, calls[i + 1] ?? text.length));
    const path = given.exec(call)?.[1];
    if (path) yield { index, option: call, path };
  }
  for (const { index, 1: named = '', 2: path = '' } of text.matchAll(positional)) yield { index, option: named, path };
}

const name = /--([A-Za-z][\w-]*)|["']-?([A-Za-z][\w-]*)["']/;

const written =
  /(?:^|[_-])(?:o|out|output|outdir|outfile|outroot|dest|destination|save|report|export|log)(?:[_-]|$)|^output/i;
const read =
  /(?:^|[_-])(?:i|in|input|infile|config|data|source|src|file|path|db|database|template|credentials|env)(?:[_-]|$)/i;

const looksLikePath = (text: string): boolean =>
  !/^\w+:\/\/|\s|^[\d.]+$/.test(text) &&
  /^(?:~|\.{1,2})?\/\S|^[\w.-]+(?:\/[\w.{}-]*)+$|[\w-]\.[A-Za-z]\w{0,6}$/.test(text);

export function* defaultPaths(files: readonly ProgramFile[], kind: 'read' | 'written'): Generator<Capability> {
  for (const { path, text } of files) {
    if (!/\.(?:py|[cm]?[jt]s)$/.test(path) || !/default|\.option\(/.test(text)) continue;
    let line = 1;
    let counted = 0;
    for (const { index, option, path: given } of [...defaultsIn(text)].sort((a, b) => a.index - b.index)) {
      const [, long, short = ''] = name.exec(option) ?? [];
      const named = long ?? short;
      const found = written.test(named) ? 'written' : read.test(named) ? 'read' : undefined;
      if (found !== kind || !looksLikePath(given)) continue;
      for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', counted)) {
        line += 1;
        counted = at + 1;
      }
      yield { name: given.replace(/^\.\//, ''), path, line };
    }
  }
}
