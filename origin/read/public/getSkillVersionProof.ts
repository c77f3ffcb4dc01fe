import { ApiError } from '../../contract/errors.ts';
import { versionId } from '../../contract/grammar/ids.ts';
import { parseCheckpoint } from '../../log/checkpoint.ts';
import { formatProof } from '../../log/proof.ts';
import { inclusionProof } from '../../log/tree.ts';
import { checkpointOver, entryNamed } from '../../store/log/read.ts';
import { tilesIn } from '../../store/log/rows.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

/** Under the first checkpoint over the entry, so that it never changes; the entry itself is the proof's extra data. */
export const getSkillVersionProof: Loader<'getSkillVersionProof'> = async ({ view }, { author, slug, hash }) => {
  await foundVersion(view, { author, slug, hash });
  const name = versionId.format({ author, slug, hash });
  const entry = await entryNamed(view.db, name);
  const checkpoint = entry && (await checkpointOver(view.db, entry.index));
  if (!checkpoint) throw new ApiError('proof_not_found', `The log has no entry of ${name} yet.`);
  const { size } = parseCheckpoint(checkpoint);
  const proof = await inclusionProof(entry.index, size, tilesIn(view.db));
  return Buffer.from(formatProof({ index: entry.index, extra: Buffer.from(entry.line), proof, checkpoint }));
};
