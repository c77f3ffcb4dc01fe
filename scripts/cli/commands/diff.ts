import { asksMayBeMore, omissions } from '../../../origin/contract/comparing.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import type { Context, Outcome } from '../context.ts';
import { fromEither, skillRecord } from '../reads.ts';
import { chosenVersion, skillReference } from '../reference.ts';

/** What changes between two versions, and first what the second newly asks for. */
export async function diff(context: Context, name: string, from: string, to?: string): Promise<Outcome> {
  const registry = await context.registry();
  const { author, slug, wanted } = skillReference(name);
  const json = await fromEither(registry, async (client) => {
    const skill = await skillRecord(client, { author, slug });
    const hash = chosenVersion(skill, from).hash;
    const other = chosenVersion(skill, to ?? wanted).hash;
    return client.getSkillVersionDiff({ author, slug, hash, other });
  });
  return { text: diffText(context, json), json };
}

/** Also what `pending` shows a person before they approve. */
export function diffText(context: Context, { files, asks }: Output<'getSkillVersionDiff'>): string {
  const { bold, yellow } = context.terminal.style;
  const asked = [
    ['commands', asks.commands],
    ['domains', asks.domains],
    ['environment variables', asks.environment],
    ['tools', asks.allowed_tools],
  ] as const;
  const lines = asked.flatMap(([what, list]) =>
    list.length ? [yellow(`Newly mentions ${what}: ${list.join(', ')}`)] : [],
  );
  const sign = asks.token_count > 0 ? '+' : '';
  if (asks.token_count !== 0) lines.push(`SKILL.md: ${sign}${asks.token_count} tokens`);
  // Registries before this field read everything.
  if (asks.complete === false) lines.unshift(yellow(asksMayBeMore));
  const parts = files.map(({ path, status, diff: patch, omitted }) => {
    const shown = patch ? coloured(context, patch) : omitted ? yellow(`(${omissions[omitted]})`) : '(no text)';
    return `${bold(`${status} ${path}`)}\n${shown}`;
  });
  return [...lines, ...parts].join('\n') || 'Nothing differs.';
}

function coloured({ terminal }: Context, patch: string): string {
  const { green, red, dim } = terminal.style;
  const lines = patch.replace(/^=+\n/, '').replace(/\n$/, '').split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('+') && !line.startsWith('+++ ')) return green(line);
      if (line.startsWith('-') && !line.startsWith('--- ')) return red(line);
      return line.startsWith('@@') ? dim(line) : line;
    })
    .join('\n');
}
