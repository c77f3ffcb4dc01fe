import type { Output } from '../../../origin/contract/operations.ts';
import { marksInWords } from '../../../origin/contract/words/marks.ts';
import type { Context, Outcome } from '../context.ts';
import { checkedLog } from '../registry/log/checked.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { onOneLine } from '../terminal/printable.ts';
import { columns, plural, shortened } from '../terminal/table.ts';

export interface SearchOptions {
  /** `skills,kits,people`, or some of them. */
  type?: string;
  limit?: string;
}

/** Skills, kits and people, best first. Exit code 0 also where nothing is found. */
export async function search(context: Context, words: string[], options: SearchOptions): Promise<Outcome> {
  const registry = await context.registry();
  const { type, limit } = options;
  const [json] = await Promise.all([
    registry.mirror.search({
      q: words.join(' '),
      ...(type !== undefined && { types: type }),
      ...(limit !== undefined && { limit }),
    }),
    // Of one that it never saw, nothing is asked.
    checkedLog(context, registry, syncHomeOf(context, registry)),
  ]);
  const corrected = json.corrected === undefined ? '' : `Showing results for “${json.corrected}”.\n\n`;
  return { text: corrected + (found(context, onOneLine(json)) || 'Nothing found.'), json };
}

function found({ terminal }: Context, { skills = [], kits = [], people = [] }: Output<'search'>): string {
  const { bold } = terminal.style;
  const groups: [string, string[][]][] = [
    [
      'Skills',
      skills.map((skill) => [
        `${skill.author}/${skill.slug}`,
        shortened(skill.version_label, 20),
        shortened(`${marksInWords(skill)} ${skill.description}`.trim()),
      ]),
    ],
    ['Kits', kits.map(({ id, name, skill_count }) => [id, plural(skill_count, 'skill'), shortened(name)])],
    [
      'People',
      people.map(({ handle, name, public_skills }) => [handle, plural(public_skills, 'skill'), shortened(name)]),
    ],
  ];
  return groups
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `${bold(title)}\n${columns(rows)}`)
    .join('\n\n');
}
