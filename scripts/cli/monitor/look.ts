/** Follows a registry's transparency log for a handle. */
import type { LogFields } from '../../../origin/contract/words/log.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { parseEntry } from '../../../origin/log/entry.ts';
import { LogError } from '../../../origin/log/logError.ts';
import { Failure } from '../failure.ts';
import { readEntries } from '../registry/log/entries.ts';
import { NoLog, openLog, type Reader } from '../registry/log/proved.ts';
import { refuseFewer } from '../registry/log/witnessed.ts';
import { IntegrityError } from '../sync/download/boundedBody.ts';
import { concerns, keyOf, type LogEvent } from './events.ts';
import { type Position, positionOf } from './position.ts';

interface Monitored {
  handle: string;
  /** The entry to begin at, instead of where the last look ended. */
  since?: number | undefined;
  /** Fingerprints of the keys on this machine. */
  keysHere: ReadonlySet<string>;
  /** Where the last look ended, and what it has to remember; undefined where that is kept. */
  before?: Position | undefined;
}

export interface Look {
  log: string;
  /** The first entry that was looked at. */
  from: number;
  /** The one after the last. */
  next: number;
  events: LogEvent[];
  /** Entries whose text was taken out before this machine read it: whether they were about the handle nobody can tell. */
  unreadable: number;
  /** Those of them for which the log gives no reason, which is against its own rules; each is named once. */
  unexplained: number[];
  position: Position;
}

/**
 * What the log has about the handle that this machine was not told of. Errors: `Failure` where the registry has no log, or one
 * that is not sound; `TooFewWitnesses`.
 */
export async function look(reader: Reader, monitored: Monitored): Promise<Look> {
  try {
    const first = await lookOnce(reader, monitored);
    if (first.unexplained.length === 0) return first;
    // What was taken out since the checkpoint was signed is explained by the next one.
    return await lookOnce(reader, monitored);
  } catch (error) {
    if (error instanceof NoLog)
      throw new Failure('This registry keeps no transparency log, so there is nothing to follow.');
    if (!(error instanceof LogError || error instanceof IntegrityError)) throw error;
    throw new Failure(
      `The registry’s transparency log can’t be followed: ${error.message.replace(/\.$/, '')}. Ask its operator, and tell others.`,
    );
  }
}

async function lookOnce(reader: Reader, { handle, since, keysHere, before: last }: Monitored): Promise<Look> {
  const { log, known } = await openLog(reader);
  const { origin, size, root } = parseCheckpoint(known.checkpoint);
  // One who is shown a log of their own would be told of nothing.
  refuseFewer(await log.cosigned(size - 1));
  const before = last?.origin === origin ? last : await positionOf(reader.home, handle, origin);
  const from = since ?? before.next;
  if (from > size) throw new Failure(`The log has ${size} entries, so none from ${from} on.`);
  const [told, unexplained] = [new Set(before.told), new Set(before.unexplained)];
  const keys = new Set(before.keys);
  const events: LogEvent[] = [];
  let unreadable = 0;
  const take = (entry: number, fields: LogFields): void => {
    const { type, index, fingerprint } = fields;
    const isRedaction = type === 'redacted' && typeof index === 'number';
    if (isRedaction) unexplained.delete(index);
    if (!(concerns(fields, handle) || (isRedaction && told.has(index)))) return;
    told.add(entry);
    if (type === 'key.bound' && typeof fingerprint === 'string') keys.add(fingerprint);
    events.push({ entry, fields });
  };
  await readEntries(reader.registry, { size, root }, from, (first, lines) => {
    for (const [nth, line] of lines.entries()) {
      const fields = parseEntry(line);
      if (Object.keys(fields).join() === 'redacted') {
        unreadable += 1;
        unexplained.add(first + nth);
      } else take(first + nth, fields);
    }
  });
  const position: Position = {
    ...{ origin, next: Math.max(size, before.next) },
    ...{ told: [...told], keys: [...keys], unexplained: [...unexplained] },
  };
  // Only who has one of its keys can miss the others.
  const isOwn = position.keys.some((key) => keysHere.has(key));
  return {
    ...{ log: origin, from, next: size, unreadable, position },
    unexplained: position.unexplained.filter((entry) => !before.unexplained.includes(entry)),
    events: events.map((event) => {
      const key = keyOf(event.fields);
      return isOwn && key !== undefined ? { ...event, isKeyHere: keysHere.has(key) } : event;
    }),
  };
}
