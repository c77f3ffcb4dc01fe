import { skillFile } from '../../bundle/paths.ts';
import type { ToolOutput } from '../../contract/clients/mcp.ts';
import { kitFiles, scanOf, skillOf } from '../kit.ts';
import { partOf } from '../part.ts';
import { fileUri } from '../skillUri.ts';
import { type Tool, ToolRefusal } from '../tool.ts';
import { asData } from '../wording.ts';

export const get_skill: Tool<'get_skill'> = async (reading, { id, path = skillFile, offset = 0 }) => {
  const held = await kitFiles(reading, id, path);
  if (!held) throw new ToolRefusal(`There is no skill "${id}" in this kit. list_skills lists its skills.`);
  const { detail: entry, files, bytes } = held;
  const found = files.find((file) => file.path === path);
  if (!found || !bytes) throw new ToolRefusal(`${id} ${entry.version_label} has no file "${path}".`);
  const file = { path, size: found.size, ...partOf(bytes, offset) };
  const { author, slug, published_at, scan_status, signature_status, token_count } = entry;
  const skill: ToolOutput<'get_skill'>['skill'] = {
    ...skillOf(reading, entry),
    ...{ author, slug, published_at, scan_status, signature_status, token_count },
    scan: await scanOf(reading, entry),
    triggers: JSON.parse(entry.triggers),
    files: files.map(({ path, size, hash }) => ({ path, size, hash, uri: fileUri(entry, path) })),
  };
  return { result: { skill, file }, texts: [about(skill), asData(entry, file, found.hash)] };
};

function about({ id, version, hash, source, scan, signature_status, files }: ToolOutput<'get_skill'>['skill']): string {
  const listed = files.map(({ path, size }) => `- ${path} (${size} bytes)`).join('\n');
  return `${id} ${version} (${hash}), from ${source}. Signature: ${signature_status}.\nScan: ${scan}\nFiles:\n${listed}`;
}
