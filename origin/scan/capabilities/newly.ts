/** What a version does that the one before it did not. */
import { type CapabilityKind, capabilityKinds } from '../../contract/scanned.ts';
import { acts } from './acts.ts';
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

/** The rule that speaks of two versions. */
const newCapability = {
  id: 'new-capability',
  severity: 'medium',
  consequence: 'advise',
} as const;

const messages: Readonly<Record<string, string>> = {
  [acts.sends]: 'This version begins to send data of the machine; the one before it did not.',
  [acts.runsDownloads]: 'This version begins to run what it downloads; the one before it did not.',
  [acts.readsSecrets]: 'This version begins to read secrets; the one before it did not.',
  [acts.listens]: 'This version begins to listen for connections; the one before it did not.',
};

export interface NewCapabilityFinding {
  detector: string;
  severity: 'medium';
  path: string;
  line: number;
  message: string;
}

/** One for each act that is new. */
export function newCapabilityFindings(before: Capabilities, after: Capabilities): NewCapabilityFinding[] {
  return newlyDoes(before, after).acts.flatMap(({ name, path, line }) => {
    const message = messages[name];
    return message ? [{ detector: newCapability.id, severity: newCapability.severity, path, line, message }] : [];
  });
}
