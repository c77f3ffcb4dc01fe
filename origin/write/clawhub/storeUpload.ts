import { createHash } from 'node:crypto';
import { hashOf } from '../../contract/grammar.ts';
import { store } from '../../store/access/uploads.ts';
import type { Writer } from '../writing.ts';

/** The same bytes again are taken again: the program repeats what it got no answer to. */
export const storeUpload: Writer<'storeUpload'> = ({ engine, caller, now }, { upload }, { bytes }) => {
  const hash = hashOf(createHash('sha256').update(bytes).digest('hex'));
  return engine.write(async (db) => {
    await store(db, caller.profileId, upload, { hash, bytes }, now());
    return { status: 200, record: { storageId: upload } };
  });
};
