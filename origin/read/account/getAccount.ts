import type { Output } from '../../contract/operations.ts';
import { issuersOf } from '../../store/access/identities.ts';
import { countPasskeys } from '../../store/access/passkeys.ts';
import { countNotifications } from '../../store/events/notifications.ts';
import { teamsOf } from '../../store/people/accounts.ts';
import { invitationsOf } from '../../store/people/invitations.ts';
import { profileById } from '../../store/people/people.ts';
import { portraitPath } from '../../store/people/portraits.ts';
import type { View } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const getAccount: Loader<'getAccount'> = async ({ view, now }) => {
  return accountRecord(view, view.caller.profileId, now());
};

/** An account as its owner sees it. */
export async function accountRecord(view: View, profileId: number, now: number): Promise<Output<'getAccount'>> {
  const { db } = view;
  const profile = await profileById(db, profileId);
  return {
    user_id: String(profile.id),
    handle: profile.handle ?? '',
    displayName: profile.display_name,
    avatarUrl: portraitPath(profile.handle),
    is_operator: Boolean(profile.is_operator),
    suspended: profile.moderation_status === 'suspended',
    mcp_enabled: Boolean(profile.mcp_enabled),
    passkeys: await countPasskeys(db, profileId),
    identity_providers: await issuersOf(db, profileId),
    teams: await teamsOf(view, profileId),
    invitations: (await invitationsOf(db, profileId, now)).length,
    notifications: await countNotifications(view, profileId, now),
  };
}
