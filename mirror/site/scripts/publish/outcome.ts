/** What would be published, and what was. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { isReadable } from '../../../../origin/contract/subjects/scanned.ts';
import { heldWords, statusWords } from '../../../../origin/contract/words/scan.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { fill, part, textIn } from '../forms/form.ts';
import { skillPlace } from '../requests/places.ts';
import type { Chosen } from './chosen.ts';
import { showFindings } from './findings.ts';
import { type Known, suggestCategory, suggestLabel } from './values.ts';

export type Published = Output<'publishSkillVersion'>;

/** What follows of a hold. */
const untilThen =
  'A longer scan starts right away, and a moderator reviews what it can’t read. Until then, nobody can read or sync this version.';

/** Who would see it: what the person chose, else as it is, else everybody. */
let visibility = 'public';

/** `known`: the skill as it is; undefined where the publish makes it. */
export async function showRehearsal(published: Published, chosen: Chosen, known: Known | undefined): Promise<void> {
  const { skill_id, version, version_label, hash, token_count, scanStatus, statement, findings, unread } = published;
  visibility = textIn(new FormData(part<HTMLFormElement>('publish')), 'visibility');
  suggestLabel(version_label);
  part('update').hidden = !published.update;
  // Loaded when it is needed: a first version changes nothing.
  if (published.update) (await import('./update.ts')).showUpdate(published.update);
  fill(part('rehearsed'), {
    visibility: visibility === 'private' ? 'Only you and your team' : 'Everyone',
    name: nameOf(skill_id),
    version: `${visible(version_label)}, number ${version}`,
    hash,
    tokens: `${token_count} tokens`,
    scan: statusWords[scanStatus],
  });
  const { category_suggested: category } = published;
  // `other` says that nothing was found.
  part('suggested').hidden = !suggestCategory(category) || category === 'other';
  part('same').hidden = !known?.versions.some((one) => one.hash === hash);
  part('quarantine').hidden = scanStatus !== 'quarantined';
  part('hold').hidden = scanStatus !== 'incomplete';
  part('hold').textContent = `This version will be ${visible(heldWords(unread))} ${untilThen}`;
  part('sign').hidden = chosen.archive !== undefined;
  part('command').textContent = signingCommand(statement);
  await showFindings(findings, chosen);
  part('rehearsed').hidden = part('commit').hidden = false;
}

/** The statement is JSON of a label that people choose, so a quote in it is kept from the shell. */
const signingCommand = (statement: string): string =>
  `printf %s '${statement.replaceAll("'", "'\\''")}' | ssh-keygen -Y sign -n ${part('sign').dataset['namespace']} -f ~/.ssh/id_ed25519`;

/** Nothing of it holds any more. */
export function hideRehearsal(): void {
  part('commit').hidden = part('rehearsed').hidden = true;
  part('findings').replaceChildren();
}

export function showPublished(published: Published): void {
  const { skill_id, version_label, signatureStatus, scanStatus, unread } = published;
  const isPrivate = visibility === 'private';
  const signature = signatureStatus.replace('_', ' ');
  fill(part('published'), { name: nameOf(skill_id), version: visible(version_label), signature });
  const isHeld = scanStatus === 'incomplete';
  part('held').hidden = !isHeld;
  part('held').textContent = `This version is ${visible(heldWords(unread))} ${untilThen}`;
  part('shown').hidden = isPrivate || !isReadable(scanStatus);
  part('unshown').hidden = !isPrivate;
  part<HTMLAnchorElement>('page').href = skillPlace(skill_id) ?? '';
  part('published').hidden = false;
  part('published').focus();
}
