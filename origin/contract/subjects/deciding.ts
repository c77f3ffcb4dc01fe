/** What operators decide about, apart from the shapes: also for the browser. */

/** Why a version is in the queue, the worst first: `held` ones were not read whole. */
export const questionKinds = ['quarantined', 'held', 'flagged'] as const;

/** What an operator can decide about such a version. `dismiss` leaves it as it is. */
export const decisions = ['release', 'quarantine', 'hide', 'dismiss'] as const;

/** Versions that one decision is about at most. */
export const decidedAtOnce = 100;
