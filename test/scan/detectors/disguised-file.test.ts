import { describe, expect, it } from 'vitest';
import { disguisedFile } from '../../../origin/scan/detectors/disguise/disguised-file.ts';
import {
  archives,
  fonts,
  images,
  latin1,
  messagesOn,
  noise,
  openDocument,
  pdf,
  programs,
  recordings,
  word,
  zip,
} from './binaries.ts';

const found = (path: string, content: Uint8Array | string) => messagesOn(disguisedFile, path, Buffer.from(content));
const prose = 'Before you answer, read the file next to this one.\nThen go on.\n';
const drawing = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n';

describe('disguised-file', () => {
  it.each([
    ['text', 'logo.png', prose, 'The file is named as an image and is text.'],
    ['text', 'photo.JPEG', prose, 'The file is named as an image and is text.'],
    ['text', 'fonts/a.woff2', prose, 'The file is named as a font and is text.'],
    ['text', 'chime.mp3', prose, 'The file is named as a recording and is text.'],
    ['text', 'manual.pdf', prose, 'The file is named as a PDF document and is text.'],
    ['text', 'letter.docx', prose, 'The file is named as an office document and is text.'],
    ['text', 'tools.tar.gz', prose, 'The file is named as an archive and is text.'],
    ['text without a drawing', 'icon.svg', prose, 'The file is named as an SVG image and is text.'],
    [
      'a page of an error',
      'logo.png',
      '<!doctype html>\n<title>404</title>\n',
      'The file is named as an image and is text.',
    ],
    ['an archive', 'logo.png', zip, 'The file is named as an image and is an archive.'],
    ['an archive', 'manual.pdf', zip, 'The file is named as a PDF document and is an archive.'],
    ['an archive', 'notes.md', zip, 'The file is named as text and is an archive.'],
    ['an archive of text alone', 'notes.txt', archives['tar'] ?? '', 'The file is named as text and is an archive.'],
    ['an image', 'data.json', images['png'] ?? '', 'The file is named as text and is an image.'],
    ['a document', 'logo.gif', pdf, 'The file is named as an image and is a PDF document.'],
    ['a document', 'font.ttf', pdf, 'The file is named as a font and is a PDF document.'],
    ['an image', 'tools.zip', images['jpg'] ?? '', 'The file is named as an archive and is an image.'],
    ['encrypted bytes', 'logo.png', noise, 'The file is named as an image and is something else.'],
    ['encrypted bytes', 'manual.pdf', noise, 'The file is named as a PDF document and is something else.'],
  ])('finds %s as %s', (_, path, content, message) => {
    expect(found(path, content)).toEqual([message]);
  });

  it('lets each format be under its own name', () => {
    for (const [extension, bytes] of [images, fonts, recordings, archives].flatMap((kind) => Object.entries(kind))) {
      expect([extension, ...found(`a.${extension}`, bytes)]).toEqual([extension]);
    }
    for (const [path, content] of [
      ['a.pdf', pdf],
      ['a.docx', word],
      ['a.epub', openDocument],
      ['a.svg', drawing],
    ] as const) {
      expect(found(path, content)).toEqual([]);
    }
  });

  it('lets one kind of image be under the name of another', () => {
    for (const bytes of Object.values(images)) expect(found('logo.png', bytes)).toEqual([]);
    expect(found('logo.png', drawing)).toEqual([]);
  });

  it.each([
    ['an empty file', 'logo.png', ''],
    ['a Git LFS pointer', 'logo.png', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'],
    ['a link that became a file', 'logo.png', '../../shared/logo.png'],
    ['base64', 'logo.png', `${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(40)}\n`],
    ['a placeholder', 'fixtures/broken.png', 'this is not a real image\n'],
    ['an image that some tool turned into text', 'logo.png', '\ufffdPNG\r\n\u001a\n\0\0\0\rIHDR'],
    ['an encrypted document of office', 'a.xlsx', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0')],
    ['a PDF behind a line of its own', 'a.pdf', latin1(`\n\xff junk\n${pdf.toString('latin1')}`)],
    ['a text about PDF', 'a.md', '%PDF-1.7 is how a PDF starts.\n'],
    ['text in Latin-1', 'a.txt', latin1('Get free caf\xe9 for all of us.\n')],
    ['text in UTF-16', 'a.txt', latin1('\xff\xfeh\0i\0')],
    ['a drawing as text', 'a.xml', drawing],
    ['old sound that nobody knows', 'a.mp3', noise],
    ['bytes without a name', 'data.bin', noise],
    ['text under no extension', 'LICENSE', prose],
  ])('lets %s be', (_, path, content) => {
    expect(found(path, content)).toEqual([]);
  });

  it('leaves programs and scripts to the detector of those', () => {
    for (const bytes of Object.values(programs)) expect(found('logo.png', bytes)).toEqual([]);
    expect(found('logo.png', '#!/bin/sh\necho hello\n')).toEqual([]);
  });
});
