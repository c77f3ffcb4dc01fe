import { digitsOf } from '../../contract/grammar/grammar.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';
import { chosenVersion } from './named.ts';
import { versionRecord } from './records.ts';

export const clawhubVersion: Loader<'clawhubVersion'> = async (reading, asked) => {
  const { author, slug, version } = await chosenVersion(reading, asked);
  const content = await foundContent(reading.view, { author, slug, hash: version.hash });
  const files = await foundFiles(reading.view, content);
  const isFlagged = version.scanStatus === 'flagged';
  return {
    version: {
      ...versionRecord(version, content.license),
      files: files.map(({ path, size, hash }) => ({ path, size, sha256: digitsOf(hash) })),
      security: { status: isFlagged ? 'suspicious' : 'clean', hasWarnings: isFlagged },
    },
    skill: { slug, displayName: slug },
  };
};
