import { notificationSettings, switchNotifications } from '../../store/events/notificationSettings.ts';
import type { Writer } from '../writing.ts';

export const updateNotificationSettings: Writer<'updateNotificationSettings'> = ({ engine, caller }, _, { json }) =>
  engine.write(async (db) => {
    await switchNotifications(db, caller.profileId, json);
    return { status: 200, record: (await notificationSettings(db, caller.profileId)).switches };
  });
