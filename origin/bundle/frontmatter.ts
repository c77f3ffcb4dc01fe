/** What a SKILL.md says about itself (CONTRACT.md, Identifiers, bundles, hashes: Frontmatter). */
import { isScalar, isSeq } from 'yaml';
import { ApiError } from '../contract/errors.ts';
import { limits, unprintable } from '../contract/fields.ts';
import { tooLarge } from './archive/allowance.ts';
import { skillFile } from './paths.ts';
import { readMapping, type YamlMapping, YamlRefusal } from './strictYaml.ts';
import { tagsOf } from './tags.ts';

export interface Frontmatter {
  name: string;
  description: string;
  version?: string;
  triggers: string[];
  license?: string;
  tags: string[];
  allowedTools: string[];
  /** The Markdown after the frontmatter, as it stands. */
  body: string;
}

/**
 * Reads the frontmatter of a SKILL.md. A byte order mark and CRLF are tolerated. `name` and `description` are trimmed
 * and must be there; whatever else isn't of its form counts as absent.
 * @throws ApiError `frontmatter_invalid` with `path` and `line`; `payload_too_large` for more than
 *   `limits.frontmatter` bytes.
 */
export function readFrontmatter(skillMd: Uint8Array): Frontmatter {
  const { yaml, body } = split(decode(skillMd));
  if (Buffer.byteLength(yaml) > limits.frontmatter) {
    throw tooLarge(`The frontmatter is larger than ${limits.frontmatter / 1024} KiB.`, limits.frontmatter, skillFile);
  }
  try {
    return { ...readFields(readMapping(yaml)), body };
  } catch (error) {
    if (error instanceof YamlRefusal) throw invalid(error.line + 1, error.message); // the dashes are line 1
    throw error;
  }
}

/** The whole frontmatter as JSON, as it was written, of a SKILL.md that `readFrontmatter` accepts. */
export const frontmatterAsWritten = (skillMd: Uint8Array): Record<string, unknown> =>
  readMapping(split(decode(skillMd)).yaml).map.toJSON();

const invalid = (line: number, message: string): ApiError =>
  new ApiError('frontmatter_invalid', `${skillFile} line ${line}: ${message}.`, { path: skillFile, line });

function decode(skillMd: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(skillMd);
  } catch {
    throw invalid(1, 'the file is not valid UTF-8');
  }
}

/** The text between two lines of three dashes, the first at the very start, and what follows. */
function split(text: string): { yaml: string; body: string } {
  const opening = /^---[ \t]*\r?(?=\n)/.exec(text)?.[0].length;
  if (opening === undefined) throw invalid(1, 'the file must start with frontmatter after a line of three dashes');
  const closing = /\n---[ \t]*\r?(?:\n|$)/.exec(text.slice(opening));
  if (!closing) throw invalid(1, 'the frontmatter is not closed by a line of three dashes');
  const end = opening + closing.index;
  return { yaml: text.slice(opening + 1, end + 1), body: text.slice(end + closing[0].length) };
}

function readFields(mapping: YamlMapping): Omit<Frontmatter, 'body'> {
  const { map } = mapping;
  const version = label(map.get('version', true)) ?? label(map.getIn(['metadata', 'version'], true));
  const triggers = phrases(map.get('triggers', true)) ?? phrases(map.getIn(['metadata', 'triggers'], true));
  const license = plainText(map.get('license', true));
  const tags = tagFields.map((path) => phrases(map.getIn(path, true))).find((found) => found?.length);
  return {
    name: required(mapping, 'name'),
    description: required(mapping, 'description'),
    ...(version === undefined ? {} : { version }),
    triggers: triggers ?? [],
    ...(license === undefined ? {} : { license }),
    tags: tagsOf(tags ?? []),
    allowedTools: tools(map.get('allowed-tools', true)),
  };
}

/** Where tags stand, by the first of them that has any. */
const tagFields = [['tags'], ['metadata', 'tags'], ['keywords'], ['metadata', 'keywords']];

/** A trimmed string of 1 to `limits.descriptionLength` characters (code points). */
function required({ map, lineOf }: YamlMapping, key: string): string {
  const node = map.get(key, true);
  if (node === undefined) throw invalid(1, `the frontmatter has no ${key}`);
  const value: unknown = isScalar(node) ? node.value : undefined;
  const line = lineOf(node) + 1;
  if (typeof value !== 'string') throw invalid(line, `the ${key} must be a string; put it in quotes`);
  const text = value.trim();
  if (text === '') throw invalid(line, `the ${key} must not be empty`);
  if (unprintable.test(text)) throw invalid(line, `the ${key} has a control character or half a surrogate pair`);
  if (characters(text) > limits.descriptionLength) {
    throw invalid(line, `the ${key} is longer than ${limits.descriptionLength} characters`);
  }
  return text;
}

const characters = (text: string): number => [...text].length;

/** The trimmed string of a scalar; a number is read as it was written, so that `1.10` stays `1.10`. */
function plainText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source } = node;
  const text = typeof value === 'string' ? value : typeof value === 'number' ? (source ?? String(value)) : '';
  return text.trim() === '' || unprintable.test(text) ? undefined : text.trim();
}

/** A label is never cut: half of one would name another version. */
function label(node: unknown): string | undefined {
  const text = plainText(node);
  return text !== undefined && characters(text) <= limits.versionLabelLength ? text : undefined;
}

/** An array of strings, or one string split on commas. */
function phrases(node: unknown): string[] | undefined {
  if (isSeq(node)) return bounded(stringsOf(node.items));
  const text = plainText(node);
  return text === undefined ? undefined : bounded(text.split(','));
}

/** An array of strings, or one string as the Agent Skills format has it: `Read, Bash(git add:*) Grep`. */
function tools(node: unknown): string[] {
  if (isSeq(node)) return bounded(stringsOf(node.items));
  return bounded(plainText(node)?.match(/[^\s,(]+(?:\([^)]*\)?)?/g) ?? []);
}

/** The strings of a list that holds nothing else. */
function stringsOf(items: readonly unknown[]): string[] {
  const values = items.map((item) => (isScalar(item) ? item.value : undefined));
  return values.every((value) => typeof value === 'string') ? values : [];
}

const bounded = (list: readonly string[]): string[] =>
  list
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !unprintable.test(entry) && characters(entry) <= listEntryLength)
    .slice(0, listEntries);

const listEntries = 100;
const listEntryLength = 200;
