/** What people star and follow, and what they are told of: stars, the feed, notifications, and where they stand. */
import { z } from 'zod';
import { Handle } from '../fields.ts';
import { kitId, skillId } from '../grammar/ids.ts';
import * as personal from '../records/following.ts';
import * as records from '../records.ts';
import { newsAtOnce } from '../subjects/notifications.ts';
import { bodyErrors, claim, type OperationSpec, own, page, paged } from './row.ts';

const starErrors = ['handle_invalid', 'slug_invalid', 'skill_not_found'] as const;
const account = { ...claim, internal: true } as const;
const named = (form: { source: string }) =>
  z
    .string()
    .regex(new RegExp(`^${form.source}$`))
    .optional();
/** An event's id. */
const EventId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const following = {
  starSkill: {
    ...claim,
    method: 'PUT',
    path: '/skills/{author}/{slug}/star',
    summary: 'Star a skill: nobody is told who did, and its new versions are in your feed',
    tag: 'skills',
    response: personal.Star,
    errors: [...starErrors, 'conflict'],
  },
  unstarSkill: {
    ...claim,
    method: 'DELETE',
    path: '/skills/{author}/{slug}/star',
    summary: 'Remove your star from a skill',
    tag: 'skills',
    response: personal.Star,
    errors: [...starErrors],
  },
  listStars: {
    ...own,
    internal: true,
    path: '/account/stars',
    summary: 'The skills that the caller starred, newest first',
    tag: 'account',
    query: z.object(page),
    response: personal.Stars,
    errors: paged,
  },
  listFeed: {
    ...own,
    internal: true,
    path: '/account/feed',
    summary: 'What those published whom the caller follows, and new versions of starred skills, newest first',
    tag: 'account',
    query: z.object(page),
    response: z.object({ items: z.array(records.ActivityItem.extend({ description: z.string() })), more: z.boolean() }),
    errors: paged,
  },
  getStanding: {
    ...own,
    access: 'account',
    internal: true,
    allowSuspended: true,
    path: '/account/standing',
    summary: 'Who is signed in, what waits for them, and what they are to the skill, person or kit of a page',
    tag: 'account',
    query: z.object({ skill: named(skillId), profile: Handle.optional(), kit: named(kitId) }),
    response: personal.Standing,
    errors: ['invalid_parameter'],
  },
  listNotifications: {
    ...own,
    internal: true,
    path: '/account/notifications',
    summary: `What waits for the caller, and ${newsAtOnce} pieces of news, newest first`,
    tag: 'account',
    query: z.object({ before: EventId.optional() }),
    response: personal.Notifications,
    errors: ['invalid_parameter'],
  },
  markNotificationsRead: {
    ...account,
    method: 'PUT',
    path: '/account/notifications/read',
    summary: 'Mark all news as read, up to the newest that was shown',
    tag: 'account',
    body: { json: z.strictObject({ up_to: z.int().min(0) }) },
    response: personal.Standing.pick({ notifications: true }),
    errors: [...bodyErrors],
  },
  updateNotificationSettings: {
    ...account,
    method: 'PATCH',
    path: '/account/notifications',
    summary: 'Turn kinds of notifications on or off',
    tag: 'account',
    body: { json: z.strictObject(personal.NotificationSettings.partial().shape) },
    response: personal.NotificationSettings,
    errors: [...bodyErrors],
  },
} as const satisfies Record<string, OperationSpec>;
