import { redactedLine } from '../../../log/entry.ts';
import { encodeEntries, tileWidth } from '../../../log/tile.ts';
import { entriesFrom } from '../../../store/log/read.ts';
import type { PageLoader } from '../page.ts';
import { signedTile } from './logTile.ts';

/** Entries of the log (C2SP, tlog-tiles); of a redacted one its hash. Errors: `not_found` beyond what a checkpoint was signed over. */
export const logEntries: PageLoader<'logEntries'> = async ({ view }, { bundle }) => {
  const { index, width } = await signedTile(view.db, `entries/${bundle}`);
  const rows = await entriesFrom(view.db, index * tileWidth, width);
  return encodeEntries(rows.map(({ line, hash }) => Buffer.from(line ?? redactedLine(hash))));
};
