/** What a profile's feed tells besides what was published: what the log has about its skills, and its keys. */

import { eventsAtOnce, pagePath, pages } from '../../../contract/pages.ts';
import { type LogFields, logSentence } from '../../../contract/words/log.ts';
import { parseEntry } from '../../../log/entry.ts';
import { entriesAbout, logHead } from '../../../store/log/read.ts';
import type { Reading } from '../../reading.ts';
import type { Item } from './rss.ts';

/** The newest first. Withdrawals and such are as the log says them, keys as they are bound now: of those nobody is told when. */
export async function recordedOf(
  { view, site: { mirrorUrl } }: Reading,
  profile: { id: number; handle: string },
): Promise<Item[]> {
  const { id, handle } = profile;
  const [head, entries, keys] = await Promise.all([
    logHead(view.db),
    entriesAbout(view.db, id, eventsAtOnce),
    view.db
      .selectFrom('author_keys')
      .select(['id', 'fingerprint', 'status'])
      .where('profile_id', '=', id)
      .where('status', '<>', 'pending')
      .orderBy('id', 'desc')
      .limit(eventsAtOnce)
      .execute(),
  ]);
  const url = mirrorUrl + pagePath('profilePage', { author: handle });
  const item = (guid: string, fields: LogFields): Item => {
    const sentence = logSentence(fields);
    return { guid, url, sentence, description: '', kind: String(fields['type']) };
  };
  const keyGuid = (key: number, what: string) => `${mirrorUrl}${pages.activityPage.path}#key-${key}${what}`;
  return [
    ...entries.map(({ index, line }) => {
      const fields = parseEntry(line);
      return { ...item(`${head?.origin}#entry-${index}`, fields), at: Number(fields['time']) };
    }),
    ...keys.flatMap(({ id: key, fingerprint, status }) => [
      ...(status === 'revoked' ? [item(keyGuid(key, '-revoked'), { type: 'key.revoked', fingerprint })] : []),
      item(keyGuid(key, ''), { type: 'key.bound', fingerprint }),
    ]),
  ];
}
