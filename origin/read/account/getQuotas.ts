import { accountQuotas, withoutLimits } from '../../contract/quotas.ts';
import { freesAt, limitsFor, usedToday } from '../../store/access/quotas.ts';
import type { Loader } from '../reading.ts';

export const getQuotas: Loader<'getQuotas'> = async ({ view: { db, caller }, quotas = withoutLimits, now }) => {
  const { profileId } = caller;
  const limits = await limitsFor(db, quotas, profileId);
  const used = await usedToday(db, { profileId }, now());
  return {
    quotas: accountQuotas.map((quota) => ({ quota, limit: limits[quota], used: used(quota) })),
    frees_at: freesAt(now()),
  };
};
