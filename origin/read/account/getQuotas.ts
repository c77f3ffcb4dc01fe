import { accountQuotas, withoutLimits } from '../../contract/quotas.ts';
import { dayOfAccount, freesAt } from '../../store/access/quotas.ts';
import type { Loader } from '../reading.ts';

export const getQuotas: Loader<'getQuotas'> = async ({ view: { db, caller }, quotas = withoutLimits, now }) => {
  const { limits, used } = await dayOfAccount(db, quotas, { profileId: caller.profileId, now: now() });
  return {
    quotas: accountQuotas.map((quota) => ({ quota, limit: limits[quota], used: used(quota) })),
    frees_at: freesAt(now()),
  };
};
