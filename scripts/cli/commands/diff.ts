import type { Output } from '../../../origin/contract/operations.ts';
import { omissions } from '../../../origin/contract/words/comparing.ts';
import type { Context, Outcome } from '../context.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import { asksLines } from './pending.ts';

type Diff = Output<'getSkillVersionDiff'>;

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
  const isSame = json.from === json.to;
  const text = isSame
    ? 'No changes: both versions are the same.'
    : [...asksLines(context, json.asks), filesText(context, json)].join('\n');
  return { text, json };
}

/** Also what `approve` shows a person before they decide. */
export function filesText(context: Context, { files }: Pick<Diff, 'files'>): string {
  const { bold, yellow } = context.terminal.style;
  const parts = files.map(({ path, status, diff: patch, omitted }) => {
    const shown = patch ? coloured(context, patch) : omitted ? yellow(`(${omissions[omitted]})`) : '(not text)';
    return `${bold(`${status} ${path}`)}\n${shown}`;
  });
  return parts.join('\n') || 'No changes.';
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
