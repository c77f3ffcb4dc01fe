import { reportOf } from '../../store/skills/scans.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

/** Readable for versions whose content is refused too: it says why their content is refused. */
export const getSkillVersionScan: Loader<'getSkillVersionScan'> = async ({ view }, { author, slug, hash }) => {
  const version = await foundVersion(view, { author, slug, hash });
  const { corpusVersion, findings, unread, capabilities } = await reportOf(view.db, version.id);
  return {
    ...{ hash, status: version.scan_status, corpus_version: corpusVersion, findings, unread },
    ...(capabilities && { capabilities }),
  };
};
