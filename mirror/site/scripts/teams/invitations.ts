/** The teams one is invited to. */
import { answer, dayOf, fill, formIn, part, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';

type Invitation = Awaited<ReturnType<typeof call<'listInvitations'>>>['invitations'][number];

/** `showAgain` runs once one is answered. */
export function showInvitations(invitations: readonly Invitation[], showAgain: () => Promise<void>): void {
  part('invitations').hidden = invitations.length === 0;
  showEach('invited', invitations, (row, { team, role, invited_by, expires_at }) => {
    const by = invited_by ? `, by ${invited_by}` : '';
    fill(row, { name: team.name || team.handle, role, by, until: dayOf(expires_at) });
    row.querySelector('a')?.setAttribute('href', placeOf('profilePage', { author: team.handle }));
    answer(formIn(row), async (data) => {
      const accepts = textIn(data, 'act') === 'accept';
      if (accepts) await call('acceptInvitation', { team: team.handle, body: { role } });
      else await call('declineInvitation', { team: team.handle });
      await showAgain();
      return accepts
        ? `You joined ${team.handle} as ${role}.`
        : `You declined. ${team.handle} can’t invite you again for a while.`;
    });
  });
}
