import { signatureNamespaces } from '../../contract/access.ts';
import { keyById } from '../../store/people/keys.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

/** Readable for quarantined versions too, like their scan. Every text is empty where nobody signed. */
export const getSkillVersionSignature: Loader<'getSkillVersionSignature'> = async (
  { view },
  { author, slug, hash },
) => {
  const version = await foundVersion(view, { author, slug, hash });
  const key = version.key_id === null ? undefined : await keyById(view.db, version.key_id);
  return {
    hash,
    signatureStatus: version.signature_status,
    statement: version.statement,
    signature: version.signature,
    public_key: key?.public_key ?? '',
    fingerprint: key?.fingerprint ?? '',
    namespace: key ? signatureNamespaces.publish : '',
  };
};
