import { describe, expect, it } from 'vitest';
import { embeddedExecutable } from '../../../origin/scan/detectors/disguise/embedded-executable.ts';
import { archives, fonts, images, latin1, messagesOn, noise, pdf, programs, recordings } from './binaries.ts';

const found = (bytes: Uint8Array, path = 'bin/tool') => messagesOn(embeddedExecutable, path, bytes);

describe('embedded-executable', () => {
  it.each(Object.entries(programs))('finds %s', (_, bytes) => {
    expect(found(bytes)).toEqual([expect.stringMatching(/^The file is (?:a|compiled) .+\.$/)]);
  });

  it('says what it is', () => {
    expect(
      Object.values(programs)
        .slice(4, 9)
        .flatMap((bytes) => found(bytes)),
    ).toEqual([
      'The file is a Windows program or library (PE).',
      'The file is a macOS program or library (Mach-O).',
      'The file is a macOS program or library (Mach-O).',
      'The file is a macOS program or library (Mach-O).',
      'The file is a compiled Java class.',
    ]);
  });

  it.each(['notes.txt', 'logo.png', 'lib/tool.so', 'SKILL', 'a/__pycache__/b.cpython-313.pyc'])(
    'finds one under the name %s',
    (path) => {
      for (const bytes of Object.values(programs)) expect(found(bytes, path)).toHaveLength(1);
    },
  );

  it.each([
    ['a script', '#!/usr/bin/env python3\nprint("hello")\n'],
    ['text that starts with MZ', 'MZ is what programs of Windows start with.\n'.repeat(10)],
    ['text that names the marks of formats', 'ELF files start with \\x7fELF, PE files with MZ.\n'],
    ['a module of WebAssembly as text', '(module (func (export "f") (result i32) i32.const 1))\n'],
    ['nothing', ''],
    ['assembly', '.section .text\n.globl _start\n_start:\n  mov $60, %rax\n'],
    ['MZ with an offset that leads nowhere', `MZ${'\0'.repeat(58)}\xff\xff\xff\x7f`],
    ['MZ at the start of other bytes', `MZ\xff\xfe${'\x80'.repeat(400)}`],
    ['the mark of ELF alone', '\x7fELF'],
    ['the mark of ELF before text', `\x7fELF is how it starts, they say, and ${'so on '.repeat(10)}`],
    ['four bytes of Java alone', '\xca\xfe\xba\xbe'],
    ['a WebAssembly of no version', '\0asm\x07\0\0\0'],
    ['a version of Python without code', `\xf3\x0d\x0d\x0a${'\0'.repeat(40)}`],
  ])('lets %s be', (_, text) => {
    expect(found(latin1(text))).toEqual([]);
  });

  it('lets images, fonts, recordings, documents, archives and encrypted files be', () => {
    for (const bytes of [images, fonts, recordings, archives].flatMap((kind) => Object.values(kind))) {
      expect(found(bytes)).toEqual([]);
    }
    expect([pdf, noise].flatMap((bytes) => found(bytes))).toEqual([]);
  });
});
