/** What was done, and by whom, in words. */
import type { Output } from '../../../../origin/contract/operations.ts';

const done: Readonly<Record<Output<'takeModerationAction'>['action'], string>> = {
  quarantine: 'Quarantined',
  hide: 'Hidden',
  suspend: 'Suspended',
  warn: 'Warned',
  hold: 'Held',
};

/** An action that this page doesn't know yet is shown by its name. */
export const doneBy = (action: string): string => (done as Record<string, string>)[action] ?? action;

/** Who decided. The scan has no handle. */
export const actor = (handle: string): string => handle || 'the scan';
