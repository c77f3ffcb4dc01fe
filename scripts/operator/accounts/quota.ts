/** What one account may make in a day: looked at, and changed. */
import { ApiError } from '../../../origin/contract/errors.ts';
import { type AccountQuota, accountQuotas, amountIn, quotas } from '../../../origin/contract/quotas.ts';
import { dayOfAccount, freesAt, grant } from '../../../origin/store/access/quotas.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

/** `none`, `default`, or a whole number. */
export type QuotaOptions = Partial<Record<AccountQuota, string>>;

/** Errors: `profile_not_found`, `forbidden` for a team, `invalid_parameter`. */
export async function quotaOf(
  { engine, settings, now }: OperatorContext,
  handle: string,
  options: QuotaOptions,
): Promise<Outcome> {
  const wanted = Object.entries(options).map(([quota, text]) => [quota as AccountQuota, limitIn(quota, text)] as const);
  return engine.write(async (db) => {
    const profile = await profileByHandle(db, handle);
    if (!profile) throw new ApiError('profile_not_found', `Nobody has the handle "${handle}".`);
    if (profile.kind === 'team')
      throw new ApiError('forbidden', `"${handle}" is a team. What its members do counts against their own quotas.`);
    for (const [quota, limit] of wanted) await grant(db, profile.id, quota, limit);
    const { limits, used } = await dayOfAccount(db, settings.quotas, { profileId: profile.id, now: now() });
    const rows = accountQuotas.map((quota) => ({ quota, limit: limits[quota], used: used(quota) }));
    const lines = rows.map(({ quota, limit, used }) => {
      const [usedText, limitText] = [used, limit].map((amount) =>
        amount === null ? 'no limit' : amountIn(quota, amount),
      );
      const text = limit === null ? limitText : `${usedText} of ${limitText}`;
      return `${quota.padEnd(9)} ${text?.padEnd(18)} ${quotas[quota].what}`;
    });
    return { text: lines.join('\n'), json: { handle, quotas: rows, frees_at: freesAt(now()) } };
  });
}

/** Undefined for everyone's, null for none. */
function limitIn(quota: string, text: string): number | null | undefined {
  if (text === 'default') return undefined;
  if (text === 'none') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiError('invalid_parameter', `--${quota} takes a whole number, none, or default; not "${text}".`);
}
