import { markRead } from '../../store/events/notificationSettings.ts';
import { countNotifications } from '../../store/events/notifications.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const markNotificationsRead: Writer<'markNotificationsRead'> = ({ engine, caller, now }, _, { json }) =>
  engine.write(async (db) => {
    await markRead(db, caller.profileId, json.up_to);
    const notifications = await countNotifications(viewOf(engine, caller, db), caller.profileId, now());
    return { status: 200, record: { notifications } };
  });
