import { mcpLimits, type ToolOutput } from '../../contract/clients/mcp.ts';
import { kitSource } from '../../contract/grammar/ids.ts';
import { fold } from '../../store/search/text.ts';
import { type KitEntry, type KitSkill, kitEntries, skillOf } from '../kit.ts';
import { after, cursorAt } from '../paging.ts';
import type { Tool } from '../tool.ts';
import { linesOf } from '../wording.ts';

export const list_skills: Tool<'list_skills'> = async (reading, { cursor, query, category, source }) => {
  const wanted = fold(query ?? '');
  const matching = (await kitEntries(reading)).filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (source === undefined || isFrom(entry, source)) &&
      fold(`${entry.skill_id}\n${entry.name}\n${entry.description}`).includes(wanted),
  );
  const rest = after(matching, ({ skill_id }) => skill_id, cursor);
  const page = rest.slice(0, mcpLimits.listed);
  const last = page.at(-1);
  const result: ToolOutput<'list_skills'> = {
    skills: page.map((entry) => skillOf(reading, entry)),
    total: matching.length,
    ...(last && rest.length > page.length && { next_cursor: cursorAt(last.skill_id) }),
  };
  return { result, texts: [listed(result)] };
};

/** `kit` is any kit. */
const isFrom = (entry: KitEntry, source: string): boolean =>
  entry.source === source || (source === 'kit' && kitSource.parse(entry.source) !== undefined);

function listed({ skills, total, next_cursor }: ToolOutput<'list_skills'>): string {
  if (total === 0) return 'No skill of this kit matches.';
  const more = next_cursor ? `\nThere are more: ask again with cursor ${next_cursor}.` : '';
  return `${skills.length} of ${total}:\n${skills.map(line).join('\n')}${more}`;
}

const line = ({ id, version, source, description, deprecated }: KitSkill): string =>
  `- ${id} ${version} (${source}${deprecated ? ', deprecated' : ''}): ${linesOf(description)}`;
