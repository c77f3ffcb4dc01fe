/** What methods of texts, lists and records give, by their name alone. */
import { decodedAs } from './encodings.ts';
import { elementsOf, sliced } from './folding.ts';
import { concat, itemsOf, known, list, made, mapped, partOf, setField, unknown, type Value } from './value.ts';

type Method = (of: Value, args: readonly Value[], named: ReadonlyMap<string, Value>) => Value | undefined;

const textIn = (value: Value | undefined): string | undefined =>
  value?.texts.length === 1 ? value.texts[0] : undefined;

const utf8 = (of: Value): Value => decodedAs(of, 'utf-8');

const joined: Method = (of, args) => {
  // Python joins with a text, JavaScript joins a list.
  const [parts, separator] = of.things.length > 0 ? [of, args[0] ?? known(',')] : [args[0] ?? unknown, of];
  const items = elementsOf(parts);
  if (!items) return made(of, ...args);
  return concat(items.flatMap((item, index) => (index === 0 ? [asText(item)] : [separator, asText(item)])));
};

const asText = (value: Value): Value => (value.isNumber ? { ...value, isNumber: false } : value);

const replaced: Method = (of, args) => {
  const [from, to] = [textIn(args[0]), textIn(args[1])];
  if (!from || to === undefined) return made(of, ...args);
  return mapped(of, (text) => text.replaceAll(from, to));
};

const split: Method = (of, args) => {
  const text = textIn(of);
  const separator = textIn(args[0]);
  if (text === undefined || of.isNumber) return /^[=:]$/.test(separator ?? '') ? partOf(made(of)) : made(of);
  const parts = separator === undefined ? text.trim().split(/\s+/) : text.split(separator);
  return parts.length > 8192 ? made(of) : list(parts.map((part) => ({ ...known(part), sources: of.sources })));
};

const formatted: Method = (of, args, named) => {
  const text = textIn(of);
  if (text === undefined) return made(of, ...args, ...named.values());
  let next = 0;
  const parts: Value[] = [];
  let last = 0;
  for (const { 0: whole, 1: key = '', index } of text.matchAll(/\{(\w{0,40})(?:![rsa])?(?::[^{}]{0,40})?\}/g)) {
    parts.push(known(text.slice(last, index)));
    parts.push(key === '' ? (args[next++] ?? unknown) : (named.get(key) ?? args[Number(key)] ?? unknown));
    last = index + whole.length;
  }
  return concat([...parts, known(text.slice(last))]);
};

const pushed: Method = (of, args) => {
  for (const to of of.things) {
    for (const arg of args) {
      setField(to, String(to.length), arg);
      to.length = Math.min(to.length + 1, 8192);
    }
  }
  return of.things.length > 0 ? of : undefined;
};

const updated: Method = (of, args, named) => {
  for (const to of of.things) {
    for (const arg of args)
      for (const { fields } of arg.things) for (const [key, value] of fields) setField(to, key, value, false);
    for (const [key, value] of named) setField(to, key, value, false);
  }
  return of.things.length > 0 ? of : undefined;
};

const got: Method = (of, args) => {
  const key = textIn(args[0]);
  if (of.things.length === 0) return undefined;
  const found = of.things.map(({ fields, any }) => (key === undefined ? any : (fields.get(key) ?? unknown)));
  return found.length === 1 ? found[0] : undefined;
};

const reversed: Method = (of) => {
  const items = itemsOf(of);
  return items ? list(items.toReversed()) : made(of);
};

const translated: Method = (of, [table]) => {
  const [fields] = table?.things.map((one) => one.fields) ?? [];
  if (!fields) return undefined;
  return mapped(of, (text) => [...text].map((letter) => textIn(fields.get(letter)) ?? letter).join(''));
};

const same: Method = (of) => ({ ...of, names: [] });

export const methods: ReadonlyMap<string, Method> = new Map<string, Method>(
  (
    [
      ['join', joined],
      ['replace replaceAll', replaced],
      ['split', split],
      ['format', formatted],
      ['append push add', pushed],
      ['update', updated],
      ['get', got],
      ['reverse', reversed],
      ['translate', translated],
      ['decode', (of) => utf8(of)],
      [
        'read',
        (of) => (of.names.includes('file()') ? { ...unknown, texts: of.texts, sources: of.sources } : undefined),
      ],
      ['toString', (of, args) => (textIn(args[0]) === 'hex' || textIn(args[0]) === 'base64' ? made(of) : utf8(of))],
      [
        'strip trim',
        (of, args) =>
          args.length > 0 ? { ...of, names: [] } : { ...of, names: [], texts: of.texts.map((text) => text.trim()) },
      ],
      [
        'rstrip trimEnd',
        (of, args) =>
          args.length > 0 ? { ...of, names: [] } : { ...of, names: [], texts: of.texts.map((text) => text.trimEnd()) },
      ],
      [
        'fileno encode lstrip trimStart copy items values entries valueOf expanduser resolve absolute as_posix astype flat',
        same,
      ],
      ['lower toLowerCase', (of) => mapped(of, (text) => text.toLowerCase())],
      ['upper toUpperCase', (of) => mapped(of, (text) => text.toUpperCase())],
      ['slice substring', (of, args) => sliced([of, ...args], new Map())],
      [
        'concat',
        (of, args) =>
          of.things.length > 0
            ? list([...(itemsOf(of) ?? [of]), ...args.flatMap((arg) => itemsOf(arg) ?? [arg])])
            : concat([of, ...args]),
      ],
      ['joinpath', (of, args) => concat([of, ...args.flatMap((arg) => [known('/'), arg])])],
      [
        'charCodeAt codePointAt',
        (of, args) => mapped(of, (text) => String(text.charCodeAt(Number(textIn(args[0]) ?? 0))), true),
      ],
      [
        'charAt at',
        (of, args) =>
          of.things.length > 0 ? undefined : mapped(of, (text) => text.charAt(Number(textIn(args[0]) ?? 0))),
      ],
      ['with_suffix with_name', (of) => made(of)],
    ] as [string, Method][]
  ).flatMap(([names, method]) => names.split(' ').map((name) => [name, method] as const)),
);
