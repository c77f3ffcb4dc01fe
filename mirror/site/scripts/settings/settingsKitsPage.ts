/** The kits that one may change, and making one. */
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { answer, fill, offer, part, showEach } from '../forms/form.ts';
import { offerEdits, showSummary } from '../kits/edit.ts';
import { call } from '../requests/call.ts';
import { begin, publishers } from '../requests/signedIn.ts';

const makeForm = part<HTMLFormElement>('make');

/** `open` names a kit whose parts are shown at once. */
async function showKits(open?: string): Promise<void> {
  const { own } = await call('listOwnKits', {});
  showEach('kits', own, (row, kit) => {
    const { id, slug } = kit;
    fill(row, { id, slug });
    showSummary(row, kit);
    offerEdits(row, kit, showKits);
    const details = row.querySelector('details');
    if (details) details.open = id === open;
  });
}

answer(makeForm, async (data) => {
  const body = Object.fromEntries(data) as unknown as JsonBody<'createKit'>;
  const { id } = await call('createKit', { body });
  makeForm.reset();
  await showKits(id);
  return `Created ${id}.`;
});

begin((account) => {
  offer(makeForm.elements.namedItem('owner') as HTMLSelectElement, publishers(account));
  return showKits();
});
