/** How much a scan may look at, counted and never timed: the same files give the same report at any load. */

/**
 * A unit is about what all rules take for one character, a microsecond. `spend` takes units where so many are left
 * and tells whether it did, so that what is too large leaves the rest to what is smaller.
 */
export interface Work {
  spend(units: number): boolean;
}

export function workOf(units: number): Work {
  let left = units;
  return {
    spend: (wanted) => {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
  };
}

/** As `workOf`, but once it does not suffice for something it does not for anything. */
export function untilSpent(units: number): Work {
  const work = workOf(units);
  let isSpent = false;
  return {
    spend: (wanted) => {
      isSpent ||= !work.spend(wanted);
      return !isSpent;
    },
  };
}

/** Where the work was taken before. */
export const unlimited: Work = { spend: () => true };

/** Of `work`, but no more than `most`. */
export function atMost(most: number, work: Work): Work {
  const own = workOf(most);
  return { spend: (units) => own.spend(units) && work.spend(units) };
}

/** For a scan that somebody waits for, and for one in the background. */
export const budgets = { publish: 4_000_000, background: 40_000_000 } as const;
