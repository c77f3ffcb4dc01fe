import { skillId } from '../../contract/grammar/ids.ts';
import { advisoriesOf } from '../../store/moderation/advised.ts';
import { verdictsOf } from '../../store/skills/scans/verdicts.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';
import { reported } from '../reported.ts';

/** Readable for versions whose content is refused too: it says why their content is refused. */
export const getSkillVersionScan: Loader<'getSkillVersionScan'> = async ({ view }, { author, slug, hash }) => {
  const version = await foundVersion(view, { author, slug, hash });
  const report = await reported(view.db, version.id, version.scan_status);
  const isQuarantined = version.scan_status === 'quarantined';
  const advisories = isQuarantined ? await advisoriesOf(view.db, skillId.format({ author, slug }), hash) : [];
  const others = await verdictsOf(view.db, version.id);
  return {
    hash,
    ...report,
    ...(advisories.length > 0 && { advisories }),
    ...(others.length > 0 && { others }),
  };
};
