/** Answers of the read operations in this process, as HTTP answers are made: the loaders, then the bytes. */
import type { Input, ReadId } from '../../origin/contract/operations.ts';
import { answerRead } from '../../origin/read/answer.ts';
import type { Reading } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { readBlob } from '../../origin/store/skills/blobs.ts';
import { Listing } from '../../origin/store/skills/listing/listing.ts';
import { type Text, viewOf } from '../../origin/store/view.ts';

export const site = { originUrl: 'http://localhost', mirrorUrl: 'http://localhost' };
export const now = () => Math.floor(Date.now() / 1000);

/** What anybody sees of the store; text is looked for as `text` says. */
export const readingOf = (engine: Engine, text: Text = engine): Reading => ({
  view: { ...viewOf(engine), text, listing: new Listing({ ...text, db: engine.db }) },
  ...{ site, now, blob: (hash) => readBlob(engine, hash) },
});

export const answerTo = async <K extends ReadId>(reading: Reading, id: K, input: Input<K>): Promise<Uint8Array> =>
  (await answerRead(reading, id, input)).body;
