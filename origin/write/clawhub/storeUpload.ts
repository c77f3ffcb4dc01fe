import { createHash } from 'node:crypto';
import { hashOf } from '../../contract/grammar/grammar.ts';
import { store } from '../../store/access/uploads.ts';
import { spend } from '../spend.ts';
import type { Writer } from '../writing.ts';

/** The same bytes again are taken again, and count once: the program repeats what it got no answer to. */
export const storeUpload: Writer<'storeUpload'> = (writing, { upload: id }, { bytes }) => {
  const { engine, caller, now } = writing;
  const hash = hashOf(createHash('sha256').update(bytes).digest('hex'));
  return engine.write(async (db) => {
    await store(db, caller.profileId, { id, hash, bytes }, now(), () =>
      spend(db, writing, { bytes: bytes.byteLength }),
    );
    return { status: 200, record: { storageId: id } };
  });
};
