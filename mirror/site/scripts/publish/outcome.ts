/** What would be published, and what was. */
import { nameOf } from '../../../../origin/contract/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { isReadable } from '../../../../origin/contract/scanned.ts';
import { heldWords, statusWords } from '../../../../origin/contract/scanWords.ts';
import { visible } from '../../../../origin/contract/visible.ts';
import { call } from '../call.ts';
import { fill, part } from '../form.ts';
import { namesIn, skillPlace } from '../places.ts';
import type { Chosen } from './chosen.ts';
import { showFindings } from './findings.ts';

export type Published = Output<'publishSkillVersion'>;

/** What follows of a hold. */
const untilThen =
  'A longer scan starts right away, and a moderator reviews what it can’t read. Until then, nobody can read or sync this version.';

/** Who would see it: what the person chose, else as it is, else everybody. */
let visibility = 'public';

/** `wanted`: the visibility that the person chose, if any. */
export async function showRehearsal(published: Published, chosen: Chosen, wanted: string): Promise<void> {
  const { skill_id, version, version_label, hash, token_count, scanStatus, statement, findings, unread } = published;
  const known = await call('getSkill', namesIn(skill_id)).catch(() => undefined);
  visibility = wanted || known?.visibility || 'public';
  fill(part('rehearsed'), {
    visibility: visibility === 'private' ? 'Only you and your team' : 'Everyone',
    name: nameOf(skill_id),
    version: `${visible(version_label)}, number ${version}`,
    hash,
    tokens: `${token_count} tokens`,
    scan: statusWords[scanStatus],
  });
  showSuggested(published.category_suggested);
  part('same').hidden = !known?.versions.some((one) => one.hash === hash);
  part('quarantine').hidden = scanStatus !== 'quarantined';
  part('hold').hidden = scanStatus !== 'incomplete';
  part('hold').textContent = `This version will be ${visible(heldWords(unread))} ${untilThen}`;
  part('sign').hidden = chosen.archive !== undefined;
  part('command').textContent = signingCommand(statement);
  await showFindings(findings, chosen);
  part('rehearsed').hidden = part('commit').hidden = false;
}

/** A category that nobody chose yet is there to be chosen, and goes with what suggested it. */
function showSuggested(category: Published['category_suggested']): void {
  const field = part<HTMLSelectElement>('category');
  if (category) field.value = field.dataset['suggested'] = category;
  part('suggested').hidden = field.value === '' || field.value !== field.dataset['suggested'];
}

export function forgetSuggested(): void {
  const field = part<HTMLSelectElement>('category');
  if (field.value === field.dataset['suggested']) field.value = '';
  delete field.dataset['suggested'];
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
