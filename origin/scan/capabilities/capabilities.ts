/** What a version does, as far as its files tell: the record that a person approves it by. */
import type { Place, Unread } from '../programs/effect.ts';

/** With the first place where it stands. */
export interface Capability extends Place {
  name: string;
}

/** Each list sorted by name, no name twice. */
export interface Capabilities {
  programs: readonly Capability[];
  hosts: readonly Capability[];
  variables: readonly Capability[];
  filesRead: readonly Capability[];
  filesWritten: readonly Capability[];
  tools: readonly Capability[];
  packages: readonly Capability[];
  agentConfig: readonly Capability[];
  /** “None found” is said only where this is empty. */
  unread: readonly Unread[];
}
