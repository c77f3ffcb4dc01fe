/** Writes on kits (CONTRACT.md, Writes). Each change that readers of the kit can see is a new version of it. */
import { z } from 'zod';
import { Category, HashParam, limits, Prose, Visibility } from '../fields.ts';
import * as personal from '../records/account.ts';
import * as records from '../records.ts';
import { bodyErrors, type OperationSpec, own, ownerErrors, publish } from './row.ts';

const Name = Prose(limits.nameLength).min(1);
const Description = Prose(limits.descriptionLength);
const kitErrors = ['handle_invalid', 'slug_invalid', 'kit_not_found'] as const;
/** For those who publish it. */
const ofKit = { ...publish, rule: { right: 'publish', under: 'owner', of: 'kit' } } as const;

export const kits = {
  listOwnKits: {
    ...own,
    internal: true,
    path: '/account/kits',
    summary: 'The kits that the caller can change or subscribes to',
    tag: 'kits',
    response: z.object({ own: z.array(records.KitSummary), subscribed: z.array(records.KitSummary) }),
    errors: [],
  },
  createKit: {
    ...publish,
    rule: { right: 'publish', under: 'owner', of: 'profile' },
    method: 'POST',
    path: '/kits',
    summary: 'Create a kit for yourself or a team',
    tag: 'kits',
    body: {
      json: z.strictObject({
        owner: z.string().max(limits.nameLength),
        slug: z.string().max(limits.nameLength),
        name: Name,
        description: Description.default(''),
        category: Category.default('other'),
        visibility: Visibility.default('public'),
      }),
    },
    response: records.Kit,
    status: 201,
    errors: [...bodyErrors, ...ownerErrors, 'slug_invalid', 'conflict', 'quota_exceeded'],
  },
  updateKit: {
    ...ofKit,
    method: 'PATCH',
    path: '/kits/{owner}/{slug}',
    summary: 'Change a kit’s name, description, category or visibility',
    tag: 'kits',
    body: {
      json: z.strictObject({
        name: Name.optional(),
        description: Description.optional(),
        category: Category.optional(),
        visibility: Visibility.optional(),
      }),
    },
    response: records.Kit,
    errors: [...bodyErrors, ...kitErrors],
  },
  deleteKit: {
    ...ofKit,
    method: 'DELETE',
    path: '/kits/{owner}/{slug}',
    summary: 'Delete a kit with its subscriptions and kit keys; its skills are not deleted',
    tag: 'kits',
    response: z.object({ id: z.string(), deleted: z.literal(true) }),
    errors: [...kitErrors],
  },
  putKitSkill: {
    ...ofKit,
    method: 'PUT',
    path: '/kits/{owner}/{slug}/skills/{author}/{skill}',
    summary: 'Add a skill to a kit: at `hash`, or always its latest version; with a note for readers of the kit',
    tag: 'kits',
    body: {
      json: z.strictObject({
        hash: HashParam.optional(),
        note: Prose(limits.noteLength).optional().meta({ description: 'The note stays without it; empty removes it.' }),
      }),
      optional: true,
    },
    response: records.Kit,
    errors: [
      ...bodyErrors,
      ...kitErrors,
      'skill_not_found',
      'version_not_found',
      'version_quarantined',
      'version_held',
      'conflict',
    ],
  },
  removeKitSkill: {
    ...ofKit,
    method: 'DELETE',
    path: '/kits/{owner}/{slug}/skills/{author}/{skill}',
    summary: 'Remove a skill from a kit',
    tag: 'kits',
    response: records.Kit,
    errors: [...kitErrors, 'skill_not_found'],
  },
  subscribeToKit: {
    ...publish,
    method: 'PUT',
    path: '/kits/{owner}/{slug}/subscription',
    summary: 'Subscribe to a kit: your devices sync its skills',
    tag: 'kits',
    response: personal.KitSubscription,
    errors: [...kitErrors, 'conflict'],
  },
  unsubscribeFromKit: {
    ...publish,
    method: 'DELETE',
    path: '/kits/{owner}/{slug}/subscription',
    summary: 'Unsubscribe from a kit',
    tag: 'kits',
    response: personal.KitSubscription,
    errors: [...kitErrors],
  },
} as const satisfies Record<string, OperationSpec>;
