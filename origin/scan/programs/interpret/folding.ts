/** Functions of languages and libraries whose result follows from what they are given. */
import { lastSegment } from '../../../contract/grammar/segments.ts';
import { hole } from '../effect.ts';
import {
  decodedAs,
  fromAscii85,
  fromBase32,
  fromBase64,
  fromBase85,
  fromHex,
  gunzipped,
  inflated,
  inflatedRaw,
  parsed,
  unquoted,
} from './encodings.ts';
import { folderOf } from './pathParts.ts';
import { concat, itemsOf, joinAll, known, list, made, mapped, maxItems, thing, unknown, type Value } from './value.ts';

type Fold = (args: readonly Value[], namedArgs: ReadonlyMap<string, Value>) => Value;

const first = (args: readonly Value[]): Value => args[0] ?? unknown;
const textIn = (value: Value | undefined): string | undefined =>
  value?.texts.length === 1 ? value.texts[0] : undefined;
const numberIn = (value: Value | undefined): number | undefined => {
  const text = textIn(value);
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
};

const eachOf = (args: readonly Value[]): readonly Value[] =>
  args.length === 1 ? (itemsOf(first(args)) ?? args) : args;

const fromCodes: Fold = (args) => {
  const codes = eachOf(args).map(numberIn);
  if (codes.length === 0 || codes.length > maxItems || codes.some((code) => code === undefined)) return made(...args);
  return known(codes.map((code) => String.fromCharCode(code ?? 0)).join(''));
};

const bytesFrom: Fold = (args) => {
  const items = itemsOf(first(args));
  if (items) return items.some(({ texts }) => texts.length !== 1) ? made(...args) : fromCodes(items, new Map());
  return first(args).isNumber ? unknown : { ...mapped(first(args), (text) => text), things: [] };
};

const whole: Fold = (args) => first(args);

/** Items of a list, or characters of a text. */
export function elementsOf(value: Value): Value[] | undefined {
  const items = itemsOf(value);
  if (items) return items;
  const text = textIn(value);
  if (text === undefined || value.isNumber || text.length > maxItems || text.includes(hole)) return undefined;
  return Array.from(text, (character) => known(character));
}

const range: Fold = (args) => {
  const [a, b, c] = args.map(numberIn);
  if (a === undefined) return unknown;
  const [from, to, step] = args.length === 1 ? [0, a, 1] : [a, b ?? a, c ?? 1];
  const count = Math.ceil((to - from) / (step || 1));
  if (!(count > 0 && count <= maxItems)) return unknown;
  return list(Array.from({ length: count }, (_, index) => known(String(from + index * step), true)));
};

const zipped: Fold = (args) => {
  const rows = args.map(elementsOf);
  const isCycled = args.map(({ names }) => names.includes('cycle()'));
  if (rows.some((row) => !row?.length)) return made(...args);
  const length = Math.min(...rows.map((row, at) => (isCycled[at] ? maxItems : (row?.length ?? 0))));
  return list(
    Array.from({ length }, (_, index) => list(rows.map((row) => row?.[index % (row.length || 1)] ?? unknown))),
  );
};

const reversed: Fold = (args) => {
  const items = itemsOf(first(args));
  return items ? list(items.toReversed()) : mapped(first(args), (text) => [...text].reverse().join(''));
};

/** Of numbers; of a text with one character also by its code, as Python's bytes are. */
const arithmetic =
  (compute: (a: number, b: number) => number): Fold =>
  ([a = unknown, b = unknown]) => {
    const [left, right] = [a, b].map((value) => codeIn(value));
    if (left === undefined || right === undefined) return made(a, b);
    const result = compute(left, right);
    return Number.isFinite(result) ? known(String(result), true) : unknown;
  };

const extreme =
  (pick: (...numbers: number[]) => number): Fold =>
  (args) => {
    const numbers = eachOf(args).map(numberIn);
    return numbers.length === 0 || numbers.length > 100 || numbers.some((one) => one === undefined)
      ? made(...args)
      : known(String(pick(...numbers.map((one) => one ?? 0))), true);
  };

/** Also the inverse by a modulus, which undoes a multiplication. */
const power: Fold = (args) => {
  const [base, exponent, modulus] = args.map(numberIn);
  if (base === undefined || exponent === undefined) return made(...args);
  if (modulus === undefined) return arithmetic((a, b) => a ** b)(args, new Map());
  if (!(Number.isInteger(modulus) && modulus > 0 && modulus <= 65536)) return made(...args);
  const turned = (by: number): number => (((base % modulus) + modulus) * by) % modulus;
  if (exponent === -1) {
    for (let by = 1; by < modulus; by += 1) if (turned(by) === 1) return known(String(by), true);
    return unknown;
  }
  if (!(Number.isInteger(exponent) && exponent >= 0 && exponent <= 65536)) return made(...args);
  let result = 1 % modulus;
  for (let times = 0; times < exponent; times += 1)
    result = (result * (((base % modulus) + modulus) % modulus)) % modulus;
  return known(String(result), true);
};

const codeIn = (value: Value): number | undefined => {
  const text = textIn(value);
  return numberIn(value) ?? (text?.length === 1 ? text.charCodeAt(0) : undefined);
};

const formatted: Fold = ([pattern = unknown, given = unknown]) => {
  const text = textIn(pattern);
  if (text === undefined || pattern.isNumber)
    return arithmetic((a, b) => a - b * Math.floor(a / b))([pattern, given], new Map());
  const values = itemsOf(given) ?? [given];
  let next = 0;
  const parts = text.split(/%(?:\(\w{1,40}\))?[-+ #0]?\d{0,4}(?:\.\d{1,3})?[sdrxfi]/);
  return concat(parts.flatMap((part, at) => [...(at === 0 ? [] : [values[next++] ?? given]), known(part)]));
};

export const sliced: Fold = ([of = unknown, from, to, step]) => {
  const [start, end, by] = [numberIn(from), numberIn(to), numberIn(step) ?? 1];
  const cut = <T>(all: readonly T[]): T[] => {
    if (by === -1 && start === undefined && end === undefined) return all.toReversed();
    const part = all.slice(start ?? 0, end ?? all.length);
    return by > 1 ? part.filter((_, index) => index % by === 0) : part;
  };
  const items = itemsOf(of);
  if (items) return list(cut(items));
  const isKnown = [from, to, step].every((bound) => !bound || bound === unknown || numberIn(bound) !== undefined);
  return isKnown
    ? mapped(of, (text) => (by === 1 ? text.slice(start ?? 0, end ?? text.length) : cut([...text]).join('')))
    : made(of);
};

const paths: Fold = (args) => {
  const parts = args.flatMap((part, index) => (index === 0 ? [part] : [known('/'), part]));
  const joined = concat(parts);
  return { ...joined, texts: joined.texts.map((text) => text.replace(/\/{2,}/g, '/').replace(/^\.\//, '')) };
};

/** By full name. */
export const folds: ReadonlyMap<string, Fold> = new Map<string, Fold>(
  Object.entries({
    'base64.b64decode base64.decodebytes base64.urlsafe_b64decode base64.standard_b64decode binascii.a2b_base64 atob': (
      args,
    ) => mapped(first(args), fromBase64),
    'binascii.unhexlify binascii.a2b_hex bytes.fromhex bytearray.fromhex base64.b16decode': (args) =>
      mapped(first(args), fromHex),
    'base64.b64encode base64.urlsafe_b64encode base64.encodebytes btoa binascii.b2a_base64': (args) =>
      mapped(first(args), btoaSafe),
    'base64.b85decode': (args) => mapped(first(args), fromBase85),
    'base64.a85decode': (args) => mapped(first(args), fromAscii85),
    'base64.b32decode': (args) => mapped(first(args), fromBase32),
    'bz2.decompress lzma.decompress': (args) => made(...args),
    'codecs.decode': (args) => decodedAs(first(args), textIn(args[1]) ?? ''),
    'Buffer.from Buffer': (args) =>
      itemsOf(first(args)) ? fromCodes([first(args)], new Map()) : decodedAs(first(args), textIn(args[1]) ?? ''),
    'zlib.decompress zlib.inflateSync zlib.unzipSync pako.inflate': (args) => mapped(first(args), inflated),
    'zlib.inflateRawSync': (args) => mapped(first(args), inflatedRaw),
    'gzip.decompress zlib.gunzipSync': (args) => mapped(first(args), gunzipped),
    'urllib.parse.unquote urllib.unquote decodeURIComponent unescape decodeURI': (args) =>
      mapped(first(args), unquoted),
    'json.loads json.load JSON.parse yaml.safe_load': (args) => parsed(first(args)),
    'str.maketrans': ([from = unknown, to = unknown]) => {
      const [keys, values] = [textIn(from) ?? '', textIn(to) ?? ''];
      return thing([...keys].map((key, index) => [key, known(values.charAt(index))] as const));
    },
    'chr String.fromCharCode String.fromCodePoint': fromCodes,
    ord: (args) => mapped(first(args), (text) => String(text.charCodeAt(0)), true),
    'int parseInt Number': (args) => {
      const base = numberIn(args[1]) ?? 10;
      return mapped(
        first(args),
        (text) => {
          const value = base >= 2 && base <= 36 ? Number.parseInt(text, base) : Number.NaN;
          return Number.isNaN(value) ? undefined : String(value);
        },
        true,
      );
    },
    'str String repr': (args) => ({ ...mapped(first(args), (text) => text), names: [] }),
    'bytes bytearray Uint8Array Uint8Array.from': bytesFrom,
    'list tuple Array.from set Object iter memoryview copy.copy copy.deepcopy dict structuredClone Promise.resolve Promise.all asyncio.run asyncio.get_event_loop().run_until_complete asyncio.gather':
      whole,
    'Path pathlib.Path pathlib.PurePath os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.fspath path.resolve path.normalize expanduser os.path.expandvars untildify fileURLToPath url.fileURLToPath':
      (args) => (args.length > 1 ? paths(args, new Map()) : first(args)),
    'os.path.join path.join path.posix.join': paths,
    'os.path.dirname path.dirname': (args) => mapped(first(args), folderOf),
    'os.path.basename path.basename': (args) => mapped(first(args), lastSegment),
    'pathlib.Path.home Path.home os.homedir': () => known('~'),
    'pathlib.Path.cwd Path.cwd os.getcwd process.cwd': () => known('.'),
    'os.tmpdir tempfile.gettempdir': () => known('/tmp'),
    reversed: reversed,
    range: range,
    zip: zipped,
    'itertools.cycle': (args) => ({ ...first(args), names: ['cycle()'] }),
    enumerate: (args) => {
      const items = elementsOf(first(args));
      return items
        ? list(items.map((item, index) => list([known(String(index), true), item])))
        : list([unknown, made(first(args))]);
    },
    len: (args) => mapped(first(args), (text) => String(text.length), true),
    'max Math.max': extreme(Math.max),
    'min Math.min': extreme(Math.min),
    pow: power,
    '^()': arithmetic((a, b) => a ^ b),
    '-()': arithmetic((a, b) => a - b),
    '*()': ([a = unknown, b = unknown]) => {
      const [count, text] = [numberIn(b), textIn(a)];
      if (text !== undefined && !a.isNumber && count !== undefined && text.length * count < 65536)
        return known(text.repeat(Math.max(0, count)));
      return arithmetic((x, y) => x * y)([a, b], new Map());
    },
    '%()': formatted,
    '&()': arithmetic((a, b) => a & b),
    '|()': (args) =>
      args.every((arg) => codeIn(arg) !== undefined) ? arithmetic((a, b) => a | b)(args, new Map()) : joinAll(args),
    '<<()': arithmetic((a, b) => a << b),
    '>>()': arithmetic((a, b) => a >> b),
    '>>>()': arithmetic((a, b) => a >>> b),
    'slice()': sliced,
    'operator.xor': arithmetic((a, b) => a ^ b),
    'JSON.stringify json.dumps str.encode encodeURIComponent urllib.parse.quote urllib.parse.urlencode querystring.stringify URLSearchParams urllib.parse.quote_plus':
      (args) => ({ ...mapped(first(args), (text) => text), ...(first(args).texts.length === 0 && { texts: [] }) }),
    'URL urllib.parse.urljoin': ([a = unknown, b = unknown]) => (textIn(b) === undefined ? a : concat([b, a])),
  } satisfies Record<string, Fold>).flatMap(([names, fold]) => names.split(' ').map((name) => [name, fold] as const)),
);

function btoaSafe(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** Of these, what comes out is called decoded. */
export const decoders =
  /^(?:base64\.(?!b64enc|urlsafe_b64enc|enc)|binascii\.(?:a2b|unhex)|atob$|bytes\.fromhex|bytearray\.fromhex|codecs\.decode|zlib\.|gzip\.decomp|bz2\.decomp|lzma\.decomp|marshal\.loads|pickle\.loads?$|chr$|String\.fromC|unescape$|pako\.inflate|\^\(\)$|Fernet\(\)\.decrypt|cryptography\.fernet\.Fernet\(\)\.decrypt)/;
