import { excerptOf } from '../../scan/excerpt.ts';
import type { Finding } from '../../scan/finding.ts';
import { consequenceOf } from '../../scan/scan.ts';
import { actionRecord, actionsInForce } from '../../store/moderation/moderation.ts';
import { reportOf } from '../../store/skills/scans/scans.ts';
import { filesOf } from '../../store/skills/versions.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

export const getVersionFindings: Loader<'getVersionFindings'> = async ({ view, blob }, { author, slug, hash }) => {
  const { db } = view;
  const version = await foundVersion(view, { author, slug, hash });
  const { corpusVersion, findings, unread } = await reportOf(db, version.id);
  const files = new Map((await filesOf(db, version.id)).map((file) => [file.path, file.hash]));
  // Reports of before may have no places.
  const secrets = findings
    .filter((finding) => consequenceOf(finding) === 'refuse')
    .flatMap((finding): { path: string; line: number }[] => [
      finding,
      ...('places' in finding ? (finding as Finding).places : []),
    ]);
  const shown = findings.map(async (finding) => {
    const isSecret = secrets.some(({ path, line }) => path === finding.path && line === finding.line);
    const content = files.get(finding.path);
    return { ...finding, excerpt: content ? excerptOf(await blob(content), finding.line, isSecret) : '' };
  });
  const actions = await actionsInForce(db)
    .where('target_kind', '=', 'version')
    .where('target_id', '=', version.id)
    .selectAll()
    .execute();
  return {
    hash,
    status: version.scan_status,
    corpus_version: corpusVersion,
    findings: await Promise.all(shown),
    unread,
    actions: await Promise.all(actions.map((row) => actionRecord(db, row))),
  };
};
