/**
 * Holds calls to what their row of the table asks of the caller: the one place that does. A call is held to it before
 * any of its body is read, and again in every transaction that it writes in, since rights may end meanwhile.
 */
import { isForPages, type Rule, scopeOf } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Db } from '../engine/engine.ts';
import { together } from '../engine/together.ts';
import { kitBySlug } from '../kits/kitChanges.ts';
import { profileByHandle } from '../people/people.ts';
import { refusalFor } from '../people/teams.ts';
import type { KitRow, ProfileRow, SkillRow } from '../schema/tables.ts';
import { skillBySlug } from '../skills/skillChanges.ts';
import { addressableSkills, type Caller, visibleKits } from '../view.ts';
import { checkRecent, currentCaller } from './tokens.ts';

/** What a row asks of the caller alone. */
export type Asked = Pick<Operation, 'access' | 'allowSuspended' | 'recent' | 'needsHandle'>;

/**
 * Errors: `unauthorized` without a caller where one is needed, `insufficient_scope`, `reauthentication_required`;
 * `forbidden` for a caller who is no operator, or has no handle, where the row asks for that.
 */
export function checkCaller({ access, recent, needsHandle }: Asked, caller: Caller | undefined): void {
  if (access === 'site' || (access === 'anonymous' && !caller)) return;
  if (!caller) throw new ApiError('unauthorized', isForPages(access) ? onSite : undefined);
  const scope = scopeOf(access);
  if (!caller.scopes.includes(scope)) {
    const why = `This needs the scope "${scope}", which a ${caller.tokenClass} token does not have.`;
    throw new ApiError('insufficient_scope', why, { scope });
  }
  if (recent) checkRecent(caller);
  if (access === 'operator' && !caller.isOperator)
    throw new ApiError('forbidden', 'Only operators of this registry can do this.');
  if (needsHandle && !caller.hasHandle) throw new ApiError('forbidden', 'Claim a handle first: others will see it.');
}

const onSite = 'Sign in on the site first; a bearer token does not work here.';

/** What the rule of a row may be about. */
export interface Subjects {
  profile: ProfileRow;
  team: ProfileRow;
  skill: SkillRow;
  kit: KitRow;
}
export type Subject = Subjects[keyof Subjects];

/** Path parameters and fields of the body, by name. */
type Named = Readonly<Record<string, unknown>>;

/**
 * Holds a call that was let in before to its row by what is true in this transaction, and returns what its rule is
 * about; undefined for a row without one. Errors: those of `currentCaller`, `checkCaller` and `subjectOf`.
 */
export async function hold(
  db: Db,
  row: Asked & Pick<Operation, 'rule'>,
  { caller, named, now }: { caller: Caller | undefined; named: Named; now: number },
): Promise<Subject | undefined> {
  const [current, holder] = await together([
    caller && currentCaller(db, caller, now, row.allowSuspended),
    caller && row.rule && holderFor(db, row.rule, named),
  ]);
  checkCaller(row, current);
  return row.rule && current && subjectHeldBy(holder, { db, rule: row.rule, caller: current, named });
}

const holderFor = (db: Db, { under }: Rule, named: Named): Promise<ProfileRow | undefined> =>
  profileByHandle(db, String(named[under]));

/**
 * What a rule is about, for a caller whom it lets. Errors: `profile_not_found`, `skill_not_found` or `kit_not_found`,
 * also for what the caller does not see; `forbidden` for what they see and may not do this to.
 */
export async function subjectOf(db: Db, rule: Rule, caller: Caller, named: Named): Promise<Subject> {
  return subjectHeldBy(await holderFor(db, rule, named), { db, rule, caller, named });
}

async function subjectHeldBy(
  holder: ProfileRow | undefined,
  { db, rule, caller, named }: { db: Db; rule: Rule; caller: Caller; named: Named },
): Promise<Subject> {
  const { missing, find, isSeen } = kinds[rule.of]({ db, caller }, String(named[rule.under]), String(named['slug']));
  const subject = holder && (await find(holder));
  if (!subject) throw missing;
  if ((rule.orOperator && caller.isOperator) || (rule.orSelf && (await isSelf(db, caller, named[rule.orSelf]))))
    return subject;
  const refusal = await refusalFor(db, caller.profileId, holder, rule.right);
  if (!refusal) return subject;
  throw (await isSeen(subject)) ? refusal : missing;
}

async function isSelf(db: Db, { profileId }: Caller, handle: unknown): Promise<boolean> {
  return (await profileByHandle(db, String(handle)))?.id === profileId;
}

interface Kind {
  missing: ApiError;
  find(holder: ProfileRow): Promise<Subject | undefined>;
  isSeen(subject: Subject): Promise<boolean>;
}

type Asking = Parameters<typeof visibleKits>[0] & { caller: Caller };

const kinds: Record<Rule['of'], (asking: Asking, handle: string, slug: string) => Kind> = {
  profile: (_, handle) => ({
    missing: new ApiError('profile_not_found', `Nobody has the handle "${handle}".`),
    find: async (holder) => holder,
    isSeen: async () => true,
  }),
  team: (_, handle) => ({
    missing: new ApiError('profile_not_found', `There is no team "${handle}".`),
    find: async (holder) => (holder.kind === 'team' ? holder : undefined),
    isSeen: async () => true,
  }),
  skill: (asking, handle, slug) => ({
    missing: new ApiError('skill_not_found', `There is no skill ${handle}/${slug}.`),
    find: (holder) => skillBySlug(asking.db, holder.id, slug),
    isSeen: async ({ id }) =>
      (await addressableSkills(asking).where('skills.id', '=', id).select('skills.id').executeTakeFirst()) !==
      undefined,
  }),
  kit: (asking, handle, slug) => ({
    missing: new ApiError('kit_not_found', `There is no kit ${handle}/${slug}.`),
    find: (holder) => kitBySlug(asking.db, holder.id, slug),
    isSeen: async ({ id }) =>
      (await visibleKits(asking).where('kits.id', '=', id).select('kits.id').executeTakeFirst()) !== undefined,
  }),
};
