/** What people star, and what they are told of. */
import { after, sends, sendsOnSite, type Write } from './scene.ts';

export const followingWrites: Write[] = [
  {
    by: 'starSkill',
    does: 'stars a skill',
    records: ['skill.starred'],
    ready: sends('PUT', '/skills/ada/one/star', 'reader'),
  },
  {
    by: 'starSkill',
    does: 'stars a private skill of a team',
    records: ['skill.starred'],
    ready: sends('PUT', '/skills/crew/inner/star', 'reader'),
  },
  {
    by: 'starSkill',
    does: 'stars a skill again',
    records: [],
    ready: after(sends('PUT', '/skills/ada/one/star', 'reader'), sends('PUT', '/skills/ada/one/star', 'reader')),
  },
  {
    by: 'unstarSkill',
    does: 'takes a star back',
    records: ['skill.unstarred'],
    ready: after(sends('PUT', '/skills/ada/one/star', 'reader'), sends('DELETE', '/skills/ada/one/star', 'reader')),
  },
  {
    by: 'unstarSkill',
    does: 'takes back a star that was not given',
    records: [],
    ready: sends('DELETE', '/skills/ada/one/star', 'reader'),
  },
  {
    by: 'markNotificationsRead',
    does: 'reads the news',
    records: [],
    ready: sendsOnSite('PUT', '/account/notifications/read', 'ada', { up_to: 1 }),
  },
  {
    by: 'updateNotificationSettings',
    does: 'wants to be told of followers',
    records: [],
    ready: sendsOnSite('PATCH', '/account/notifications', 'ada', { followers: true }),
  },
];
