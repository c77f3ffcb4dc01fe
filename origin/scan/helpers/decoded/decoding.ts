/** What decodes, and whether there is anything to decode. */
import { endOfCall } from '../commands/calls.ts';
import { commandOf } from '../commands/shell.ts';

/** Whether a variable is known to have a value: in a text that shows code, only those that it gives one. */
export type Known = (name: string) => boolean;

/** Whether a shell command turns encoded text into plain text. */
export function decodingCommand(stage: string): boolean {
  const { program, words } = commandOf(stage);
  const has = (option: RegExp): boolean => words.some((word) => option.test(word));
  switch (program) {
    case 'base64':
    case 'base32':
    case 'gbase64':
      return has(/^-(?:[a-zA-Z]{0,3}[dD][a-zA-Z]{0,3}|-d(?:ecode)?)$/);
    case 'openssl':
      return has(/^(?:enc|base64|aes\S{0,20}|-base64)$/) && has(/^-d$/);
    case 'xxd':
      return has(/^-\w{0,3}r/);
    case 'echo':
    case 'printf':
      return /(?:\\x[0-9a-f]{2}|\\0?[0-7]{3}){4}/i.test(stage);
    case 'tr':
      return /A-Za-z/i.test(stage) && /n-za-m/i.test(stage);
    case 'python':
    case 'python3':
    case 'perl':
    case 'ruby':
    case 'node':
      return /\s-\w{0,3}[ceM]/.test(stage) && decoders.test(stage);
    default:
      return false;
  }
}

/** Whether what a command line decodes is there: a literal, a file, a known variable; dots and names in brackets are not. */
export function holdsPayload(source: string, known: Known): boolean {
  if (isEncoded(source) || /(?:\\x[0-9a-f]{2}|\\0?[0-7]{3}){4}/i.test(source)) return true;
  for (const [, name = ''] of source.matchAll(/\$\{?([A-Za-z_]\w{0,60}|[1-9@])/g)) if (known(name)) return true;
  if (/<\s{0,9}["']?[\w./~-]{1,200}\.\w|:\/\/[\w$]/.test(source)) return true;
  if (/\b(?:cat|tail|head|sed|awk|grep|cut)\s[^|]{0,200}[\w/]\.?\w/.test(source)) return true;
  if (/A-Za-z/i.test(source)) return true; // tr takes any text
  return source
    .split('|')
    .some((stage) =>
      commandOf(stage).words.some((word) => /^[\w~./-]{1,200}\.(?:b64|txt|bin|dat|enc|hex|sh|md)$/.test(word)),
    );
}

/** Base64 has a length of its own and holds text, or uses its letters evenly; words and paths do neither. */
function isEncoded(text: string): boolean {
  for (const [word] of text.matchAll(/(?<![\w+/~.$-])[A-Za-z0-9+/]{3,2000}={0,2}(?![\w=])/g)) {
    if (word.startsWith('/') || word.length % 4 !== 0) continue;
    const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
    const isText = word.length >= 8 && /^[\t\n\r -~]{1,1500}$/.test(Buffer.from(word, 'base64').toString('latin1'));
    if (isText || word.endsWith('=') || (word.length >= 12 && isMixed) || word.length >= 40) return true;
  }
  return /(?<![\w])(?:[0-9a-f]{2}){8}/i.test(text);
}

const decoders =
  /\b(?:b(?:16|32|64|85)decode|a85decode|(?:urlsafe_|standard_)b64decode|decodebytes|fromhex|unhexlify|a2b_base64|(?:zlib|gzip|bz2|lzma)\.decompress|marshal\.loads|codecs\.decode|atob|base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|decode_base64|decode64|fromCharCode|unpack1?|pack|Buffer\.from|bytes|unescape|chr)\b/;

const decodingCalls =
  /\b(?:(?<easy>b(?:16|32|64|85)decode|a85decode|(?:urlsafe_|standard_)b64decode|decodebytes|fromhex|unhexlify|a2b_base64|(?:zlib|gzip|bz2|lzma)\.decompress|marshal\.loads|atob|base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|decode_base64|decode64)|codecs\.decode|fromCharCode|unpack1?|pack|Buffer\.from|bytes|unescape)\s{0,9}\(/g;

/** More in one expression are no code. */
const maxCalls = 8;

/** Whether an expression of a program decodes something that is there. */
export function decodesValue(expression: string, known: Known): boolean {
  if (/(?:\\x[0-9a-f]{2}){8}|(?:\\u00[0-9a-f]{2}){8}/i.test(expression)) return true;
  if (/\bchr\b/.test(expression) && /(?:\d{2,3}\s{0,3},\s{0,3}){7}/.test(expression)) return true;
  let tried = 0;
  for (const { 0: callee, index, groups } of expression.matchAll(decodingCalls)) {
    if (++tried > maxCalls) return false;
    const operand = expression.slice(index + callee.length, index + callee.length + 2500);
    const isEasy =
      groups?.['easy'] !== undefined || isOddDecoding(callee, expression.slice(index, index + 2500), expression);
    const isInPlace = /pack|fromCharCode|bytes/.test(callee); // the payload was looked at, before the call or in it
    if (isEasy && (isInPlace || isOperand(operand, known))) return true;
  }
  return false;
}

/** Calls that decode only with certain arguments. */
function isOddDecoding(callee: string, from: string, expression: string): boolean {
  if (callee.startsWith('codecs')) return /rot_?13|hex|base64|zlib/i.test(from);
  if (callee.startsWith('Buffer'))
    return /,\s{0,9}["'`](?:base64|base64url|hex)["'`]/.test(from.slice(0, endOfCall(from, callee.length, 2500)));
  if (callee.startsWith('unescape')) return /%[0-9a-f]{2}|%u/i.test(from);
  if (/pack/.test(callee)) return /["'][mHhuB]\d{0,3}\*?["']/.test(expression);
  return /(?:(?:\d{1,3}|0x[0-9a-f]{2})\s{0,3},\s{0,3}){7}/i.test(from);
}

/** Whether the argument of a decoder is one, and not dots, a placeholder, or a name that a text doesn't define. */
function isOperand(operand: string, known: Known): boolean {
  const bare = operand.trimStart();
  const literal = /^(?:[bruf]{0,2})(?:"""|'''|["'`])([^"'`\n]{0,2000})/.exec(bare)?.[1];
  if (literal !== undefined) return literal.length >= 4 && !/\.\.\.|…|<\w|^[A-Z_]{1,40}$/.test(literal);
  const name = /^\$?([A-Za-z_]\w{0,60})\s{0,9}(?:[),.]|\[|$)/.exec(bare)?.[1];
  if (name !== undefined && !/^[A-Za-z_]\w{0,60}\.\w{1,60}\(/.test(bare)) return known(name);
  return /^[\w$[(]/.test(bare);
}
