/** The log of what was decided, by whom: rows are only ever added, which the engines hold too. */
import type { Db } from '../engine/engine.ts';
import type { Act, Event, EventKind, Said } from './event.ts';

interface Entry {
  action: string;
  target: string;
  detail: string;
}

const decided =
  (action: string) =>
  ({ target, reason }: Omit<Said['appeal.filed'], 'appeal'>): Entry => ({
    action,
    target: target.name,
    detail: reason,
  });
const reported =
  (action: string) =>
  ({ target, reason }: Said['report.filed']): Entry => ({ action, target, detail: reason });

const advised =
  (action: string) =>
  ({ id, summary }: Said['advisory.added']): Entry => ({ action, target: id, detail: summary });

/** What people decided about what is others', and what people brought before them. */
const audited: { [K in EventKind]?: (said: Said[K], act: Act) => Entry | undefined } = {
  'moderation.quarantined': decided('quarantine'),
  'moderation.hidden': decided('hide'),
  'moderation.suspended': decided('suspend'),
  'moderation.warned': decided('warn'),
  'moderation.held': decided('hold'),
  'moderation.released': decided('release'),
  'moderation.dismissed': decided('dismiss'),
  'moderation.lifted': ({ target, lifts, reason }, { by }) => ({
    ...{ action: 'lift', target: target.name },
    detail: by === null ? reason : `${lifts}: ${reason}`,
  }),
  'advisory.added': advised('add advisory'),
  'advisory.changed': advised('change advisory'),
  'advisory.withdrawn': advised('withdraw advisory'),
  'report.filed': reported('report'),
  'report.closed': reported('close report'),
  'appeal.filed': decided('appeal'),
  'appeal.granted': decided('grant appeal'),
  'appeal.refused': decided('refuse appeal'),
  'profile.picture_removed': ({ handle }) => ({ action: 'remove picture', target: handle, detail: '' }),
  'kit.featured': ({ name }) => ({ action: 'feature', target: name, detail: '' }),
  'kit.unfeatured': ({ name }) => ({ action: 'stop featuring', target: name, detail: '' }),
  'team.claimed': ({ handle }) => ({ action: 'claim team', target: handle, detail: '' }),
  'invitation.sent': ({ handle, to }, { by }) =>
    by === null ? { action: 'give team', target: handle, detail: to } : undefined,
};

export const auditEntry = (event: Event, act: Act): Entry | undefined =>
  (audited[event.kind] as ((event: Event, act: Act) => Entry | undefined) | undefined)?.(event, act);

export async function addToAudit(db: Db, entry: Entry, { by, now }: Act): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ ...entry, actor_id: by, created_at: now })
    .execute();
}

/** One page, newest first, with the total. */
export async function auditPage(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'handle', 'action', 'target', 'detail', 'audit_log.created_at'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('audit_log')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    entries: entries.map(({ id, handle, ...entry }) => ({ id: String(id), actor: handle ?? '', ...entry })),
    total,
  };
}
