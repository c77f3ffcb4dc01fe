/** Commands that pack files into one: what is sent of the archive is sent of them. */
import type { Place } from '../effect.ts';
import type { Machine } from './machine.ts';
import { joinAll, known, unknown, type Value } from './value.ts';

/** Writes what the command packs to its archive; nothing where it packs nothing, or prints the archive. */
export function archive(machine: Machine, program: string, rest: readonly Value[], at: Place): Value | undefined {
  const packed = program === 'tar' ? tarOf(rest) : zippers.test(program) ? zipOf(program, rest) : undefined;
  if (!packed || packed.to.texts[0] === '-') return undefined;
  const files = packed.files.slice(0, 20).map((file) => machine.read(file, at));
  machine.write(packed.to, joinAll(files), at);
  return unknown;
}

interface Packed {
  to: Value;
  files: readonly Value[];
}

const zippers = /^(?:zip|7za?|rar)$/;

const textOf = (word: Value | undefined): string => word?.texts[0] ?? '';

/** `tar -czf to -C folder files`: letters come together or one by one. */
function tarOf(rest: readonly Value[]): Packed | undefined {
  const isOption = (at: number) =>
    /^--?[a-zA-Z]/.test(textOf(rest[at])) || (at === 0 && /^[a-zA-Z]{1,6}$/.test(textOf(rest[at])));
  const letters = rest.findIndex((word, at) => isOption(at) && /^-?[a-zA-Z]{0,6}f$/.test(textOf(word)));
  const creates = rest.some(
    (word, at) => isOption(at) && /^(?:-?[a-bd-wyzA-Z]{0,5}c[a-wyzA-Z]{0,5}|--create)$/.test(textOf(word)),
  );
  const to = rest[letters + 1];
  if (letters === -1 || !creates || !to) return undefined;
  const within = rest.findIndex((word) => /^(?:-C|--directory)$/.test(textOf(word)));
  const folder = within === -1 ? '' : textOf(rest[within + 1]);
  const files = rest.filter((_, at) => at !== letters + 1 && (within === -1 || at !== within + 1) && !isOption(at));
  return { to, files: folder === '' || folder === '.' ? files : files.map((file) => inFolder(folder, file)) };
}

const inFolder = (folder: string, file: Value): Value =>
  file.texts[0] === undefined
    ? file
    : known(/^[~/]/.test(file.texts[0]) ? file.texts[0] : `${folder}/${file.texts[0]}`.replace(/\/\.$/, ''));

function zipOf(program: string, rest: readonly Value[]): Packed | undefined {
  const plain = rest.filter((word) => !textOf(word).startsWith('-'));
  const [to, ...files] = program === 'zip' ? plain : /^a$/.test(textOf(plain[0])) ? plain.slice(1) : [];
  return to && files.length > 0 ? { to, files } : undefined;
}
