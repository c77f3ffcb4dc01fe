/** Follows lists of advisories that others keep: what they say holds here under their name, and what they withdraw ends. */
import { type Advisory, feedName } from '../../contract/subjects/advisories.ts';
import type { Site } from '../../read/reading.ts';
import { ecosystemIn, matchersOf, readAdvisory } from '../../scan/advisories.ts';
import type { Db, Engine } from '../../store/engine/engine.ts';
import { putAdvisory } from '../../store/moderation/advisories.ts';
import type { AdvisoryRow } from '../../store/schema/tables.ts';
import { fetchFeed } from './fetchFeed.ts';
import { type AddressPolicy, publicOnly } from './publicAddress.ts';

interface Following {
  engine: Engine;
  site: Site;
  /** Unix seconds. */
  now(): number;
  signal: AbortSignal;
  policy?: AddressPolicy;
}

/** Advisories that one write takes at most. */
const batchSize = 10;

/**
 * Reads each list that has changed. One that can't be read is told of by `report`, and what it said before stays. A list
 * that is followed no longer is withdrawn.
 */
export async function followFeeds(
  following: Following,
  feeds: readonly string[],
  report: (url: string, failure: string) => void,
): Promise<void> {
  for (const url of feeds) {
    const { engine, signal, now } = following;
    try {
      await followFeed(following, url);
    } catch (error) {
      if (signal.aborted) return;
      const failure = (error as Error).message;
      report(url, failure);
      await noteFeed(engine, url, { failure, failed_at: now() });
    }
  }
  await leaveOthers(following, feeds);
}

async function followFeed({ engine, site, now, signal, policy = publicOnly }: Following, url: string): Promise<void> {
  const known = await engine.db.selectFrom('advisory_feeds').selectAll().where('url', '=', url).executeTakeFirst();
  const read = await fetchFeed(url, known?.etag ?? '', { policy, signal });
  if (read) {
    const isHere = ecosystemIn([site.originUrl, site.mirrorUrl], false);
    const stored = await documentsOf(engine.db, url);
    const news = read.list
      .flatMap((given) => advisoryFrom(url, given))
      .filter((advisory) => stored.has(advisory.id) || matchersOf(advisory, isHere).length > 0)
      .filter((advisory) => stored.get(advisory.id) !== JSON.stringify(advisory));
    for (let start = 0; start < news.length; start += batchSize)
      await engine.write(async (db) => {
        for (const advisory of news.slice(start, start + batchSize))
          await putAdvisory(db, { advisory, feed: url, isHere }, { by: null, now: now() });
      });
  }
  await noteFeed(engine, url, { failure: '', fetched_at: now(), ...(read && { etag: read.etag }) });
}

/** Under its name here. What is no advisory is left out, and so is what a list has from another: it is followed there. */
function advisoryFrom(url: string, given: unknown): Advisory[] {
  const read = readAdvisory(given);
  if (!('advisory' in read)) return [];
  const { advisory } = read;
  const { id, aliases = [] } = advisory;
  return [{ ...advisory, id: `${feedName(url)}~${id}`, aliases: [...new Set([...aliases, id])] }];
}

const documentsOf = async (db: Db, url: string): Promise<Map<string, string>> =>
  new Map((await rowsOf(db, url).execute()).map(({ name, document }) => [name, document]));

const rowsOf = (db: Db, url: string) => db.selectFrom('advisories').selectAll().where('feed', '=', url);

type Note = { failure: string; failed_at?: number; fetched_at?: number; etag?: string };

const noteFeed = (engine: Engine, url: string, note: Note) =>
  engine.write((db) =>
    db
      .insertInto('advisory_feeds')
      .values({ url, etag: '', fetched_at: 0, failed_at: 0, ...note })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(note))
      .execute(),
  );

async function leaveOthers({ engine, now, signal }: Following, feeds: readonly string[]): Promise<void> {
  const others = await engine.db
    .selectFrom('advisory_feeds')
    .select('url')
    .$if(feeds.length > 0, (rows) => rows.where('url', 'not in', feeds))
    .execute();
  for (const { url } of others) {
    const rows = await rowsOf(engine.db, url).where('withdrawn', '=', 0).execute();
    for (let start = 0; start < rows.length && !signal.aborted; start += batchSize)
      await engine.write(async (db) => {
        for (const row of rows.slice(start, start + batchSize)) await leave(db, row, now());
      });
    await engine.write((db) => db.deleteFrom('advisory_feeds').where('url', '=', url).execute());
  }
}

/** `modified` stays: followed again, the list says what it said. */
async function leave(db: Db, { feed, document }: AdvisoryRow, now: number): Promise<void> {
  const advisory = { ...(JSON.parse(document) as Advisory), withdrawn: new Date(now * 1000).toISOString() };
  await putAdvisory(db, { advisory, feed, isHere: () => false }, { by: null, now });
}
