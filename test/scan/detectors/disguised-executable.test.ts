import { describe, expect, it } from 'vitest';
import { disguisedExecutable } from '../../../origin/scan/detectors/disguise/disguised-executable.ts';
import { archives, fonts, images, messagesOn, noise, pdf, programs, recordings, word } from './binaries.ts';

const found = (path: string, content: Uint8Array | string) =>
  messagesOn(disguisedExecutable, path, Buffer.from(content));
const script = '#!/bin/sh\necho hello\n';

describe('disguised-executable', () => {
  it.each(Object.entries(programs))('finds %s under the name of an image', (_, bytes) => {
    expect(found('assets/logo.png', bytes)).toEqual([
      expect.stringMatching(/^The file is .+ under the name of an image\.$/),
    ]);
  });

  it.each([
    'photo.JPG',
    'a.jpeg',
    'assets/icon.svg',
    'anim.gif',
    'x.webp',
    'fonts/inter.woff2',
    'fonts/inter.ttf',
    'chime.mp3',
    'intro.mp4',
    'manual.pdf',
    'letter.docx',
  ])('finds a script and a program as %s', (path) => {
    expect(found(path, script)).toEqual([expect.stringContaining('The file is a script under the name of')]);
    for (const bytes of Object.values(programs)) expect(found(path, bytes)).toHaveLength(1);
  });

  it.each(['notes.txt', 'README.md', 'data.json', 'data.csv', 'tools.zip'])(
    'finds a program as %s, and no script',
    (path) => {
      for (const bytes of Object.values(programs)) expect(found(path, bytes)).toHaveLength(1);
      expect(found(path, script)).toEqual([]);
    },
  );

  it.each([
    ['another shell', '#!/usr/bin/env bash\nls\n'],
    ['spaces before the path', '#! /usr/bin/python3\nprint(1)\n'],
    ['a byte order mark', '\ufeff#!/bin/sh\nls\n'],
    ['CRLF', '#!/bin/sh\r\nls\r\n'],
    ['a payload behind it', `#!/bin/sh\nexit\n${archives['gz']?.toString('latin1')}`],
  ])('finds a script with %s', (_, text) => {
    expect(found('logo.png', text)).toHaveLength(1);
  });

  it('lets programs and scripts be where their names say so', () => {
    for (const path of [
      'bin/tool',
      'install.sh',
      'tool.exe',
      'lib.so',
      'a.wasm',
      'b.pyc',
      'png',
      'logo.png.sh',
      'jpg/run',
    ]) {
      expect(found(path, script)).toEqual([]);
      for (const bytes of Object.values(programs)) expect(found(path, bytes)).toEqual([]);
    }
  });

  it('lets every other content be, right or wrong', () => {
    const kinds = [images, fonts, recordings, archives].flatMap((kind) => Object.values(kind));
    for (const path of ['a.png', 'a.svg', 'a.ttf', 'a.mp3', 'a.pdf', 'a.docx', 'a.zip', 'a.txt']) {
      for (const content of [...kinds, pdf, word, noise, Buffer.alloc(0)]) expect(found(path, content)).toEqual([]);
    }
  });

  it.each([
    ['a drawing', 'a.svg', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
    ['a drawing with a script of its own', 'a.svg', '<svg><script>alert(1)</script></svg>'],
    ['a placeholder', 'a.png', 'placeholder'],
    ['a pointer', 'a.png', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'],
    ['text about scripts', 'a.pdf', 'A script starts with #!/bin/sh in its first line.\n'],
    ['a heading', 'a.png', '#! important\n'],
  ])('lets %s be', (_, path, text) => {
    expect(found(path, text)).toEqual([]);
  });
});
