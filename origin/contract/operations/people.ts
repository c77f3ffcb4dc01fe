/** Writes on who one is: handles, profiles, keys, teams and follows (CONTRACT.md, Writes). */
import { z } from 'zod';
import { invitationLifetime } from '../access.ts';
import { Handle, limits, Prose } from '../fields.ts';
import * as personal from '../records/account.ts';
import * as records from '../records.ts';
import { portraitBytes, portraitSide, portraitType } from '../subjects/pictures.ts';
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
    summary: 'Claim a handle, or take back a released one; with `release`, change your current handle to it',
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
    summary: 'Release a handle: nobody else can claim it, and its owner can take it back',
    tag: 'people',
    response: z.object({ handle: Handle, released: z.literal(true) }),
    errors: [...ownerErrors],
  },
  updateProfile: {
    ...managing,
    method: 'PATCH',
    path: '/profiles/{author}',
    summary: 'Change a profile’s name or bio',
    tag: 'people',
    body: {
      json: z.strictObject({
        displayName: DisplayName.optional(),
        bio: Prose(limits.bioLength).optional(),
      }),
    },
    response: records.Profile,
    errors: [...bodyErrors, ...ownerErrors],
  },
  putProfilePicture: {
    ...managing,
    method: 'PUT',
    path: '/profiles/{author}/picture',
    summary: `Set a profile’s picture: a PNG of ${portraitSide} × ${portraitSide} pixels, 8-bit RGB or RGBA, with no other chunks`,
    tag: 'people',
    body: { raw: [portraitType], limit: portraitBytes },
    response: records.Profile,
    errors: [...bodyErrors, ...ownerErrors, 'picture_invalid'],
  },
  removeProfilePicture: {
    ...managing,
    rule: { ...managing.rule, orOperator: true },
    method: 'DELETE',
    path: '/profiles/{author}/picture',
    summary: 'Remove a profile’s picture: it shows a pattern of its handle then',
    tag: 'people',
    response: z.object({ handle: Handle, removed: z.literal(true) }),
    errors: [...ownerErrors],
  },
  listAuthorKeys: {
    ...own,
    rule: { right: 'see', under: 'author', of: 'profile' },
    path: '/profiles/{author}/keys',
    summary: 'The signing keys of your profile or team, including pending and past ones',
    tag: 'people',
    response: z.object({ keys: z.array(personal.AuthorKey) }),
    errors: ['invalid_parameter', 'profile_not_found'],
  },
  createKeyChallenge: {
    ...managing,
    method: 'POST',
    path: '/profiles/{author}/key/challenge',
    summary: 'A challenge to sign once, to prove that you have a key',
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
    summary: 'Add an Ed25519 SSH key; replacing one needs the old key’s signature, or a passkey and 72 hours',
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
    summary: 'Revoke the active key from now on, or, with `pending=true`, cancel the waiting one',
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
    summary: 'Create a team with its own handle, as its owner; or reopen a closed team',
    tag: 'people',
    body: { json: z.strictObject({ handle: WantedHandle, displayName: DisplayName.optional() }) },
    response: records.Profile,
    status: 201,
    errors: [...bodyErrors, 'handle_invalid', 'handle_taken', 'forbidden', 'quota_exceeded'],
  },
  listOwnTeams: {
    ...own,
    internal: true,
    path: '/account/teams',
    summary: 'The caller’s teams, with their role in each',
    tag: 'people',
    response: z.object({ teams: z.array(personal.Membership) }),
    errors: [],
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
    summary: 'Invite a person to a team, or change a member’s role; owners are always invited',
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
    summary: 'Remove a person from a team, withdraw an invitation, or leave',
    tag: 'people',
    response: z.object({ handle: Handle, member: Handle, removed: z.literal(true) }),
    errors: [...ownerErrors],
  },
  claimTeam: {
    ...claim,
    rule: { right: 'publish', under: 'handle', of: 'team' },
    method: 'PUT',
    path: '/teams/{handle}/owner',
    summary: 'Become an owner of a team without an active owner, as one of its maintainers',
    tag: 'people',
    response: personal.Membership,
    errors: [...ownerErrors, 'conflict'],
  },
  listInvitations: {
    ...own,
    path: '/invitations',
    summary: 'Your open invitations to teams, oldest first',
    tag: 'people',
    response: z.object({ invitations: z.array(personal.TeamInvitation) }),
    errors: [],
  },
  acceptInvitation: {
    ...claim,
    method: 'PUT',
    path: '/invitations/{team}',
    summary: 'Accept an invitation to a team, in the role that was offered',
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
    summary: 'Unfollow a person or team',
    tag: 'people',
    response: personal.Following,
    errors: [...ownerErrors],
  },
} as const satisfies Record<string, OperationSpec>;
