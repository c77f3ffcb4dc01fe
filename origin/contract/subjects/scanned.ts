/** What can be said of a scan, apart from the shapes: also for the browser. */

export const scanStatuses = ['clean', 'flagged', 'quarantined', 'incomplete'] as const;
type ScanStatus = (typeof scanStatuses)[number];

/** Those in which a version's content is handed out, and the version stands in lists. */
export const readableStatuses = ['clean', 'flagged'] as const satisfies readonly ScanStatus[];
export const isReadable = (status: ScanStatus): boolean => readableStatuses.some((readable) => readable === status);

export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** What a version does, by kind (origin/scan/capabilities). */
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

/** The name in a record of what no file says: a program makes it, or is given it, as it runs. */
export const chosenAtRunTime = '(chosen at run time)';

/** Why rules did not see all of a file. */
export const unreadReasons = [
  'budget',
  'syntax',
  'encoding',
  'encrypted',
  'archive',
  'picture',
  'binary',
  'too_large',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

/** Those of files that can carry instructions or code: they hold a version back. */
const holdingReasons = ['budget', 'too_large', 'syntax', 'encoding'] as const satisfies readonly UnreadReason[];
export const isHolding = (reason: UnreadReason): boolean => holdingReasons.some((holding) => holding === reason);
