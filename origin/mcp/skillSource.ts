/** The kit as the skills extension asks for it (SEP-2640): entries with digests, and files by their address. */
import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server';
import type { Skill, SkillSource } from '@modelcontextprotocol/server/ext/skills';
import { decodeText } from '../bundle/decode.ts';
import { frontmatterAsWritten } from '../bundle/frontmatter.ts';
import { skillFile } from '../bundle/paths.ts';
import { mcpLimits } from '../contract/clients/mcp.ts';
import { filesOf } from '../store/skills/versions.ts';
import { type KitEntry, type KitReading, kitEntries, kitEntry } from './kit.ts';
import { after, cursorAt } from './paging.ts';
import { fileUri, isListable, manifestUri, pathIn, skillIn } from './skillUri.ts';

export function skillSource(reading: KitReading): SkillSource {
  const entryAt = async (uri: string) => {
    const named = skillIn(uri);
    return named && kitEntry(reading, named);
  };
  return {
    list: async ({ cursor }) => {
      const listable = (await kitEntries(reading)).filter(isListable);
      const rest = after(listable, ({ skill_id }) => skill_id, cursor);
      const page = rest.slice(0, mcpLimits.listed);
      const skills = await Promise.all(page.map((entry) => skillAt(reading, entry)));
      const last = page.at(-1);
      return { skills, ...(last && rest.length > page.length && { nextCursor: cursorAt(last.skill_id) }) };
    },
    get: async (uri) => {
      const entry = await entryAt(uri);
      return entry && isListable(entry) && manifestUri(entry) === uri ? skillAt(reading, entry) : undefined;
    },
    read: async (uri) => {
      const entry = await entryAt(uri);
      return entry && fileAt(reading, entry, uri);
    },
    listResources: async () => (await kitEntries(reading)).slice(0, mcpLimits.resources).map(resourceOf),
  };
}

async function skillAt({ view, blob }: KitReading, entry: KitEntry): Promise<Skill> {
  const files = await filesOf(view.db, entry.versionId);
  const manifest = files.find(({ path }) => path === skillFile);
  const written = manifest ? frontmatterAsWritten(await blob(manifest.hash)) : {};
  return {
    uri: manifestUri(entry),
    frontmatter: written as Skill['frontmatter'],
    resources: files.map(({ path, hash, size }) => ({ uri: fileUri(entry, path), digest: hash, size })),
  };
}

/** Errors: a `ProtocolError` for a file that is too large for one answer. */
async function fileAt({ view, blob }: KitReading, entry: KitEntry, uri: string) {
  const path = pathIn(entry, uri);
  const file = (await filesOf(view.db, entry.versionId)).find((each) => each.path === path);
  if (!file) return undefined;
  if (file.size > mcpLimits.resource) {
    const instead = `get_skill reads a file over ${mcpLimits.resource} in parts`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${path} has ${file.size} bytes; ${instead}.`);
  }
  const bytes = await blob(file.hash);
  const { text, encoding } = decodeText(bytes);
  return encoding === 'utf-8'
    ? { text, mimeType: textType(file.path) }
    : { bytes, mimeType: 'application/octet-stream' };
}

const textType = (path: string): string => (/\.md$/i.test(path) ? 'text/markdown' : 'text/plain');

const resourceOf = (entry: KitEntry): Resource => ({
  uri: manifestUri(entry),
  name: entry.skill_id,
  title: entry.name,
  description: entry.description,
  mimeType: 'text/markdown',
});
