/** Which resources an entity takes part in, as far as the catalog shows: what `affected` compares before and after. */

export interface SkillFootprint {
  kind: 'skill';
  author: string;
  slug: string;
  /** The parts of the sitemap for its page, and for its owner's. */
  shard: string;
  ownerShard: string;
  versions: VersionFootprint[];
  kits: KitMembership[];
  /** What pages of others that name it show of it; differs when one of them may. */
  card: string;
  /** The skills that name it as one like them, at most a few dozen (store/likeness). */
  namedBy: SkillName[];
}

type SkillName = {
  author: string;
  slug: string;
};

/** A kit that names the skill. */
export interface KitMembership extends KitFootprint {
  /** Whether the kit shows the skill, and so counts it. */
  counted: boolean;
}

interface VersionFootprint {
  hash: string;
  /** Whether its content is not refused. */
  isReadable: boolean;
}

export interface ProfileFootprint {
  kind: 'profile';
  handle: string;
  /** What other records show of it; differs when one of them may. */
  card: string;
  skills: string[];
  kits: string[];
  /** Handles of profiles whose records show this one: followers, followed, teams. */
  shownBy: string[];
}

export interface KitFootprint extends KitName {
  kind: 'kit';
  /** What the pages of its members show of it. */
  card: string;
  /** The part of the sitemap that lists it. */
  ownerShard: string;
  members: { author: string; slug: string }[];
}

export interface AdvisoryFootprint {
  kind: 'advisory';
  name: string;
  /** Differs when what it says does. */
  document: string;
}

export type Footprint = SkillFootprint | ProfileFootprint | KitFootprint | AdvisoryFootprint;

interface KitName {
  owner: string;
  slug: string;
}
