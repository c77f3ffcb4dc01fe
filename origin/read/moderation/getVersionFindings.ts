import { excerptOf } from '../../scan/excerpt.ts';
import { consequenceOf } from '../../scan/scan.ts';
import { actionRecord, actionsInForce } from '../../store/moderation/moderation.ts';
import { reportOf } from '../../store/skills/scans.ts';
import { filesOf } from '../../store/skills/versions.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

export const getVersionFindings: Loader<'getVersionFindings'> = async ({ view, blob }, { author, slug, hash }) => {
  const { db } = view;
  const version = await foundVersion(view, { author, slug, hash });
  const { corpusVersion, findings, unread } = await reportOf(db, version.id);
  const files = new Map((await filesOf(db, version.id)).map((file) => [file.path, file.hash]));
  const shown = findings.map(async (finding) => {
    const isSecret = findings.some(
      (other) => other.path === finding.path && other.line === finding.line && consequenceOf(other) === 'refuse',
    );
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
