/** What a publish changes of the version before it, for who is about to send it. */

import { filesText } from '../commands/diff.ts';
import { asksLines } from '../commands/pending.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Published } from './published.ts';

export function updateText(context: Context, { version_label, update }: Published): string {
  if (!update) return '';
  const heading = context.terminal.style.bold(`Changes since ${oneLine(update.version_label)}`);
  const files =
    update.files.length > 0 || update.complete ? filesText(context, update) : 'Can’t show the changed lines right now.';
  return [`${heading}, as ${oneLine(version_label)}:`, ...asksLines(context, update.asks), files].join('\n');
}
