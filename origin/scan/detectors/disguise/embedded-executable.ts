import type { Detector } from '../../detector.ts';
import { bytesOf } from '../../helpers/files/bytes.ts';
import { executableKind } from '../../helpers/files/executables.ts';

/** Known by content; the name doesn't matter. A script is text, which the other detectors read. */
export const embeddedExecutable: Detector = {
  id: 'embedded-executable',
  severity: 'high',
  consequence: 'advise',
  summary: 'A file is a compiled program, which nobody can read before it runs.',
  explanation:
    'A skill is approved by reading it, and a compiled program can’t be read: not by a person, not by an agent, and ' +
    'not by this scan. Programs and libraries of Linux, Windows and macOS, Java classes, WebAssembly, compiled Python ' +
    'and the like are recognised by their first bytes, under any name. Scripts are not meant. Ship the source, or say ' +
    'where the program is published and how its digest is checked. Delete compiled files that got in by accident, ' +
    'such as Python’s cache folders.',
  examples: {
    bad: {
      path: 'bin/helper',
      text: `\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x03\0\x3e\0${'\xcc'.repeat(44)}`,
      isText: false,
    },
    good: { path: 'bin/helper', text: '#!/bin/sh\nexec python3 "$(dirname "$0")/helper.py" "$@"\n' },
  },
  *inspect(file) {
    const kind = executableKind(bytesOf(file));
    if (kind) yield { line: 1, message: `The file is ${kind}.` };
  },
};
