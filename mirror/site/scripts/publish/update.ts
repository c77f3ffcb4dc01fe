/** What an update changes of the version before it, and what it newly asks for, so that its author sees what readers will. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { showAsks } from '../changes/asks.ts';
import { fileParts } from '../changes/files.ts';
import { fill, part } from '../forms/form.ts';

export function showUpdate({ version_label, asks, files }: NonNullable<Output<'publishSkillVersion'>['update']>): void {
  const place = part('update');
  fill(place, { before: visible(version_label) });
  showAsks(place.querySelector('[data-part="asks"]'), asks);
  place.querySelector('[data-part="files"]')?.replaceChildren(...files.map(fileParts));
}
