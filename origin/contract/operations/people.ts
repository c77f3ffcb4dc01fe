/** Writes on who one is: handles, profiles, keys, teams and follows (CONTRACT.md, Writes). */
import { z } from 'zod';
import { invitationLifetime } from '../access.ts';
import * as personal from '../accountRecords.ts';
import { Handle, limits, PictureUrl, Prose } from '../fields.ts';
import * as records from '../records.ts';
import { bodyErrors, claim, type OperationSpec, own, ownerErrors } from './row.ts';

/** Names that people choose: what is wrong with one has a code of its own, so any text is a request that can be read. */
const WantedHandle = z.string().max(limits.nameLength).meta({ example: 'ada' });
const DisplayName = Prose(limits.nameLength).min(1);
const Signature = z.string().max(limits.signatureLength).meta({ description: 'Armored SSHSIG.' });

/** For the holder of the handle, and a team's owners. */
const managing = { ...claim, rule: { right: 'manage', under: 'author', of: 'profile' } } as const;

export const people = {
  claimHandle: {
    ...claim,
    method: 'POST',
    path: '/handles',
    summary:
      'Claim a handle, or take back one given up; with `release`, in place of the one held until now, which rests',
    tag: 'people',
    body: {
      json: z.strictObject({
        handle: WantedHandle,
        displayName: DisplayName.optional(),
        release: WantedHandle.optional().meta({ description: 'The handle held now, to give it up.' }),
      }),
    },
    response: records.Profile,
    status: 201,
    errors: [...bodyErrors, 'handle_invalid', 'handle_taken', 'conflict', 'quota_exceeded'],
  },
  releaseHandle: {
    ...claim,
    rule: { right: 'manage', under: 'handle', of: 'profile' },
    method: 'DELETE',
    path: '/handles/{handle}',
    summary: 'Give up a handle: nobody else gets it, and its holder may take it back',
    tag: 'people',
    response: z.object({ handle: Handle, released: z.literal(true) }),
    errors: [...ownerErrors],
  },
  updateProfile: {
    ...managing,
    method: 'PATCH',
    path: '/profiles/{author}',
    summary: 'Change a profile’s name, bio or picture',
    tag: 'people',
    body: {
      json: z.strictObject({
        displayName: DisplayName.optional(),
        bio: Prose(limits.bioLength).optional(),
        avatarUrl: PictureUrl.optional(),
      }),
    },
    response: records.Profile,
    errors: [...bodyErrors, ...ownerErrors],
  },
  listAuthorKeys: {
    ...own,
    rule: { right: 'see', under: 'author', of: 'profile' },
    path: '/profiles/{author}/keys',
    summary: 'The keys of one’s own profile or team, pending and past ones too',
    tag: 'people',
    response: z.object({ keys: z.array(personal.AuthorKey) }),
    errors: ['invalid_parameter', 'profile_not_found'],
  },
  createKeyChallenge: {
    ...managing,
    method: 'POST',
    path: '/profiles/{author}/key/challenge',
    summary: 'A text to sign, once, to show that one holds a key',
    tag: 'people',
    response: personal.KeyChallenge,
    status: 201,
    errors: [...ownerErrors],
  },
  bindAuthorKey: {
    ...managing,
    recent: true,
    method: 'PUT',
    path: '/profiles/{author}/key',
    summary: 'Bind an Ed25519 SSH key; a second one needs the old key’s signature, or a passkey and 72 hours',
    tag: 'people',
    body: {
      json: z.strictObject({
        public_key: z.string().max(limits.signatureLength).meta({ description: 'As in a `.pub` file.' }),
        proof: Signature.meta({ description: 'The challenge, signed by the new key.' }),
        previous_proof: Signature.optional().meta({ description: 'The challenge, signed by the key bound until now.' }),
        passkey: personal.PasskeyAnswer.optional().meta({
          description: 'An answer to a challenge of purpose `confirm`.',
        }),
      }),
    },
    response: personal.AuthorKey,
    errors: [...bodyErrors, ...ownerErrors, 'signature_invalid', 'conflict', 'quota_exceeded'],
  },
  revokeAuthorKey: {
    ...managing,
    recent: true,
    method: 'DELETE',
    path: '/profiles/{author}/key',
    summary: 'Revoke the bound key from now on, or, with `pending=true`, call off the one that waits',
    tag: 'people',
    query: z.object({ pending: z.enum(['true', 'false']).default('false') }),
    response: personal.AuthorKey,
    errors: [...ownerErrors, 'not_found', 'invalid_parameter'],
  },
  createTeam: {
    ...claim,
    needsHandle: true,
    method: 'POST',
    path: '/teams',
    summary: 'Found a team under a handle of its own, as its owner; or found one again that ended',
    tag: 'people',
    body: { json: z.strictObject({ handle: WantedHandle, displayName: DisplayName.optional() }) },
    response: records.Profile,
    status: 201,
    errors: [...bodyErrors, 'handle_invalid', 'handle_taken', 'forbidden', 'quota_exceeded'],
  },
  listTeamMembers: {
    ...own,
    rule: { right: 'see', under: 'handle', of: 'team' },
    path: '/teams/{handle}/members',
    summary: 'A team’s members with their roles, for members; for owners also its open invitations',
    tag: 'people',
    response: z.object({
      members: z.array(personal.TeamMember),
      invitations: z.array(personal.TeamInvitation).optional().meta({ description: 'For owners alone.' }),
    }),
    errors: ['invalid_parameter', 'profile_not_found'],
  },
  putTeamMember: {
    ...claim,
    rule: { right: 'manage', under: 'handle', of: 'team' },
    recent: true,
    method: 'PUT',
    path: '/teams/{handle}/members/{member}',
    summary: 'Invite a person to a team, or change a member’s role; to become an owner is always an invitation',
    tag: 'people',
    body: { json: z.strictObject({ role: personal.Role }) },
    response: z.union([personal.TeamInvitation, personal.TeamMember]),
    errors: [...bodyErrors, ...ownerErrors, 'conflict'],
  },
  removeTeamMember: {
    ...claim,
    rule: { right: 'manage', under: 'handle', of: 'team', orSelf: 'member' },
    method: 'DELETE',
    path: '/teams/{handle}/members/{member}',
    summary: 'Take a person out of a team, withdraw an invitation, or leave',
    tag: 'people',
    response: z.object({ handle: Handle, member: Handle, removed: z.literal(true) }),
    errors: [...ownerErrors],
  },
  claimTeam: {
    ...claim,
    rule: { right: 'publish', under: 'handle', of: 'team' },
    method: 'PUT',
    path: '/teams/{handle}/owner',
    summary: 'Become an owner of a team that has none who can act, as one of its maintainers',
    tag: 'people',
    response: personal.Membership,
    errors: [...ownerErrors, 'conflict'],
  },
  listInvitations: {
    ...own,
    path: '/invitations',
    summary: 'One’s open invitations to teams, oldest first',
    tag: 'people',
    response: z.object({ invitations: z.array(personal.TeamInvitation) }),
    errors: [],
  },
  acceptInvitation: {
    ...claim,
    method: 'PUT',
    path: '/invitations/{team}',
    summary: 'Join a team one is invited to, in the role that was offered',
    tag: 'people',
    body: {
      json: z.strictObject({
        role: personal.Role.meta({
          description: 'The one that one was shown: another offer since then is not accepted with it.',
        }),
      }),
    },
    response: personal.Membership,
    errors: [...bodyErrors, 'handle_invalid', 'not_found', 'forbidden', 'conflict'],
  },
  declineInvitation: {
    ...claim,
    method: 'DELETE',
    path: '/invitations/{team}',
    summary: `Decline an invitation; it can’t be repeated for ${invitationLifetime / (24 * 60 * 60)} days`,
    tag: 'people',
    response: z.object({ team: Handle, declined: z.literal(true) }),
    errors: ['handle_invalid', 'not_found'],
  },
  followProfile: {
    ...claim,
    needsHandle: true,
    method: 'PUT',
    path: '/profiles/{author}/follow',
    summary: 'Follow a person or team',
    tag: 'people',
    response: personal.Following,
    errors: [...ownerErrors, 'conflict'],
  },
  unfollowProfile: {
    ...claim,
    needsHandle: true,
    method: 'DELETE',
    path: '/profiles/{author}/follow',
    summary: 'Follow no longer',
    tag: 'people',
    response: personal.Following,
    errors: [...ownerErrors],
  },
} as const satisfies Record<string, OperationSpec>;
