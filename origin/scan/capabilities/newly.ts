/** What a version does that the one before it did not. */
import { type CapabilityKind, capabilityKinds } from '../../contract/subjects/scanned.ts';
import type { Capabilities, Capability } from './capabilities.ts';

export type NewCapabilities = Record<CapabilityKind, readonly Capability[]> & {
  /** Whether that is all: both versions were read whole, and no list was cut. */
  isWhole: boolean;
};

/** Pure: the difference of two records. */
export function newlyDoes(before: Capabilities, after: Capabilities): NewCapabilities {
  const news = (kind: CapabilityKind): Capability[] => {
    const known = new Set(before[kind]?.map(({ name }) => name));
    return after[kind]?.filter(({ name }) => !known.has(name)) ?? [];
  };
  const lists = Object.fromEntries(capabilityKinds.map((kind) => [kind, news(kind)])) as Record<
    CapabilityKind,
    Capability[]
  >;
  // What was cut from the list before may stand in it, and what was cut from the one after is missing.
  const isWhole = [before, after].every(({ unread, more }) => unread.length === 0 && more.length === 0);
  return { ...lists, isWhole };
}
