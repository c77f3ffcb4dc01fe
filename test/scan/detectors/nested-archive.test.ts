import { describe, expect, it } from 'vitest';
import { nestedArchive } from '../../../origin/scan/detectors/disguise/nested-archive.ts';
import { expectLinear } from '../../pace.ts';
import {
  archives,
  fonts,
  images,
  latin1,
  messagesOn,
  noise,
  openDocument,
  pdf,
  plainZip,
  programs,
  recordings,
  word,
  zip,
} from './binaries.ts';

const found = (path: string, content: Uint8Array | string) => messagesOn(nestedArchive, path, Buffer.from(content));
const png = images['png'] ?? Buffer.alloc(0);
const gz = archives['gz'] ?? Buffer.alloc(0);
const appended = ['A zip archive is appended to the file.'];
const hidden = ['An archive is hidden in the file, behind an image or a script.'];

describe('nested-archive', () => {
  it.each(Object.entries(archives))('finds a .%s, whatever it is called', (extension, bytes) => {
    for (const path of [`assets/a.${extension}`, 'assets/data.bin', 'notes.txt']) {
      expect(found(path, bytes)).toEqual([expect.stringMatching(/^The file is an? .+\.$/)]);
    }
  });

  it.each(['tool.jar', 'pkg.whl', 'extension.vsix', 'app.apk', 'inner.skill'])('finds the package %s', (path) => {
    expect(found(path, zip)).toEqual(['The file is a zip archive.']);
  });

  it('finds an archive that only calls itself a document', () => {
    for (const path of ['letter.docx', 'book.epub', 'talk.key'])
      expect(found(path, zip)).toEqual(['The file is a zip archive.']);
  });

  it('finds a document’s content under another name', () => {
    expect(found('extension.vsix', word)).toEqual(['The file is a zip archive.']);
  });

  it.each([
    ['an image', png],
    ['a document', pdf],
    ['a script', latin1('#!/usr/bin/env python3\n')],
    ['a program', programs['a Linux program'] ?? png],
    ['bytes of no kind', noise],
  ])('finds a zip archive behind %s', (_, bytes) => {
    expect(found('logo.png', Buffer.concat([bytes, zip]))).toEqual(appended);
    expect(found('logo.png', Buffer.concat([bytes, zip, latin1('\n\xff')]))).toEqual(appended);
  });

  it('finds a zip archive with a comment, up to the longest', () => {
    const end = Buffer.from(zip);
    end.writeUInt16LE(65_535, end.length - 2);
    expect(found('logo.png', Buffer.concat([png, end, Buffer.alloc(65_535, 0x20)]))).toEqual(appended);
  });

  it('finds other archives behind an image or a script', () => {
    for (const kind of ['7z', 'rar'])
      expect(found('a.png', Buffer.concat([png, archives[kind] ?? png]))).toEqual(hidden);
    expect(found('install.sh', Buffer.concat([latin1('#!/bin/sh\ntail -n +3 "$0" | tar xz\n'), gz]))).toEqual(hidden);
  });

  it('finds a zip archive that is text to the last byte', () => {
    const stored = Buffer.from(plainZip.toString('latin1').replaceAll(/[\x80-\xff]/g, 'A'), 'latin1');
    expect(found('a.txt', stored)).toEqual(['The file is a zip archive.']);
  });

  it.each([
    ['a document', 'letter.docx', word],
    ['a table', 'a.xlsx', word],
    ['an e-book', 'book.epub', openDocument],
    ['a drawing', 'a.odg', openDocument],
    ['a compressed drawing', 'a.svgz', gz],
    ['text that starts like a zip archive', 'a.md', 'PK is short for Phil Katz.\n'],
    ['text that starts like a RAR archive', 'a.md', 'Rar! said the lion.\n'],
    ['text that starts like bzip2', 'a.txt', 'BZh9 is the mark of bzip2.\n'],
    ['a list of marks', 'magic.py', "MAGIC = {b'PK\\x03\\x04': 'zip', b'7z\\xbc\\xaf\\x27\\x1c': '7z'}\n"],
    ['a script that makes archives', 'pack.sh', '#!/bin/sh\ntar czf out.tar.gz src\n'],
    ['the end record alone', 'a.bin', Buffer.concat([noise, latin1(`PK\x05\x06${'\0'.repeat(18)}`)])],
    ['an end record that leads nowhere', 'a.bin', Buffer.concat([noise, latin1(`PK\x05\x06${'\x7f'.repeat(18)}`)])],
    ['nothing', 'a.zip', ''],
  ])('lets %s be', (_, path, content) => {
    expect(found(path, content)).toEqual([]);
  });

  it('lets images, fonts, recordings, PDF and programs be', () => {
    for (const bytes of [images, fonts, recordings, programs].flatMap((kind) => Object.values(kind))) {
      expect(found('a.bin', bytes)).toEqual([]);
    }
    expect(found('a.pdf', pdf)).toEqual([]);
  });

  it('reads 5 MB of end records in linear time', () =>
    expectLinear(
      (length) => found('a.bin', Buffer.concat([noise, Buffer.alloc(length, latin1('PK\x05\x06'))])),
      5_000_000,
      3000,
    ));
});
