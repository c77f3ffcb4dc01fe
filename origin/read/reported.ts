/** A version's report with what stands behind it. */
import type { Output } from '../contract/operations.ts';
import { verdictOf } from '../contract/words/scan.ts';
import { rulesBehind } from '../scan/behind.ts';
import type { Db } from '../store/engine/engine.ts';
import { reportOf } from '../store/skills/scans/scans.ts';

type Report = Output<'getSkillVersionScan'>;

/** `status` is what holds for the version, which is not always what its scan came to. */
export async function reported(db: Db, versionId: number, status: Report['status']) {
  const { corpusVersion, findings, unread, capabilities } = await reportOf(db, versionId);
  const scanned = { status, corpus_version: corpusVersion, findings };
  return {
    ...scanned,
    result: verdictOf(scanned),
    rules: rulesBehind(findings),
    unread,
    ...(capabilities && { capabilities }),
  };
}
