import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { assignmentsIn } from '../../helpers/commands/calls.ts';
import { runByCalls } from '../../helpers/decoded/decodedCalls.ts';
import { runByCommands } from '../../helpers/decoded/decodedCommands.ts';
import type { Known } from '../../helpers/decoded/decoding.ts';
import { withoutWarnings } from '../../helpers/text/warnings.ts';

export const decodedExecution: Detector = {
  id: 'decoded-execution',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'Something encoded is decoded and run.',
  explanation:
    'Code in base64, hex or a compressed string that is decoded only to be run has one purpose: that nobody who reads ' +
    'the file sees what it does. Decoding data is fine, whatever is done with it but running it; so are mentions ' +
    'without a payload, such as a pattern to search for, and code in a sentence that forbids it. Write what is to be ' +
    'run as it is, in a file of the skill.',
  examples: {
    bad: { path: 'setup.sh', text: `echo ${btoa('echo hello there')} | base64 -d | sh\n` },
    good: { path: 'setup.sh', text: `echo ${btoa('echo hello there')} | base64 -d > greeting.txt\n` },
  },
  inspect: runsIn,
};

function* runsIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayDecode.test(file.text)) return;
  const { path, text } = withoutWarnings(file);
  let names: Set<string> | undefined;
  const known: Known = (name) => {
    if (!/\.(?:md|mdx|markdown)$/i.test(path)) return true;
    names ??= new Set([...assignmentsIn(text)].map((assignment) => assignment.name));
    return names.has(name);
  };
  const places = new Map<number, string>();
  for (const { line, message } of [...runByCommands(text, known), ...runByCalls(text, known)]) {
    if (!places.has(line)) places.set(line, message);
  }
  for (const [line, message] of [...places].sort(([a], [b]) => a - b)) yield { line, message };
}

const mayDecode =
  /base(?:64|32)|b64|b85|powershell|pwsh|openssl|xxd|\\x|\\[0-7]{3}|\\u00|atob|fromhex|unhexlify|decompress|marshal|codecs|hex2bin|gzinflate|rot13|pack|fromCharCode|chr|\btr\b|bytes/i;
