/** Whether everyone may know of an event: by what the view (view.ts) shows of its subject. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isReadable, logged, nobody, publicKit, publicSkill, shownProfile } from '../view.ts';
import type { Audience, Subject } from './event.ts';

const isClear = (row: string): RawBuilder<SqlBool> => sql.raw(`${row}.moderation_status in ('none', 'warned')`);

/** Before its owner hid it, everyone saw a skill that is public but for that. */
const wasPublicSkill: RawBuilder<SqlBool> = sql<SqlBool>`(${isClear('skills')} and ${shownProfile('owner')})`;

/** Whether everyone may know of an event, by its subject as it is when the event is recorded. */
const known: Record<Audience, Record<Subject, RawBuilder<SqlBool>>> = {
  public: {
    version: publicSkill,
    skill: publicSkill,
    kit: publicKit,
    profile: shownProfile('owner'),
    advisory: sql<SqlBool>`1 = 1`,
  },
  parting: {
    version: nobody,
    skill: wasPublicSkill,
    kit: sql<SqlBool>`(${isClear('kits')} and ${shownProfile('owner')})`,
    profile: isClear('owner'),
    advisory: nobody,
  },
  logged: { version: logged, skill: logged, kit: nobody, profile: sql<SqlBool>`1 = 1`, advisory: nobody },
};

export const knownToAll = (of: Subject, audience: Audience | undefined): RawBuilder<SqlBool> =>
  audience ? known[audience][of] : nobody;

/** Whether everyone sees what a row of `activity` tells of: kept in its `shown`, so that events can be counted. */
export const isInSight: RawBuilder<SqlBool> = sql<SqlBool>`case activity.kind
  when 'publish' then exists (select 1 from versions join skills on skills.id = versions.skill_id
    join profiles as owner on owner.id = skills.owner_id where versions.id = activity.version_id
    and versions.withdrawn_at is null and ${isReadable('versions')} and ${publicSkill})
  when 'kit' then exists (select 1 from kits join profiles as owner on owner.id = kits.owner_id
    where kits.id = activity.kit_id and ${publicKit})
  else exists (select 1 from profiles as owner where owner.id = activity.actor_id and ${shownProfile('owner')}) end`;
