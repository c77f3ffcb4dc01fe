/** What a version does, as far as its files tell: the record that a person approves it by. */
import type { CapabilityKind } from '../../contract/subjects/scanned.ts';
import type { Place, Unread } from '../programs/effect.ts';

/** With the first place where it stands. */
export interface Capability extends Place {
  name: string;
}

/** Each list sorted by name, no name twice. */
export type Capabilities = Record<CapabilityKind, readonly Capability[]> & {
  /** “None found” is said only where this is empty. */
  unread: readonly Unread[];
  /** Lists that were cut: there is more. */
  more: readonly CapabilityKind[];
};
