import { hashOf } from '../../contract/grammar/grammar.ts';
import { operationPath } from '../../contract/operations.ts';
import { announce } from '../../store/access/uploads.ts';
import type { Writer } from '../writing.ts';

export const announceUpload: Writer<'announceUpload'> = ({ engine, site, caller, now }, _, { json }) =>
  engine.write(async (db) => {
    const { path, size, sha256 } = json;
    const upload = await announce(db, caller.profileId, { path, size, hash: hashOf(sha256) }, now());
    const uploadUrl = site.originUrl + operationPath('storeUpload', { upload });
    return { status: 200, record: { uploadUrl, uploadTicket: upload } };
  });
