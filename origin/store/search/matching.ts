import { type SqlBool, sql } from 'kysely';
import type { TextTable } from '../engine/engine.ts';
import type { View } from '../view.ts';
import { fold } from './text.ts';

/** True for rows of `table` that hold `text`, as somebody typed it, in their names or their prose. */
export const holds = (view: Pick<View, 'text'>, table: TextTable, text: string) =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} in ${view.text.containing(table, fold(text))}`;
