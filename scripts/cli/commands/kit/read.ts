/** `kit list` and `kit show`. */
import { shortHash } from '../../../../origin/contract/grammar/grammar.ts';
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../../context.ts';
import { kitReference } from '../../reference.ts';
import { fromEither } from '../../registry/reads.ts';
import { oneLine, onOneLine } from '../../terminal/printable.ts';
import { columns, plural, shortened } from '../../terminal/table.ts';

export interface ListOptions {
  category?: string;
  limit?: string;
  offset?: string;
  mine?: true;
}

/** The public kits, newest first, or those whose names hold a text. */
export async function listKits(context: Context, words: string[], { mine, ...options }: ListOptions): Promise<Outcome> {
  if (mine) return ownKits(context);
  const { mirror } = await context.registry();
  const { terminal } = context;
  const q = words.join(' ');
  const json = await mirror.listKits({ ...options, ...(q && { q }) });
  const rows = onOneLine(json.kits).map(({ id, name, skill_count }) => [
    id,
    plural(skill_count, 'skill'),
    shortened(name),
  ]);
  const next = json.offset + json.kits.length;
  if (next < json.total) terminal.note(`${json.total - next} more: --offset ${next}`);
  return { text: columns(rows) || 'No kits.', json };
}

/** Those that the person can change, and those that they subscribe to. */
async function ownKits({ registry, terminal }: Context): Promise<Outcome> {
  const json = await (await registry()).origin.listOwnKits({});
  const rows = (kits: typeof json.own) =>
    columns(
      kits.map(({ id, name, skill_count, visibility }) => [
        id,
        plural(skill_count, 'skill'),
        visibility,
        shortened(name),
      ]),
    );
  const groups = [
    ['Yours', rows(onOneLine(json.own))],
    ['Subscribed', rows(onOneLine(json.subscribed))],
  ] as const;
  const text = groups.filter(([, kits]) => kits).map(([title, kits]) => `${terminal.style.bold(title)}\n${kits}`);
  return { text: text.join('\n\n') || 'No kits.', json };
}

export async function showKit(context: Context, name: string): Promise<Outcome> {
  const registry = await context.registry();
  const kit = kitReference(name);
  const json = await fromEither(registry, (client) => client.getKitByHandle(kit));
  const { bold, dim } = context.terminal.style;
  const hasNotes = json.skills.some(({ note }) => note);
  const skills = json.skills.map(({ skill_id, version_label, hash, pinned, note, skill }) => [
    nameOf(skill_id),
    `${shortened(version_label, 20)}${pinned ? ' (pinned)' : ''}`,
    shortHash(hash),
    dim(shortened(skill.description, 60)),
    ...(hasNotes ? [shortened(note ?? '', 60)] : []),
  ]);
  const subscribers = plural(json.subscriber_count, 'subscriber');
  const text = [
    `${bold(json.id)} ${oneLine(json.name)}`,
    ...(json.description ? [oneLine(json.description)] : []),
    `${json.category}, ${json.visibility}, version ${json.version}, ${subscribers}`,
    '',
    columns(skills) || 'No skills yet.',
  ];
  return { text: text.join('\n'), json };
}
