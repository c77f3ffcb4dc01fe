/** Programs that are started by name: from a shell, or by a call. */
import { lastSegment } from '../../../contract/grammar/segments.ts';
import { decoding, givers, interpreters, packageManagers, readers, starters } from '../apis/commands.ts';
import { isSecretName } from '../apis/files.ts';
import type { Language } from '../program.ts';
import { archive } from './archives.ts';
import { filtered } from './encodings.ts';
import type { Machine, Site } from './machine.ts';
import { variable } from './names.ts';
import { fetchWith, sendWith } from './netCommands.ts';
import {
  concat,
  dataOf,
  deepSources,
  from,
  joinAll,
  known,
  made,
  origin,
  partOf,
  unknown,
  type Value,
} from './value.ts';

export function runCommand(machine: Machine, words: readonly Value[], input: Value | undefined, site: Site): Value {
  const [first = unknown, ...rest] = words;
  const path = first.texts[0] ?? '';
  const program = lastSegment(path).toLowerCase();
  const { at } = site;
  if (program === '<') return rest[0] ? machine.read(rest[0], at) : unknown;
  // `$(API_KEY)`, as makefiles and pipelines name a variable: no program is called that.
  if (rest.length === 0 && !input && isSecretName(path) && /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(path))
    return variable(machine, path, site, at.line);
  if (starters.has(program)) {
    machine.emit({ does: 'run', program: path, words: [], at });
    const skipped = rest.findIndex((word) => !/^(?:-|\d+[smh]?$|[A-Za-z_]\w*=)/.test(word.texts[0] ?? ''));
    if (skipped !== -1) return runCommand(machine, rest.slice(skipped), input, site);
    return program === 'env' ? environment(machine, rest, site) : unknown;
  }
  machine.emit({
    does: 'run',
    program: path,
    words: rest.map(dataOf),
    ...(input && { input: dataOf(input) }),
    at,
  });
  const language = interpreters.get(program);
  if (language) return interpreted(machine, language, rest, input, site);
  const given = givers.get(program);
  if (given) return program === 'printenv' && rest.length > 0 ? made(...rest) : origin(given, program, at);
  const manager = packageManagers.get(program);
  if (manager) installs(machine, program, rest, site);
  return special(machine, program, { path: first, rest, input }, site);
}

interface Started {
  path: Value;
  rest: readonly Value[];
  input: Value | undefined;
}

function special(machine: Machine, program: string, { path, rest, input }: Started, site: Site): Value {
  const { at } = site;
  const plain = rest.filter((word) => !/^-/.test(word.texts[0] ?? ''));
  switch (program) {
    case 'eval':
    case 'iex':
    case 'invoke-expression': {
      const code = concat([...rest.flatMap((word) => [word, known(' ')]), ...(input ? [input] : [])]);
      return execute(
        machine,
        from(code, [...made(...rest).sources, ...(input?.sources ?? [])]),
        'eval',
        program === 'eval' ? 'bash' : 'powershell',
        site,
      );
    }
    case 'cd':
    case 'pushd':
    case 'chdir':
    case 'set-location':
    case 'push-location':
      machine.enter(plain[0] ?? known('~'), at);
      return unknown;
    case 'source':
    case '.':
      return runFile(machine, plain[0] ?? unknown, 'bash', site);
    case 'echo':
    case 'printf':
    case 'write-output':
    case 'write-host':
    case 'print':
      return concat(plain.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word])));
    case 'set':
    case 'export':
    case 'declare':
      return rest.length === 0 || /^-p/.test(rest[0]?.texts[0] ?? '') ? environment(machine, [], site) : unknown;
    case 'security':
      return /^(?:find|dump)/.test(rest[0]?.texts[0] ?? '') ? origin('keychain', 'security', at) : unknown;
    case 'xclip':
    case 'xsel':
      return rest.some((word) => /^-(?:o|-output|b)/.test(word.texts[0] ?? '')) && !input
        ? origin('clipboard', program, at)
        : unknown;
    case 'cp':
    case 'mv':
    case 'copy-item':
    case 'install':
    case 'ln': {
      const to = plain.at(-1);
      for (const one of plain.slice(0, -1)) machine.write(to ?? unknown, machine.read(one, at), at);
      return unknown;
    }
    case 'rm':
    case 'unlink':
    case 'shred':
    case 'remove-item':
      for (const one of plain) machine.emit({ does: 'delete', path: dataOf(one), at });
      return unknown;
    case 'tee':
    case 'out-file':
    case 'set-content':
    case 'add-content':
      for (const one of plain.slice(0, 1)) machine.write(one, input ?? plain[1] ?? unknown, at);
      return input ?? unknown;
    default:
      return (
        archive(machine, program, rest, at) ??
        fetchWith(machine, program, rest, input, site) ??
        sendWith(machine, program, rest, input, site) ??
        (readers.has(program)
          ? readBy(machine, program, plain, rest, input, site)
          : runFile(machine, path, undefined, site))
      );
  }
}

function environment(machine: Machine, _rest: readonly Value[], { at }: Site): Value {
  machine.emit({ does: 'readVariable', name: '*', at });
  return origin('environment', 'environment', at);
}

/** `bash -c text`, `python file`, `… | sh`. */
function interpreted(
  machine: Machine,
  language: Language,
  rest: readonly Value[],
  input: Value | undefined,
  site: Site,
): Value {
  const told = rest.find((word) => /^command:/.test(word.texts[0] ?? ''));
  // `bash command:"…"`: how some skills write a call of an agent's tool.
  if (told && language === 'bash')
    return execute(machine, { ...told, texts: told.texts.map((text) => text.slice(8)) }, 'shell', language, site);
  const flag = rest.findIndex((word) => flags[language]?.test(word.texts[0] ?? ''));
  const code = flag === -1 ? undefined : rest[flag + 1];
  if (code) {
    const isEncoded = language === 'powershell' && /^-e/i.test(rest[flag]?.texts[0] ?? '');
    return execute(machine, isEncoded ? encodedCommand(code, site) : code, 'shell', language, site);
  }
  if (
    input?.sources.some((source) => source.origin === 'connection') &&
    (language === 'bash' || language === 'powershell')
  )
    machine.emit({ does: 'execute', code: dataOf(input), how: 'connection', at: site.at });
  const isFromInput = input && language === 'bash' && rest.some((word) => /^-[a-z]*s$/.test(word.texts[0] ?? ''));
  const file = (isFromInput ? [] : rest).find(
    (word) => !/^-/.test(word.texts[0] ?? '') && (word.texts.length > 0 || deepSources(word).length > 0),
  );
  if (file) return runFile(machine, file, language, site);
  return input ? execute(machine, input, 'pipe', language, site) : unknown;
}

const flags: Partial<Record<Language, RegExp>> = {
  bash: /^-[a-z]{0,4}c$/,
  python: /^-c$/,
  javascript: /^(?:-e|-p|-pe|--eval|eval)$/,
  powershell: /^-(?:c|command|e|ec|enc|encodedcommand)$/i,
  ruby: /^-e$/,
  php: /^-r$/,
};

/** Base64 of UTF-16. */
function encodedCommand(code: Value, { at }: Site): Value {
  const texts = code.texts.map((text) => Buffer.from(text.slice(0, 200_000), 'base64').toString('utf16le'));
  return { ...unknown, texts, sources: [...code.sources, { origin: 'decoded', name: '-EncodedCommand', at }] };
}

function execute(machine: Machine, code: Value, how: string, language: Language, site: Site): Value {
  const sources = deepSources(code);
  if (sources.length > 0) machine.emit({ does: 'execute', code: dataOf(code), how, at: site.at });
  const printed = machine.runText({ ...code, sources }, language, site);
  return from(printed, [{ origin: 'output', name: how, at: site.at }]);
}

/** A file that is run: of the bundle, or one that the bundle wrote. */
function runFile(machine: Machine, path: Value, language: Language | undefined, site: Site): Value {
  const written = machine.written(path, site.at);
  const sources = written ? deepSources(written) : path.sources.filter((source) => source.origin === 'download');
  if (sources.length > 0)
    machine.emit({ does: 'execute', code: dataOf({ ...(written ?? path), sources }), how: 'file', at: site.at });
  if (written && language) machine.runText(written, language, site);
  return origin('output', path.texts[0] ?? '', site.at);
}

const selectors: ReadonlySet<string> = new Set('grep egrep rg jq yq cut awk plutil findstr select-string'.split(' '));

function readBy(
  machine: Machine,
  program: string,
  plain: readonly Value[],
  rest: readonly Value[],
  input: Value | undefined,
  { at }: Site,
): Value {
  const files = filesAmong(program, plain, rest).map((word) => machine.read(word, at));
  const isOne = files.length > 1 && files.every(({ texts }) => texts.length === 1);
  const content = isOne ? concat(files) : joinAll([...(input ? [input] : []), ...files]);
  const undoes = decoding.get(program);
  const isUndoing = undoes && [known(''), ...rest].some((word) => undoes.test(word.texts[0] ?? ''));
  const filter =
    isUndoing || !undoes
      ? filtered(
          program,
          rest.map((word) => word.texts[0] ?? ''),
        )
      : undefined;
  if (isUndoing || filter) {
    const isDecoding = isUndoing || program === 'rev' || rest.some((word) => /n-z/i.test(word.texts[0] ?? ''));
    const texts = filter ? content.texts.flatMap((text) => filter(text) ?? []) : [];
    const decoded = { origin: 'decoded' as const, name: program, at };
    return { ...unknown, texts, sources: [...deepSources(content), ...(isDecoding ? [decoded] : [])] };
  }
  if (selectors.has(program) && plain.length > 0) return partOf(made(content));
  return program === 'cat' || program === 'tee' ? { ...content, names: [] } : made(content, ...plain);
}

/** Arguments that are files: no scripts, no patterns. */
function filesAmong(program: string, plain: readonly Value[], rest: readonly Value[]): readonly Value[] {
  const textOf = (word: Value | undefined): string => word?.texts[0] ?? '';
  if (isPager.test(program)) return plain.filter((word) => !/^\+?\d+$/.test(textOf(word)));
  if (program === 'tr' || program === 'echo') return [];
  if (program === 'find') {
    const options = rest.findIndex((word) => textOf(word).startsWith('-'));
    const folders = options === -1 ? rest : rest.slice(0, options);
    const names = rest.filter((_, at) => /^-(?:i?name|i?path|i?wholename)$/.test(textOf(rest[at - 1]))).slice(0, 20);
    if (names.length === 0) return folders;
    return folders.slice(0, 5).flatMap((folder) => names.map((name) => concat([folder, known('/'), name])));
  }
  const given = /^[jy]q$/.test(program) ? /^(?:-f|--from-file)$/ : /^(?:-e|-f|--expression|--file|--regexp)$/;
  const hasScript = takesScript.test(program) && !rest.some((word) => given.test(textOf(word)));
  // `jq --arg name value`; `sed -i '' script file` where the suffix of copies is empty.
  const values = new Set(rest.flatMap((word, at) => (namesValue.test(textOf(word)) ? rest.slice(at + 1, at + 3) : [])));
  const words = plain.filter((word) => !values.has(word) && !(takesScript.test(program) && textOf(word) === ''));
  return words.slice(hasScript ? 1 : 0).filter((word) => /[/.~]/.test(textOf(word)) && !/^[{(^]|\s/.test(textOf(word)));
}

const namesValue = /^--arg(?:json)?$/;

/** Their first argument is a program or a pattern of their own. */
const takesScript = /^(?:jq|yq|sed|awk|gawk|grep|egrep|fgrep|rg|select-string|findstr)$/;

/** All their arguments are files. */
const isPager = /^(?:cat|head|tail|less|more|tac|nl|get-content|gc|type)$/;

function installs(machine: Machine, manager: string, rest: readonly Value[], { at }: Site): void {
  const verb = rest.findIndex((word) => packageManagers.get(manager)?.test(word.texts[0] ?? ''));
  if (verb === -1) return;
  const words = rest.slice(verb + 1).map((word) => word.texts[0] ?? '');
  const index = words.findIndex((word) => /^(?:--(?:extra-)?index-url|-i|--registry)(?:=|$)/.test(word));
  const place = index === -1 ? undefined : (words[index]?.split('=')[1] ?? words[index + 1]);
  for (const [position, name] of words.entries()) {
    if (name === '' || name.startsWith('-') || (index !== -1 && position === index + 1)) continue;
    machine.emit({ does: 'install', manager, name, ...(place && { from: place }), at });
  }
}
