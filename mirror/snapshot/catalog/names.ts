/** What changes of a snapshot are called where they are told. */
import { hash } from 'node:crypto';
import type { ChangeKind } from '../../../origin/store/schema/tables.ts';

/** What rows belong to: an entity, 32 entries of the log with the checkpoints over them, or whose the log is. */
export const rowsKinds = [
  ...(['skill', 'profile', 'kit', 'advisory', 'moderation', 'counter'] as const satisfies readonly ChangeKind[]),
  ...(['log', 'heads'] as const),
] as const;
export type RowsKind = (typeof rowsKinds)[number];

export interface RowsOf {
  kind: RowsKind;
  id: number;
}

/** What a path is called once its file has gone: it may be the name of something that is private now. */
export const goneName = (path: string): string => hash('sha256', path);
