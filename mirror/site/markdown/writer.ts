/** Who wrote a document decides where its headings stand and what its links say of where they lead. */
export interface Writer {
  /** Levels that headings go down by. */
  shift: number;
  /** What ids begin with, so that they can't clash with the page's. */
  prefix: string;
  /** `rel` of its links. */
  relation: string;
  /** Whether links to elsewhere are shown and lead nowhere. */
  isInert?: boolean;
}

/** Other people: below a heading of the second level; links lend no weight and say so. */
export const others: Writer = { shift: 2, prefix: 'md-', relation: 'nofollow noopener ugc' };

/** Other people, of whose text the scan warns. */
export const suspects: Writer = { ...others, isInert: true };

/** We: the document is the page. */
export const ours: Writer = { shift: 0, prefix: '', relation: '' };
