/**
 * What a program sent to its store while it told the story: every statement of its writes, in order, with the values, and
 * the text of each read. Kept with a release, so that later schemas can be asked by it when the program is gone.
 */
import sqlite3 from 'sqlite3';
import type { EngineName } from '../../engines.ts';
import { newFile } from '../../engines.ts';
import { newDatabase, type Place } from '../../pglite.ts';

export type Value = string | number | null | { base64: string };

/** A statement by the place of its text in `texts`. */
type Sent = [text: number, values: Value[]];

export interface Recording {
  texts: string[];
  /** Transactions that changed something, or would have: `done` is false where the program took one back. */
  writes: { done: boolean; sent: Sent[] }[];
  reads: number[];
}

/** Of one connection: transactions of one are never between one another. */
function recorder() {
  const texts = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const writes: Recording['writes'] = [];
  const reads = new Set<number>();
  const open = new Map<object, Sent[]>();
  const hear = (connection: object, text: string, values: readonly unknown[]) => {
    const sent = open.get(connection);
    if (/^(?:begin|start transaction)\b/i.test(text)) open.set(connection, []);
    else if (/^(?:commit|rollback)\b/i.test(text)) {
      open.delete(connection);
      if (sent?.length) writes.push({ done: /^commit/i.test(text), sent });
    } else if (/^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert into|update|delete from)\b/i.test(text))
      reads.add(numberOf(text));
    else if (/^\s*(?:insert|update|delete|with)\b/i.test(text)) sent?.push([numberOf(text), values.map(plain)]);
  };
  return { hear, recording: (): Recording => ({ texts: [...texts.keys()], writes, reads: [...reads] }) };
}

function plain(value: unknown): Value {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (typeof value === 'boolean') return String(value);
  return value as Value;
}

export interface Recorded {
  place: Place;
  recording(): Recording;
}

/** An empty place whose programs are listened to, from when they have opened it. */
export async function recordedPlace(name: EngineName): Promise<Recorded> {
  const { hear, recording } = recorder();
  let isOpen = false;
  const heard = (place: Place): Place => ({
    ...place,
    open: async (history) => {
      const engine = await place.open(history);
      isOpen = true;
      return engine;
    },
  });
  if (name === 'postgres') {
    const connection = {};
    const watch = (text: string, values: readonly unknown[]) => void (isOpen && hear(connection, text, values));
    return { place: heard(await newDatabase({ watch })), recording };
  }
  listenToSqlite((...sent) => void (isOpen && hear(...sent)));
  return { place: heard(await newFile()), recording };
}

/** Every connection of this process, for good: it is a process for nothing else. */
function listenToSqlite(hear: (connection: object, text: string, values: readonly unknown[]) => void): void {
  const sent = new WeakMap<object, { connection: object; text: string }>();
  const { prepare } = sqlite3.Database.prototype;
  sqlite3.Database.prototype.prepare = function (this: sqlite3.Database, ...asked: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, asked);
    sent.set(statement, { connection: this, text: asked[0] });
    return statement;
  } as typeof prepare;
  for (const how of ['all', 'run'] as const) {
    const run = sqlite3.Statement.prototype[how] as (...asked: unknown[]) => unknown;
    Object.assign(sqlite3.Statement.prototype, {
      [how](this: object, ...asked: unknown[]) {
        const known = sent.get(this);
        const [values] = asked;
        if (known) hear(known.connection, known.text, Array.isArray(values) ? values : []);
        return run.apply(this, asked);
      },
    });
  }
}
