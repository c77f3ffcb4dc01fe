/** What people can be told of, and whether they are where they said nothing. Also for the browser. */

export const notificationKinds = ['approvals', 'moderation', 'invitations', 'followers', 'stars'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Those that wait for an answer count until they have one; of followers and stars there may be very many. */
export const toldByDefault: Readonly<Record<NotificationKind, boolean>> = {
  approvals: true,
  moderation: true,
  invitations: true,
  followers: false,
  stars: false,
};

/** Nothing is counted beyond it. */
export const countedTo = 100;

/** A count as people read it; empty for none. */
export const countWords = (count: number): string =>
  count >= countedTo ? `${countedTo - 1}+` : count > 0 ? String(count) : '';

/** Of news on a page. */
export const newsAtOnce = 50;
