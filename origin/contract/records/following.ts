/** Records on what one follows and stars, and is told of; only their owner is shown them. */
import { z } from 'zod';
import { Count, Hash, Notified, Timestamp } from '../fields.ts';
import { SkillSummary } from '../records.ts';
import { notificationKinds } from '../subjects/notifications.ts';
import { Following, KitSubscription, TeamInvitation } from './account.ts';

/** How many starred it is of everyone; who did is told to nobody. */
export const Star = z.object({ skill_id: z.string(), starred: z.boolean(), star_count: Count }).meta({ id: 'Star' });

export const Stars = z.object({
  stars: z.array(
    z.object({
      skill_id: z.string(),
      starred_at: Timestamp,
      skill: SkillSummary.nullable().meta({ description: 'Null if the skill is no longer available.' }),
    }),
  ),
  total: Count,
  limit: Count,
  offset: Count,
});

const NamedVersion = z.object({ hash: Hash, version_label: z.string() });

/** What somebody signed in is to what a page shows; null for what was not asked for, or is not to be seen. */
export const Standing = z.object({
  handle: z.string(),
  displayName: z.string(),
  suspended: z.boolean(),
  notifications: Notified,
  skill: z
    .object({
      skill_id: z.string(),
      library: z
        .object({ approved: NamedVersion.nullable(), pinned: z.boolean(), pending: NamedVersion.nullable() })
        .nullable(),
      starred: z.boolean(),
      star_count: Count,
      publishes: z.boolean().meta({ description: 'Whether they may publish its next version.' }),
      kits: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            has: z.boolean(),
            hash: Hash.nullable().meta({ description: 'The version that it is pinned to there.' }),
            note: z.string(),
          }),
        )
        .meta({ description: 'The kits that they may put it into.' }),
    })
    .nullable(),
  profile: Following.extend({ self: z.boolean() }).nullable(),
  kit: KitSubscription.extend({
    changes: z.boolean(),
    featured: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether it is on the home page; for operators, of public kits.' }),
  }).nullable(),
});

export const NotificationSettings = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, z.boolean()])) as Record<
    (typeof notificationKinds)[number],
    z.ZodBoolean
  >,
);

export const Notifications = z.object({
  approvals: z.array(
    z.object({ skill_id: z.string(), version_label: z.string(), approved_label: z.string() }).meta({
      description: 'Versions that wait for approval; `approved_label` is empty where none is approved.',
    }),
  ),
  invitations: z.array(TeamInvitation),
  news: z.array(
    z.object({
      id: Count,
      kind: z.enum(notificationKinds),
      event: z.string(),
      target: z.string().meta({ description: 'A handle, a skill_id or skill_id@hash, as it was called then.' }),
      by: z.string().meta({ description: 'The handle of a new follower; empty otherwise.' }),
      detail: z.string().meta({ description: 'A reason, a status or the name of a scanner.' }),
      unread: z.boolean(),
      created_at: Timestamp,
    }),
  ),
  next: Count.nullable().meta({ description: 'For `before`, where there is more.' }),
  newest: Count.meta({ description: 'For `up_to`, to mark all as read; 0 without news.' }),
  settings: NotificationSettings,
});
