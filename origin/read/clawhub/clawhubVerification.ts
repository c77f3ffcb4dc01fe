import { pagePath } from '../../contract/pages.ts';
import { foundContent, foundFiles } from '../found.ts';
import { getSkillVersionSignature } from '../public/getSkillVersionSignature.ts';
import type { Loader } from '../reading.ts';
import { chosenVersion, semanticVersion } from './named.ts';
import { milliseconds, moderationRecord } from './records.ts';
import { reportOn } from './reports.ts';

/** Passes what nothing speaks against; that it is safe nobody can say. */
export const clawhubVerification: Loader<'clawhubVerification'> = async (reading, asked) => {
  const { author, slug, skill, version } = await chosenVersion(reading, asked);
  const at = { author, slug, hash: version.hash };
  const files = await foundFiles(reading.view, await foundContent(reading.view, at));
  const report = await reportOn(reading, at);
  const security = moderationRecord(report, skill.moderationStatus === 'warned');
  const signature = await getSkillVersionSignature(reading, at);
  const reasons = [
    ...report.findings.map(({ detector, message }) => `${detector}: ${message}`),
    ...(skill.moderationStatus === 'warned' ? ['A moderator warns of it.'] : []),
    ...(signature.signatureStatus === 'key_revoked' ? ['Its author revoked the key that signed it.'] : []),
    ...(skill.deprecated ? [`Its author deprecated it. ${skill.deprecation_message}`.trim()] : []),
  ];
  const ok = !security.isSuspicious && signature.signatureStatus !== 'key_revoked' && !skill.deprecated;
  return {
    schema: 'clawhub.skill.verify.v1',
    ok,
    decision: ok ? 'pass' : 'fail',
    reasons,
    ...{ slug, displayName: slug, pageUrl: reading.site.mirrorUrl + pagePath('versionPage', at) },
    publisherHandle: author,
    publisherDisplayName: skill.author_name,
    publisherProfileUrl: reading.site.mirrorUrl + pagePath('profilePage', { author }),
    version: semanticVersion(version),
    resolvedFrom: asked.version !== undefined ? 'version' : asked.tag !== undefined ? 'tag' : 'latest',
    tag: asked.version === undefined ? (asked.tag ?? null) : null,
    createdAt: milliseconds(version.published_at),
    card: null,
    artifact: { hash: version.hash, files: files.length },
    provenance: null,
    security,
    signature: { status: signature.signatureStatus, fingerprint: signature.fingerprint || null },
  };
};
