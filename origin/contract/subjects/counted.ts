/** What is counted without a total that is kept is counted up to here: no list can be paged through further. */
export const mostCounted = 10_000;
