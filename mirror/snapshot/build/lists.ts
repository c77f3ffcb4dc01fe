/**
 * Lists of the whole registry, which any publish alters. An author waits for a record and a page, not for these: they
 * have steps of their own, a few in each, in which a publish waits for no more than those. While much is published, one
 * making of them stands for several changes. What waits is named by the journal, so that a crash leaves it to be looked at.
 */
import { type Address, fileOf } from '../address/address.ts';
import type { Transition } from '../address/affected.ts';
import { isList } from '../address/phases.ts';

export interface Lists {
  /** Files that changes have left to be made. */
  owed(): readonly string[];
  /** Those of them that are next, once enough time has passed since they were made last. */
  due(): readonly string[];
  /** Takes out of these addresses what may wait; all else counts as made from now on, unless it is to `forget`. */
  leave(addresses: readonly Address[], mayWait: boolean): Address[];
  /** A step failed: what it was about, and what was owed, is in the journal. */
  forget(): void;
}

/** In a step that makes nothing else. */
const atOnce = 5;

/** Times `every`, after which some have always been owed: all are made at once then. */
const longest = 10;

/** `every` are milliseconds, from one turn in which all of them are made to the next; with 0 nothing waits. */
export function openLists(every: number, now = () => performance.now()): Lists {
  let owed = new Set<string>();
  /** What is left of a turn. */
  let left = new Set<string>();
  let [turnAt, owedAt] = [Number.NEGATIVE_INFINITY, 0];
  const isTurn = () => left.size > 0 || now() - turnAt >= every;
  /** One publish after the other must not keep them waiting for ever, nor the journal, which grows while any are owed. */
  const isLate = () =>
    owed.size > 0 && (now() - Math.max(turnAt + every, owedAt) >= every || now() - owedAt >= longest * every);
  const due = () => {
    if (isLate()) return [...owed];
    return isTurn() ? [...(left.size > 0 ? left : owed)].slice(0, atOnce) : [];
  };
  return {
    due,
    owed: () => [...owed],
    leave: (addresses, mayWait) => {
      const next = addresses.every(isList) && isTurn() ? addresses.slice(0, atOnce) : [];
      const mayBeLeft = mayWait && every > 0 && !isLate();
      const waiting = mayBeLeft ? addresses.filter((one) => isList(one) && !next.includes(one)) : [];
      const rest = addresses.filter((address) => !waiting.includes(address));
      if (left.size === 0 && rest.some(isList)) [turnAt, left] = [now(), owed];
      const made = new Set(rest.map(fileOf));
      if (owed.size === 0) owedAt = now();
      owed = new Set([...owed, ...waiting.map(fileOf)].filter((file) => !made.has(file)));
      left = new Set([...left].filter((file) => !made.has(file)));
      return rest;
    },
    forget: () => {
      [owed, left] = [new Set(), new Set()];
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
