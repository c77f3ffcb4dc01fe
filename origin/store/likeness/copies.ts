/**
 * The skill that had a text first. Whose is older is told by versions, whose numbers follow their publication: a clock can
 * be set back, and an old skill can take another's text in a new version.
 */
import type { Db } from '../engine/engine.ts';
import type { Likeness } from '../schema/tables.ts';
import { isReadable, visibleSkills } from '../view.ts';
import { fingerprintsOf, type Text, textOfVersion, versionsLikeIt } from './fingerprints.ts';
import { estimated } from './minhash.ts';
import { overlap } from './shingles.ts';

/** Pages that one skill is named on as the one that had it first: a change of it makes those again. */
const mostNaming = 24;
/** Texts that are compared in full, the likeliest ones. */
const mostCompared = 12;

/** The share of both texts from which they are nearly the same, and of the earlier one from which the later has all of it. */
const [nearly, all] = [0.9, 0.95];
/** Estimates below this are of texts that are neither. */
const unlikely = 0.3;

export interface Like {
  other_id: number;
  version_id: number;
  kind: Likeness;
}

interface Compared {
  skillId: number;
  versionId: number;
  text: Text;
  minima: readonly number[];
}

/** Undefined where nobody published it before. */
export async function earlierCopy(db: Db, compared: Compared): Promise<Like | undefined> {
  const { skillId, text, minima } = compared;
  const candidates = await candidatesFor(db, minima);
  const own = candidates.filter(({ skill_id }) => skill_id === skillId);
  let first = compared.versionId;
  for (const { version_id } of own) {
    if (version_id >= first) continue;
    const earlier = await textOfVersion(db, version_id);
    if (earlier && kindOf(text, earlier)) first = version_id;
  }
  const others = candidates.filter((one) => one.skill_id !== skillId && one.version_id < first).slice(0, mostCompared);
  const found: (Like & { rank: number })[] = [];
  for (const { skill_id: other_id, version_id } of others) {
    const earlier = await textOfVersion(db, version_id);
    const kind = earlier && kindOf(text, earlier);
    if (kind && (await countNaming(db, other_id, skillId)) < mostNaming)
      found.push({ other_id, version_id, kind, rank: kinds.indexOf(kind) });
  }
  const [best] = found.sort((a, b) => a.rank - b.rank || a.version_id - b.version_id);
  return best && { other_id: best.other_id, version_id: best.version_id, kind: best.kind };
}

const kinds = ['same', 'near', 'within'] as const;

/** What a text is of an earlier one; undefined where it is one of its own. */
function kindOf(text: Text, earlier: Text): (typeof kinds)[number] | undefined {
  if (text.words.length === earlier.words.length && text.words.every((word, at) => word === earlier.words[at]))
    return 'same';
  const { ofBoth, ofOther } = overlap(text.shingles, earlier.shingles);
  if (ofBoth >= nearly) return 'near';
  return ofOther >= all ? 'within' : undefined;
}

/** Versions that everyone may read, of skills that everyone is shown: the likeliest first, and of those the oldest. */
async function candidatesFor(db: Db, minima: readonly number[]) {
  const ids = await versionsLikeIt(db, minima);
  if (ids.length === 0) return [];
  const shown = await visibleSkills({ db, caller: undefined })
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .select('versions.id')
    .where('versions.id', 'in', ids)
    .where('versions.withdrawn_at', 'is', null)
    .where(isReadable('versions'))
    .execute();
  const found = await fingerprintsOf(
    db,
    shown.map(({ id }) => id),
  );
  return found
    .map((one) => ({ ...one, share: estimated(one.minima, minima) }))
    .filter(({ share }) => share >= unlikely)
    .sort((a, b) => b.share - a.share || a.version_id - b.version_id);
}

async function countNaming(db: Db, otherId: number, exceptId: number): Promise<number> {
  const { total } = await db
    .selectFrom('skill_likes')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('other_id', '=', otherId)
    .where('kind', '<>', 'related')
    .where('skill_id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return total;
}
