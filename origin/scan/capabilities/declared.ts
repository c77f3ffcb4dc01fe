/** What the frontmatter of SKILL.md says that the skill needs. */
import { parseDocument } from 'yaml';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';
import { programNamed } from './programs.ts';

interface Declared {
  programs: Capability[];
  variables: Capability[];
  tools: Capability[];
  packages: Capability[];
}

const skillFile = 'SKILL.md';
/** Characters; `readFrontmatter` refuses more. */
const maxFrontmatter = 64 * 1024;

export function declaredIn(files: readonly ProgramFile[]): Declared {
  const declared: Declared = { programs: [], variables: [], tools: [], packages: [] };
  const text = files.find(({ path }) => path === skillFile)?.text ?? '';
  const end = /^---[ \t]*$/m.exec(text.slice(4))?.index;
  if (!/^\uFEFF?---\s/.test(text) || end === undefined || end > maxFrontmatter) return declared;
  const front = text.slice(0, end + 4);
  let fields: unknown;
  try {
    fields = parseDocument(front.replace(/^\uFEFF?---/, ''), { logLevel: 'silent', uniqueKeys: false }).toJS({
      maxAliasCount: 10,
    });
  } catch {
    return declared;
  }
  const place = (name: string): Capability => ({ name, path: skillFile, line: lineOf(front, name) });
  for (const tool of toolsOf(fields)) declared.tools.push(place(tool));
  visit(fields, 0, (key, value) => {
    if (/^(?:bins|anyBins|binaries)$/.test(key))
      declared.programs.push(
        ...names(value)
          .flatMap((name) => programNamed(name) ?? [])
          .map(place),
      );
    if (/^(?:env|envVars|primaryEnv|environment)$/.test(key))
      declared.variables.push(
        ...names(value)
          .filter((name) => /^[A-Za-z_]\w{1,63}$/.test(name))
          .map(place),
      );
    if (key === 'install')
      declared.packages.push(
        ...installs(value).map(([manager, name]) => ({ ...place(name), name: `${manager}:${name}` })),
      );
  });
  return declared;
}

function toolsOf(fields: unknown): string[] {
  if (!isRecord(fields)) return [];
  const said = fields['allowed-tools'] ?? fields.allowedTools ?? fields.tools;
  if (Array.isArray(said)) return said.filter((tool) => typeof tool === 'string').map((tool) => tool.trim());
  // `Bash(git add:*) Read`: spaces within parentheses part nothing.
  return typeof said === 'string' ? (said.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field, also of JSON that stands as text in one. */
function visit(value: unknown, depth: number, see: (key: string, value: unknown) => void): void {
  if (depth > 8) return;
  if (Array.isArray(value)) for (const item of value) visit(item, depth + 1, see);
  if (!isRecord(value)) return;
  for (const [key, field] of Object.entries(value)) {
    see(key, field);
    visit(key === 'metadata' ? read(field) : field, depth + 1, see);
  }
}

function read(field: unknown): unknown {
  if (typeof field !== 'string') return field;
  try {
    return JSON.parse(field);
  } catch {
    return undefined;
  }
}

function names(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value.flatMap((item) =>
      typeof item === 'string' ? [item] : isRecord(item) && typeof item.name === 'string' ? [item.name] : [],
    );
  return isRecord(value) ? Object.keys(value) : [];
}

const kinds: Readonly<Record<string, string>> = { node: 'npm', uv: 'pip', pipx: 'pip' };

function installs(value: unknown): [manager: string, name: string][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): [string, string][] => {
    if (!isRecord(item) || typeof item.kind !== 'string') return [];
    const name = item.formula ?? item.package ?? item.crate ?? item.module ?? item.cask ?? item.url;
    return typeof name === 'string' ? [[kinds[item.kind] ?? item.kind, name.replace(/(?<=.)@[\w.-]+$/, '')]] : [];
  });
}

const lineOf = (text: string, name: string): number =>
  text.slice(0, Math.max(text.indexOf(name), 0)).split('\n').length;
