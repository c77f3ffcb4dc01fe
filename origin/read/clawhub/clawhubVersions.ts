import { isReadable } from '../../contract/subjects/scanned.ts';
import { skillDetail } from '../public/getSkill.ts';
import type { Loader } from '../reading.ts';
import { named } from './named.ts';
import { versionRecord } from './records.ts';

/** Those that can be installed. `cursor` is how many were passed. */
export const clawhubVersions: Loader<'clawhubVersions'> = async (reading, asked) => {
  const { author, slug } = await named(reading, asked);
  const { versions } = await skillDetail(reading, author, slug);
  const readable = versions.filter(({ scanStatus }) => isReadable(scanStatus));
  const next = asked.cursor + asked.limit;
  return {
    items: readable.slice(asked.cursor, next).map((version) => versionRecord(version)),
    nextCursor: next < readable.length ? String(next) : null,
  };
};
