/** YAML 1.2 core schema, cut down to what means one thing to every reader. */
import {
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';

/** Where and why a source was refused. `line` counts from 1 within the source. */
export class YamlRefusal extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'YamlRefusal';
    this.line = line;
  }
}

/** A mapping and the line of each of its nodes. Nodes, not values: no alias is expanded, no key becomes a property. */
export interface YamlMapping {
  map: YAMLMap;
  lineOf(node: unknown): number;
}

/**
 * The mapping that the source holds.
 * @throws YamlRefusal for anything that isn't YAML, characters that readers differ in, another root, aliases, anchors, tags and duplicate keys, and for
 *   more than `maxLexemes` or `deepest`.
 */
export function readMapping(source: string): YamlMapping {
  const odd = unreadable.exec(source)?.index;
  if (odd !== undefined)
    throw new YamlRefusal(
      source.slice(0, odd).split('\n').length,
      'there is a control character, or an end of a line that not every program takes for one',
    );
  checkExtent(source);
  const lineCounter = new LineCounter();
  // uniqueKeys compares each key with every other, which takes seconds for a large mapping: we look for them below.
  const document = parseDocument(source, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
  });
  const lineAt = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line);
  const lineOf = (node: unknown): number => lineAt((isNode(node) && node.range?.[0]) || 0);

  const [error] = [...document.errors, ...document.warnings];
  if (error) throw new YamlRefusal(lineAt(error.pos[0]), plainly(error));
  visit(document, {
    Alias: (_, node) => {
      throw new YamlRefusal(lineOf(node), 'aliases are not allowed; quote a value that starts with an asterisk');
    },
    Value: (_, node) => {
      if (node.anchor) throw new YamlRefusal(lineOf(node), 'anchors are not allowed; quote a value with “&” in front');
      const isStandard = !node.tag || node.tag.startsWith('tag:yaml.org,2002:');
      if (!isStandard) throw new YamlRefusal(lineOf(node), customTag);
    },
  });
  visit(document, { Map: (_, map) => refuseDuplicates(map, lineOf) });
  if (!isMap(document.contents)) throw new YamlRefusal(1, 'the frontmatter must be a mapping of keys to values');
  return { map: document.contents, lineOf };
}

/**
 * Characters that YAML has no place for (YAML 1.2.2, section 5.1), and ends of lines to some readers alone: a bare
 * carriage return is one that ours overlooks, the others are to readers of YAML 1.1.
 */
const unreadable = /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u2028\u2029\uFFFE\uFFFF]/u;

/** Pieces that the source may be cut into: keys, values, indicators, spaces, ends of lines. */
const maxLexemes = 120_000;
/** Pieces that stand where none may: each takes the library ten times as long as another, and the first is what we name. */
const maxMistakes = 100;
/** Collections in one another. */
const deepest = 100;

/**
 * Composing takes time and memory for each piece and stack for each level: seconds, hundreds of megabytes or an overflow
 * for a source made to that end. Cutting it into pieces takes little, and stops where there are too many.
 */
function checkExtent(source: string): void {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let [lexemes, mistakes] = [0, 0];
  const refuse = (message: string): never => {
    throw new YamlRefusal(Math.max(1, lines.linePos(parser.offset).line), message);
  };
  for (const lexeme of new Lexer().lex(source)) {
    lexemes += 1;
    if (lexemes > maxLexemes) refuse('the frontmatter has too many values');
    for (const { type } of parser.next(lexeme)) mistakes += type === 'error' ? 1 : 0;
    if (mistakes > maxMistakes) refuse('the frontmatter is not YAML');
    // The document is at the bottom.
    if (parser.stack.length - 1 > deepest) refuse(tooDeep);
  }
}

function refuseDuplicates(map: YAMLMap, lineOf: YamlMapping['lineOf']): void {
  const keys = new Set<string>();
  for (const { key } of map.items) {
    const name = isScalar(key) ? String(key.value) : undefined;
    if (name === undefined) continue;
    if (keys.has(name)) throw new YamlRefusal(lineOf(key), `the key “${clipped(name)}” is there twice`);
    keys.add(name);
  }
}

/** What to do about the mistakes people make; the parser's own words for the rest. */
function plainly(error: YAMLError): string {
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'quote the value, it contains a colon';
    case 'TAB_AS_INDENT':
      return 'indent with spaces, not with a tab';
    case 'BAD_SCALAR_START':
      return 'quote the value, it starts with a character that means something in YAML';
    case 'TAG_RESOLVE_FAILED':
      return customTag;
    case 'UNEXPECTED_TOKEN':
      return `quote the value if it is plain text (${clipped(error.message)})`;
    case 'RESOURCE_EXHAUSTION':
      return tooDeep;
    default:
      return clipped(error.message);
  }
}

const tooDeep = 'the values are nested too deeply';

const customTag = 'tags are not allowed; quote a value with “!” in front';

const clipped = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
