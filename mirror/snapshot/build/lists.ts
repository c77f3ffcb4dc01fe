/**
 * Lists of the whole registry, which any publish alters. Whoever publishes waits for a record and a page, not for these: they
 * have a step of their own, after that of the publish. While much is published, one making of them stands for several
 * changes. What waits is named by the journal, so that a crash leaves it to be looked at.
 */
import { type Address, fileOf } from '../address/address.ts';
import type { Transition } from '../address/affected.ts';
import { isList } from '../address/phases.ts';

export interface Lists {
  /** Files that changes have left to be made. */
  owed(): readonly string[];
  /** The same, once enough time has passed since they were made last. */
  due(): readonly string[];
  /** Takes out of these addresses what may wait; all else counts as made from now on, unless it is to `forget`. */
  leave(addresses: readonly Address[], mayWait: boolean): Address[];
  /** A step failed: what it was about, and what was owed, is in the journal. */
  forget(): void;
}

/** `every` are milliseconds; with 0 nothing waits. */
export function openLists(every: number, now = () => performance.now()): Lists {
  let owed = new Set<string>();
  let [madeAt, owedFrom] = [Number.NEGATIVE_INFINITY, 0];
  const isDue = () => every === 0 || now() - madeAt >= every;
  /** One change after the other must not keep them waiting for ever. */
  const isLate = () => every === 0 || (owed.size > 0 && now() - owedFrom >= every);
  return {
    owed: () => [...owed],
    due: () => (isDue() ? [...owed] : []),
    leave: (addresses, mayWait) => {
      const isTime = addresses.every(isList) ? isDue() : isLate();
      const waiting = mayWait && !isTime ? addresses.filter(isList) : [];
      const rest = addresses.filter((address) => !waiting.includes(address));
      if (rest.some(isList)) madeAt = now();
      const made = new Set(rest.map(fileOf));
      if (owed.size === 0) owedFrom = now();
      owed = new Set([...owed, ...waiting.map(fileOf)].filter((file) => !made.has(file)));
      return rest;
    },
    forget: () => {
      owed = new Set();
    },
  };
}

/** Whether nothing that was in sight is gone or called otherwise after it: what takes away never waits. */
export function isAddition({ before, after }: Transition): boolean {
  if (after?.kind === 'skill') {
    if (before?.kind !== 'skill') return before === undefined;
    const standing = new Map(after.versions.map((version) => [version.hash, JSON.stringify(version)]));
    const isCalledTheSame = before.author === after.author && before.slug === after.slug;
    return (
      isCalledTheSame && before.versions.every((version) => standing.get(version.hash) === JSON.stringify(version))
    );
  }
  if (after?.kind === 'profile')
    return before === undefined || (before.kind === 'profile' && before.card === after.card);
  return after?.kind === 'kit' && (before === undefined || (before.kind === 'kit' && before.card === after.card));
}
