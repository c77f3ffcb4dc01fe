/** What a publish came to, for people and programs. */

import type { Category } from '../../../origin/contract/fields.ts';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { heldWords } from '../../../origin/contract/words/scan.ts';
import { type Context, exitCodes, type Outcome } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import type { LocalSkill } from './localSkill.ts';
import { filesAsJson } from './outgoing.ts';
import { findingLines } from './scanReport.ts';

export interface PublishOptions {
  author?: string;
  slug?: string;
  label?: string;
  category?: Category;
  public?: true;
  private?: true;
  /** A private key's file, or a public one's whose private half an agent holds; true for the person's own. */
  sign?: string | true;
  dryRun?: true;
  /** Without a question. */
  yes?: true;
  /** Also what looks like a secret. */
  withSecrets?: true;
}

export type Published = Output<'publishSkillVersion'>;
export type Known = Output<'getSkill'>;

/** What went out, and the registry's answer. */
interface Sent {
  published: Published;
  local: LocalSkill;
}

/** Says what this content was published as. Exit code 1 where something else was asked for than it has. */
export function unchanged(
  context: Context,
  folder: string,
  { published, local, known: { category, visibility } }: Sent & { known: Known },
  options: PublishOptions,
): Outcome {
  const { terminal } = context;
  const { version_label, version, signatureStatus, hash, page_url } = published;
  noteFindings(context, folder, published, false);
  const settings = new URL(page_url).origin + pages.settingsSkillsPage.path;
  const asked = options.private ? 'private' : options.public ? 'public' : visibility;
  const refused = [
    ...(options.label !== undefined && options.label !== version_label
      ? [`The label stays the same, not ${oneLine(options.label)}: a version’s label can’t be changed.`]
      : []),
    ...(asked !== visibility ? [`It stays ${visibility}. Change that at ${settings}`] : []),
    ...(options.category && options.category !== category
      ? [`It stays in ${category}. Change that at ${settings}`]
      : []),
    ...(options.sign && signatureStatus !== 'verified'
      ? [`It stays ${signatureStatus}. You can only sign a version when you publish it.`]
      : []),
  ];
  for (const sentence of refused) terminal.note(terminal.style.red(sentence));
  const facts = `version ${version}, ${signatureStatus}`;
  return {
    text: [`Unchanged: ${nameIn(context, published)} has this content (${facts}).`, hash, page_url].join('\n'),
    json: { ...published, dry_run: options.dryRun === true, unchanged: true, ...filesAsJson(local) },
    exitCode: refused.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

const nameIn = ({ terminal }: Context, { skill_id, version_label }: Published): string =>
  terminal.style.bold(`${nameOf(skill_id)} ${oneLine(version_label)}`);

function noteFindings(context: Context, folder: string, published: Published, isRehearsal: boolean): void {
  const { terminal } = context;
  for (const line of findingLines(context, folder, published.findings)) terminal.note(line);
  const { scanStatus, unread, page_url } = published;
  const word = isRehearsal ? 'It would be' : 'It is';
  const page = new URL(page_url).origin + pages.moderationPage.path;
  if (scanStatus === 'quarantined')
    terminal.note(`${word} quarantined: nobody can read or sync it until a moderator lifts that. To appeal: ${page}`);
  if (scanStatus === 'incomplete')
    terminal.note(
      `${word} ${oneLine(heldWords(unread ?? []))} A longer scan starts right away, and a moderator can release it: ${page}`,
    );
}

export function outcome(context: Context, folder: string, { published, local }: Sent, isRehearsal: boolean): Outcome {
  const { version, hash, page_url, signatureStatus, category_suggested } = published;
  noteFindings(context, folder, published, isRehearsal);
  // `other` says that nothing was found.
  if (category_suggested && category_suggested !== 'other' && version === 1)
    context.terminal.note(
      `Category: ${category_suggested}, suggested from its description. Use --category to choose another.`,
    );
  const name = nameIn(context, published);
  const lines = isRehearsal
    ? [`Would publish ${name} as version ${version}; nothing was published.`, hash]
    : [`Published ${name} (version ${version}, ${signatureStatus}).`, hash, page_url];
  return {
    text: lines.join('\n'),
    json: { ...published, dry_run: isRehearsal, unchanged: false, ...filesAsJson(local) },
  };
}
