/** What a version does, as far as its files tell: the record that a person approves it by. */
import type { Place, Unread } from '../programs/effect.ts';

/** With the first place where it stands. */
export interface Capability extends Place {
  name: string;
}

export const capabilityKinds = [
  'programs',
  'hosts',
  'variables',
  'filesRead',
  'filesWritten',
  'tools',
  'packages',
  'agentConfig',
  'acts',
] as const;

export type CapabilityKind = (typeof capabilityKinds)[number];

/** Each list sorted by name, no name twice. */
export type Capabilities = Record<CapabilityKind, readonly Capability[]> & {
  /** “None found” is said only where this is empty. */
  unread: readonly Unread[];
  /** Lists that were cut: there is more. */
  more: readonly CapabilityKind[];
};
