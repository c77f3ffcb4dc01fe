/** Programs, by the numbers their formats start with. */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats are told by them
import { big, little } from './bytes.ts';

interface Format {
  name: string;
  fits(bytes: string): boolean;
}

const between = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Two bytes alone, such as `MZ`, are chance: each format is checked for what its loader reads next. */
const formats: readonly Format[] = [
  { name: 'a Linux program or library (ELF)', fits: isElf },
  { name: 'a Windows program or library (PE)', fits: isPortableExecutable },
  { name: 'a macOS program or library (Mach-O)', fits: (bytes) => isMachO(bytes) || isUniversalMachO(bytes) },
  { name: 'a compiled Java class', fits: (bytes) => isJavaClass(bytes) },
  { name: 'a WebAssembly module', fits: (bytes) => isWebAssembly(bytes) },
  { name: 'a Windows shortcut', fits: (bytes) => bytes.startsWith(shortcut) },
  { name: 'compiled Python', fits: isCompiledPython },
  { name: 'a compiled AppleScript', fits: (bytes) => bytes.startsWith('FasdUAS 1.') },
  { name: 'compiled Android code (DEX)', fits: (bytes) => /^dex\n0\d\d\0/.test(bytes) },
  { name: 'compiled Lua', fits: (bytes) => /^\x1bLua[\x51-\x54]/.test(bytes) },
];

/** What kind of program the bytes are, in words that follow “is”. */
export const executableKind = (bytes: string): string | undefined => formats.find(({ fits }) => fits(bytes))?.name;

/** A script that says what runs it. A text that merely starts with `#!` names no path. */
export const namesInterpreter = (bytes: string): boolean => /^(?:\xef\xbb\xbf)?#![ \t]{0,9}\/[^\s]/.test(bytes);

/** Linux ignores class, byte order and version, so the type behind them has to tell; 2 is a program, 3 a library too. */
function isElf(bytes: string): boolean {
  const type = [little(bytes, 16, 2), big(bytes, 16, 2)];
  return bytes.startsWith('\x7fELF') && bytes.length >= 45 && type.some((value) => between(value, 1, 4));
}

function isPortableExecutable(bytes: string): boolean {
  return bytes.startsWith('MZ') && bytes.startsWith('PE\0\0', little(bytes, 0x3c, 4));
}

function isMachO(bytes: string): boolean {
  if (bytes.startsWith('\xfe\xed\xfa\xce') || bytes.startsWith('\xfe\xed\xfa\xcf')) {
    return between(big(bytes, 12, 4), 1, 12);
  }
  if (!bytes.startsWith('\xce\xfa\xed\xfe') && !bytes.startsWith('\xcf\xfa\xed\xfe')) return false;
  return between(little(bytes, 12, 4), 1, 12);
}

/** Shares its first four bytes with Java; what follows is a count of architectures, or a version from 45 on. */
const isUniversalMachO = (bytes: string): boolean =>
  (bytes.startsWith('\xca\xfe\xba\xbe') || bytes.startsWith('\xca\xfe\xba\xbf')) && between(big(bytes, 4, 4), 1, 30);

const isJavaClass = (bytes: string): boolean =>
  bytes.startsWith('\xca\xfe\xba\xbe') && between(big(bytes, 6, 2), 45, 120) && big(bytes, 4, 4) >= 45;

/** A module of version 1, or a component. */
const isWebAssembly = (bytes: string): boolean =>
  bytes.startsWith('\0asm\x01\0\0\0') || bytes.startsWith('\0asm\x0d\0\x01\0');

/** Size of its header and the class of shell links. */
const shortcut = '\x4c\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46';

/** A version number and CRLF, then after a header of 8, 12 or 16 bytes a code object. */
function isCompiledPython(bytes: string): boolean {
  const version = little(bytes, 0, 2);
  const isVersion = between(version, 3000, 3999) || between(version, 62_000, 62_300);
  const start = version >= 62_000 ? 8 : version < 3390 ? 12 : 16;
  return isVersion && bytes.startsWith('\r\n', 2) && /[c\xe3]/.test(bytes.charAt(start));
}
