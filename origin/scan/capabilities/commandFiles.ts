/** Files that commands are given to read or to write: by an option, or by their place among the arguments. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import type { Data, Effect } from '../programs/effect.ts';
import type { Capability } from './capabilities.ts';
import { pathNames } from './files.ts';

interface Given {
  read: Data[];
  written: Data[];
}

/** Options of any program, with a value: where its output goes. */
const output =
  /^--?(?:o|out|output|out(?:put)?-?(?:file|path|name|dir|directory|folder|root)|dest|destination|save|save-(?:to|as|path)|download-?dir|target-?dir|export|report(?:-file)?|log-?file)$/i;
const outputFolder = /^--?(?:out(?:put)?-?(?:dir|directory|folder|root)|download-?dir|target-?dir|dir|directory)$/i;
/** What it reads. */
const input =
  /^--?(?:i|in|input|in(?:put)?-?(?:file|path|dir|directory|folder)|infile|file|filename|config|config-?(?:file|path)|env-file|from-file|body-file|message-file|data-?(?:file|path)|values|kubeconfig|template|schema|spec)$/i;
/** Programs whose `-f` names a file to read. */
const readsByF =
  /^(?:kubectl|helm|docker|docker-compose|podman|oc|psql|mysql|ansible-playbook|make|just|tmux|jq|awk|gawk)$/;
/** Their `-i` and `-o` mean something else. */
const otherOptions =
  /^(?:sed|perl|grep|egrep|rg|find|ssh|ps|set|xargs|sudo|mount|docker|podman|kubectl|ls|useradd|chattr)$/;

/** A path and not a word: with a slash, or an ending. */
const looksLikePath = (text: string): boolean =>
  /^[\w@.~/\\$%{}*+ ,:\uFFFC-]{1,200}$/.test(text) &&
  !/^\w+:\/\/|^\d+(?:\.\d+)*$|^[\w.-]+@[\w.-]+$/.test(text) &&
  (/^(?:~|\.{1,2})?\/|(?:^|\/)\.[a-z]\w+$/.test(text) ||
    /[^./\s]\.[A-Za-z]\w{0,7}$/.test(text) ||
    /^[\w.-]+(?:\/[\w.-]*)+$/.test(text));

/** By its ending, or by where it begins: `owner/name` is none. */
const looksLikeFile = (text: string): boolean =>
  looksLikePath(text) && /^(?:~|\.{1,2})?\/|\/$|[^./\s]\.[A-Za-z]\w{0,7}$|(?:^|\/)\.\w+$/.test(text);

const textOf = (word: Data | undefined): string => word?.texts[0] ?? '';
const isOption = (word: Data): boolean => textOf(word).startsWith('-');
const isPath = (word: Data): boolean => looksLikePath(textOf(word));

type Takes = (words: readonly Data[], plain: readonly Data[]) => Partial<Given>;

const readsAll: Takes = (_, plain) => ({ read: plain.filter(isPath) });
/** `from… to`, where what has a host is on another machine. */
const copies: Takes = (_, plain) => {
  const local = (word: Data) => isPath(word) && !/^[\w.@-]+:/.test(textOf(word));
  return { read: plain.slice(0, -1).filter(local), written: plain.slice(-1).filter(local) };
};
const after = (words: readonly Data[], option: RegExp): Data[] =>
  words.flatMap((word, at) => (option.test(textOf(word)) ? words.slice(at + 1, at + 2) : []));

const changesTables = /\b(?:insert|create|update|delete|drop|alter|replace)\b/i;

const byProgram: Readonly<Record<string, Takes>> = {
  ...Object.fromEntries(
    'ls tree du stat file diff cmp md5 md5sum sha1sum sha256sum shasum identify exiftool ffprobe pdfinfo pdftotext mdls xmllint'
      .split(' ')
      .map((name) => [name, readsAll]),
  ),
  ...Object.fromEntries('scp rsync convert magick pdftoppm'.split(' ').map((name) => [name, copies])),
  cewl: (words) => ({ written: after(words, /^(?:-w|--write)$/) }),
  ffmpeg: (words, plain) => ({ read: after(words, /^-i$/).filter(isPath), written: plain.slice(-1).filter(isPath) }),
  pandoc: (words, plain) => ({ read: plain.filter((word) => isPath(word) && !after(words, /^-o$/).includes(word)) }),
  touch: (_, plain) => ({ written: [...plain] }),
  truncate: (_, plain) => ({ written: plain.filter(isPath) }),
  unzip: (words, plain) => ({ read: plain.slice(0, 1), written: after(words, /^-d$/) }),
  tar: (words, plain) => {
    const isUnpacking = words.some((word, at) => {
      const letters = /^-?([a-z]+)$/.exec(textOf(word))?.[1] ?? '';
      return letters.includes('x') && (at === 0 || isOption(word));
    });
    if (!isUnpacking) return {};
    const folders = after(words, /^(?:-C|--directory)$/);
    return { read: plain.filter((word) => isPath(word) && !folders.includes(word)).slice(0, 1), written: folders };
  },
  sed: (words, plain) => {
    const isInPlace = words.some((word) => /^(?:-[a-z]*i|--in-place)/.test(textOf(word)));
    return isInPlace
      ? {
          written: plain
            .filter((word) => textOf(word) !== '')
            .slice(1)
            .filter(isPath),
        }
      : {};
  },
  openssl: (words) => ({ read: after(words, /^-(?:in|inkey|cert)$/), written: after(words, /^-(?:out|keyout)$/) }),
  'ssh-keygen': (words) => ({ written: after(words, /^-f$/) }),
  ssh: (words) => ({ read: after(words, /^-i$/) }),
  dd: (words) => ({
    read: words.filter((word) => /^if=/.test(textOf(word))).map(afterSign),
    written: words.filter((word) => /^of=/.test(textOf(word))).map(afterSign),
  }),
  aws: (words, plain) =>
    textOf(words[0]) === 's3' && /^(?:cp|sync|mv)$/.test(textOf(words[1])) ? copies(words, plain.slice(2)) : {},
  gsutil: (words, plain) => (/^(?:cp|rsync)$/.test(textOf(words[0])) ? copies(words, plain.slice(1)) : {}),
  ...Object.fromEntries(
    ['pip', 'pip3', 'uv', 'python', 'python3'].map((name) => [
      name,
      (words: readonly Data[], plain: readonly Data[]) => ({
        read: [...after(words, /^(?:-r|--requirement)$/), ...ofModule(words, plain)].filter(isPath),
      }),
    ]),
  ),
  source: (_, plain) => ({ read: plain.slice(0, 1).filter((word) => isPath(word) && !isRun.test(textOf(word))) }),
  git: (words, plain) => {
    if (textOf(words[0]) !== 'clone' || plain.length !== 2) return {};
    const name =
      textOf(plain[1])
        .replace(/\/$/, '')
        .split(/[/:]/)
        .at(-1)
        ?.replace(/\.git$/, '') ?? '';
    const isAddress = /:\/\/|^git@|^[\w.-]+\/[\w.-]+$/.test(textOf(plain[1]));
    return /^[\w.-]+$/.test(name) && isAddress && plain[1] ? { written: [{ ...plain[1], texts: [name] }] } : {};
  },
};

/** `python -m json.tool file`; a program of the module's own is run. */
const ofModule = (words: readonly Data[], plain: readonly Data[]): Data[] =>
  textOf(words[0]) === '-m' && !/^(?:venv|virtualenv|pip)$/.test(textOf(words[1]))
    ? plain.filter((word) => word !== words[1] && !/\.py$/.test(textOf(word)))
    : [];

/** Sourced to run it, not for the values in it. */
const isRun = /(?:activate|\.(?:sh|bash|zsh|fish)|rc|profile)$/;

function afterSign(word: Data): Data {
  return { ...word, texts: word.texts.map((text) => text.slice(text.indexOf('=') + 1)) };
}

export function* filesOfCommands(effects: readonly Effect[], kind: keyof Given): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does !== 'run') continue;
    for (const word of givenTo(effect)[kind]) for (const name of pathNames(word)) yield { name, ...effect.at };
  }
}

function givenTo({ program: path, words, input: read }: Effect & { does: 'run' }): Given {
  const program = lastSegment(path).toLowerCase().replace(/^\.$/, 'source');
  const given: Given = { read: [], written: [] };
  const taken = new Set<Data>();
  for (const [at, word] of words.entries()) {
    const [whole = '', name = '', joined] = /^(--?[A-Za-z][\w-]*)(=.+)?$/s.exec(textOf(word)) ?? [];
    if (whole === '') continue;
    const value = joined === undefined ? words[at + 1] : afterSign(word);
    if (!value || (joined === undefined && isOption(value))) continue;
    const kind = kindOf(program, name, textOf(value));
    if (kind) given[kind].push(value);
    if (kind || otherValue.test(name)) taken.add(value);
  }
  const plain = words.filter((word) => !isOption(word) && !taken.has(word));
  const more = (Object.hasOwn(byProgram, program) ? byProgram[program] : undefined)?.(words, plain) ?? {};
  given.read.push(...(more.read ?? []));
  given.written.push(...(more.written ?? []));
  const statements = program === 'sqlite3' ? [...plain.slice(1), ...(read ? [read] : [])] : [];
  if (statements.some(({ texts }) => texts.some((text) => changesTables.test(text))))
    given.written.push(...plain.slice(0, 1));
  // Whatever else is a file by its ending, unless its name says that it is made: `convert.py report.pdf output.docx`.
  for (const word of guessable(program, plain)) {
    const name = lastSegment(textOf(word));
    if (isPath(word) && data.test(name)) given[made.test(name) ? 'written' : 'read'].push(word);
  }
  return given;
}

/** Arguments of which nothing else says what they are; those of an interpreter go to the script that it runs. */
function guessable(program: string, plain: readonly Data[]): readonly Data[] {
  if (interpreters.test(program)) return plain.slice(1);
  return takesNoFile.test(program) || followed.test(program) || Object.hasOwn(byProgram, program) ? [] : plain;
}

const interpreters = /^(?:node|python[\d.]*|bash|sh|zsh|deno|bun|ruby|php|perl|Rscript)$/i;
const made = /^(?:out|output|result|generated|converted)s?(?![a-z])/i;
/** Endings of files that are read and not run. */
const data =
  /[\w*\uFFFC)}]\.(?:pdf|docx?|xlsx?|pptx?|csv|tsv|jsonl?|json5|ya?ml|toml|xml|html?|md|txt|log|db|sqlite3?|parquet|png|jpe?g|gif|svg|webp|bmp|tiff?|heic|mp[34]|wav|m4a|ogg|flac|mov|avi|mkv|webm|srt|vtt|zip|tar|t?gz|pem|key|crt|bib|epub|fasta|fastq|pdb|cif|sdf|vcf|bam|bed|gff|nii|dcm|geojson|stl|obj|glb|sql|eml|ics|har|pcap|apk|ipa|wasm|bin|iso|img)$/i;
/** What these are given is text, a pattern, a package, or to be removed. */
const takesNoFile =
  /^(?:echo|printf|test|\[|rm|rmdir|chmod|chown|mkdir|kill|which|type|command|export|nano|vim?|code|open|xdg-open|find|git|gh|npm|pnpm|yarn|npx|bunx|pip3?|uv|uvx|brew|apt|apt-get|cargo|go|docker|ssh|sudo|basename|dirname|stat|unlink|mktemp|claude|codex|gemini|openclaw|clawdbot|curl|wget)$/;
/** The interpreter knows what these read. */
const followed =
  /^(?:cat|head|tail|less|more|tac|nl|tee|grep|egrep|fgrep|rg|sed|awk|gawk|cut|sort|uniq|tr|jq|yq|strings|xxd|od|base64|gzip|bzip2|xz|zip|7z|gpg|wc|fold|paste|rev|iconv|column|sqlite3|cp|mv|install|ln|source)$/;
/** Their value is no file, whatever it looks like. */
const otherValue =
  /^-(?:[ncmqpedHX]|-?(?:name|title|include|exclude|ignore|pattern|filter|glob|grep|message|query|prompt|text|body|subject|command|host|domain|url|tag|image|version|model|format|type|to|from|user|key|header|data|package|entry|as|out-?name))$/;

function kindOf(program: string, option: string, value: string): keyof Given | undefined {
  const isShort = /^-[io]$/i.test(option);
  if (isShort && otherOptions.test(program)) return undefined;
  if (option === '-f') return readsByF.test(program) && looksLikeFile(value) ? 'read' : undefined;
  if (outputFolder.test(option)) return /^[\w.~/$*\uFFFC-]+$/.test(value) ? 'written' : undefined;
  if (output.test(option)) return looksLikePath(value) || compilers.test(program) ? 'written' : undefined;
  if (input.test(option) && looksLikeFile(value)) return 'read';
  const isData = looksLikePath(value) && data.test(value) && !value.includes('*');
  return isData && !otherValue.test(option) && !takesNoFile.test(program) ? 'read' : undefined;
}

const compilers = /^(?:gcc|g\+\+|cc|clang|clang\+\+|go|rustc|ld|nasm)$/;
