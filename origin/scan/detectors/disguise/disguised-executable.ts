import type { Detector } from '../../detector.ts';
import { bytesOf } from '../../helpers/files/bytes.ts';
import { promisedBy } from '../../helpers/files/contents.ts';
import { executableKind, namesInterpreter } from '../../helpers/files/executables.ts';

/** No picture starts like a program. A script is text, though, and some archives start with one to unpack themselves. */
export const disguisedExecutable: Detector = {
  id: 'disguised-executable',
  severity: 'critical',
  consequence: 'quarantine',
  summary: 'A program is hidden under the name of an image, a font, a recording or a document.',
  explanation:
    'Nobody looks into a file named as a picture, and nothing honest needs a program to be named so: it is there to ' +
    'be run by a line elsewhere that seems to name a harmless file. Compiled programs count under the names of ' +
    'images, fonts, recordings, documents, archives and plain text; scripts that name their interpreter in the ' +
    'first line count under the same names except those of text, since a script is text, and of archives, since some ' +
    'unpack themselves. Give the file the name of what it is.',
  examples: {
    bad: { path: 'assets/logo.png', text: '#!/bin/sh\necho hello\n' },
    good: { path: 'assets/logo.png', text: `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(20)}`, isText: false },
  },
  *inspect(file) {
    const promised = promisedBy(file.path);
    if (!promised || promised === 'source') return;
    const bytes = bytesOf(file);
    const mayBeScript = promised === 'text' || promised === 'archive';
    const kind = executableKind(bytes) ?? (!mayBeScript && namesInterpreter(bytes) ? 'a script' : undefined);
    if (kind) yield { line: 1, message: `The file is ${kind} under the name of ${nameOf[promised]}.` };
  },
};

const nameOf = {
  image: 'an image',
  drawing: 'an image',
  font: 'a font',
  recording: 'a recording',
  pdf: 'a document',
  office: 'a document',
  archive: 'an archive',
  text: 'a text file',
};
