/** Says that something happened: the event, and everything that is derived from it, in the write's own transaction. */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import { together } from '../engine/together.ts';
import { concernsLog, saidOf } from '../log/logged.ts';
import { followInActivity } from './activity.ts';
import { knownToAll } from './audience.ts';
import { addToAudit, auditEntry } from './audit.ts';
import { noteChanges } from './changes.ts';
import { concernedBy } from './concerns.ts';
import { type Act, audiences, type Event, type Subject, subjectOf } from './event.ts';

/**
 * Once for each thing that a write did, after it is done: who may know of it is decided by what holds then. What deletes
 * its subject is recorded before. A write that changes nothing records nothing.
 */
export async function record(db: Db, event: Event, act: Act): Promise<void> {
  const entry = auditEntry(event, act);
  await together([
    append(db, event, act, entry !== undefined),
    concernsLog(event.kind) && queueForLog(db, event, act.now),
    noteChanges(db, event),
    followInActivity(db, event, act.now),
    entry && addToAudit(db, entry, act),
  ]);
}

/** The same of skills that nothing happened to, where what is computed of them came out otherwise. `now`: Unix seconds. */
export async function recordDerived(db: Db, skills: readonly number[], now: number): Promise<void> {
  const [skill] = skills;
  if (skill === undefined) return;
  await record(db, { kind: 'skill.derived', skill, skills: [...skills] }, { by: null, now });
}

/** How a subject is found, and what it is called: as moderation names its targets; and whose it is. */
const named: Record<Subject, { rows: string; id: string; name: string; owner: string }> = {
  version: {
    rows: 'versions join skills on skills.id = skill_id join profiles as owner on owner.id = skills.owner_id',
    id: 'versions.id',
    name: `owner.handle || ':' || skills.slug || '@' || versions.hash`,
    owner: 'owner.id',
  },
  skill: {
    rows: 'skills join profiles as owner on owner.id = skills.owner_id',
    id: 'skills.id',
    name: `owner.handle || ':' || skills.slug`,
    owner: 'owner.id',
  },
  kit: {
    rows: 'kits join profiles as owner on owner.id = kits.owner_id',
    id: 'kits.id',
    name: `owner.handle || '/' || kits.slug`,
    owner: 'owner.id',
  },
  profile: { rows: 'profiles as owner', id: 'owner.id', name: 'owner.handle', owner: 'owner.id' },
  advisory: { rows: 'advisories', id: 'advisories.id', name: 'advisories.name', owner: 'null' },
};

/** Of an event's subject: where its row is, and what is said of it. */
function described(event: Event) {
  const { of, id } = subjectOf(event);
  const { rows, id: key, name, owner } = named[of];
  return {
    ...{ of, id, owner },
    row: sql`${sql.raw(rows)} where ${sql.ref(key)} = ${id}`,
    name: sql`coalesce(${sql.raw(name)}, ${'handle' in event ? event.handle : ''})`,
    isPublic: sql`case when ${knownToAll(of, audiences[event.kind])} then 1 else 0 end`,
  };
}

async function append(db: Db, event: Event, { by, now }: Act, isAudited: boolean): Promise<void> {
  const { kind, ...said } = event;
  const { of, row, name, owner, isPublic } = described(event);
  const concerned = concernedBy(event);
  const whose = concerned === 'owner' ? sql.raw(owner) : sql`cast(${concerned ?? null} as bigint)`;
  const appended = await sql`insert into events (kind, subject, actor_id, public, lasting, concerns, data, created_at)
    select ${kind}, ${name}, ${by}, ${isPublic}, ${isAudited ? sql`1` : isPublic},
      ${whose}, ${JSON.stringify(said)}, ${now}
    from ${row} returning id`.execute(db);
  if (appended.rows.length !== 1) throw new Error(`${kind} is about a ${of} that is not there.`);
}

/** What the log is to tell of, or to be asked for: entries are made later, in one order for all (../log). */
async function queueForLog(db: Db, event: Event, now: number): Promise<void> {
  const { of, id, row, name, isPublic } = described(event);
  await sql`insert into log_queue (kind, subject, subject_id, name, public, data, created_at)
    select ${event.kind}, ${of}, ${id}, ${name}, ${isPublic}, ${saidOf(event)}, ${now} from ${row}`.execute(db);
}
