/** What a publish has to know of the store, asked for at once. */
import type { Input } from '../../contract/operations.ts';
import type { Content } from '../../scan/reader/readerProcess.ts';
import type { Db } from '../../store/engine/engine.ts';
import { together } from '../../store/engine/together.ts';
import { advisedAgainst } from '../../store/moderation/advisories.ts';
import type { KeyRow } from '../../store/people/keys.ts';
import type { ProfileRow, SkillRow } from '../../store/schema/tables.ts';
import type { Call } from '../../store/skills/scans/scannerActions.ts';
import { type NewIds, skillToWrite } from '../../store/skills/skillChanges.ts';
import { type Near, versionsNear } from '../../store/skills/versions.ts';
import { isShown } from '../../store/view.ts';
import { type Room, roomFor } from '../spend.ts';
import type { Writing } from '../writing.ts';
import { keysFor, type Signed } from './authorship.ts';

/** A publish as it came in. */
export interface Asked {
  author: string;
  slug: string;
  content: Omit<Content, 'said'>;
  options: Pick<Input<'publishSkillVersion'>, 'version_label' | 'category' | 'visibility'>;
  signed: Signed | undefined;
}

/** What depends on whether it is a new skill, and on its versions. */
interface OfSkill extends Near {
  /** Whether everyone sees the owner of a new skill. */
  isOwnerShown: boolean;
  label: string;
  advised: Call[];
}

export interface Facts extends OfSkill {
  /** Undefined for a new skill. */
  known: SkillRow | undefined;
  ids: NewIds;
  room: Room;
  keys: KeyRow[];
}

/** `presumed`: the skill as it was before the transaction. What is asked of that one counts where it is still the same. */
export async function factsFor(
  db: Db,
  writing: Writing,
  { owner, presumed }: { owner: ProfileRow; presumed: SkillRow | undefined },
  asked: Asked,
): Promise<Facts> {
  const of = (skill: SkillRow | undefined) => factsOfSkill(db, owner, skill, asked);
  const [{ known, ids }, room, keys, ofPresumed] = await together([
    skillToWrite(writing.engine, db, { ownerId: owner.id, slug: asked.slug }),
    roomFor(db, writing),
    keysFor(db, owner, asked.signed, writing.now()),
    of(presumed),
  ]);
  const isAsPresumed = known?.id === presumed?.id && known?.version_count === presumed?.version_count;
  return { known, ids, room, keys, ...(isAsPresumed ? ofPresumed : await of(known)) };
}

async function factsOfSkill(
  db: Db,
  owner: ProfileRow,
  skill: SkillRow | undefined,
  { slug, content, options }: Asked,
): Promise<OfSkill> {
  const number = (skill?.version_count ?? 0) + 1;
  // What the publisher says, else what the frontmatter says, else the number.
  const label = options.version_label ?? content.version ?? `v${number}`;
  const hashes = [content.hash, ...content.files.map(({ hash }) => hash)];
  const [isOwnerShown, near, advised] = await together([
    !skill && isShown(db, owner.id),
    skill && versionsNear(db, skill.id, { hash: content.hash, label, number }),
    advisedAgainst(db, { owner_id: owner.id, slug }, label, hashes),
  ]);
  return { label, isOwnerShown, ...(near ?? nothingNear), advised };
}

const nothingNear: Near = { same: undefined, isTaken: false, before: undefined };
