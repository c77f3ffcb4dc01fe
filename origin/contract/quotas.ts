/** What may be made in one UTC day, so that nobody takes all names or fills the disk (CONTRACT.md, Quotas). */

const mebibyte = 2 ** 20;

/** `daily` is what there is of it where the operator says nothing else; `what` is how people are told. */
export const quotas = {
  handles: { daily: 3, what: 'new handles' },
  moves: { daily: 20, what: 'changes of handle' },
  teams: { daily: 5, what: 'new teams' },
  kits: { daily: 50, what: 'new kits' },
  skills: { daily: 200, what: 'new skills' },
  versions: { daily: 500, what: 'new versions' },
  bytes: { daily: 250 * mebibyte, what: 'published content' },
  keys: { daily: 20, what: 'new signing keys' },
  tokens: { daily: 50, what: 'new tokens and devices' },
  accounts: { daily: 20, what: 'new accounts from one network' },
} as const;

export type Quota = keyof typeof quotas;
/** Those of an account; new accounts are counted by the network address that makes them. */
export type AccountQuota = Exclude<Quota, 'accounts'>;

export const quotaNames = Object.keys(quotas) as Quota[];
export const accountQuotas = quotaNames.filter((name): name is AccountQuota => name !== 'accounts');

/** How much of each a day has; null is without limit. */
export type DailyLimits<Q extends Quota = Quota> = Readonly<Record<Q, number | null>>;

export const limitsOf = <Q extends Quota>(names: readonly Q[], limit: (name: Q) => number | null): DailyLimits<Q> =>
  Object.fromEntries(names.map((name) => [name, limit(name)])) as DailyLimits<Q>;

export const defaultLimits = limitsOf(quotaNames, (name) => quotas[name].daily);
export const withoutLimits = limitsOf(quotaNames, () => null);

/** `<quota>=<number or none>`, separated by commas; of what is not named, the default. Throws what is wrong. */
export function readLimits(list = ''): DailyLimits {
  if (list.trim() === 'none') return withoutLimits;
  const given = list
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part): [Quota, number | null] => {
      const [name = '', limit = ''] = part.split('=').map((side) => side.trim());
      const quota = quotaNames.find((known) => known === name);
      if (!quota) throw new Error(`"${name}" is none of ${quotaNames.join(', ')}`);
      if (limit === 'none') return [quota, null];
      if (!/^\d{1,15}$/.test(limit)) throw new Error(`${name} must be a whole number, or none`);
      return [quota, Number(limit)];
    });
  return { ...defaultLimits, ...Object.fromEntries(given) };
}

/** An amount as people read it. */
export const amountIn = (quota: Quota, amount: number): string =>
  quota === 'bytes' ? `${Math.round((amount / mebibyte) * 10) / 10} MiB` : String(amount);
