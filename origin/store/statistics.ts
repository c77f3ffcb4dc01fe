/** Visible skills counted by what they are. */
import type { Category } from '../contract/fields.ts';
import type { scanStatuses, signatureStatuses } from '../contract/records.ts';
import { type View, visibleSkills } from './view.ts';

export interface Counted<K extends string> {
  key: K;
  count: number;
}

type SignatureStatus = (typeof signatureStatuses)[number];
type ScanStatus = (typeof scanStatuses)[number];

interface Kinds {
  categories: readonly Category[];
  signatures: readonly SignatureStatus[];
  scans: readonly ScanStatus[];
}

interface Counts {
  categories: Counted<Category>[];
  signatures: Counted<SignatureStatus>[];
  scans: Counted<ScanStatus>[];
}

/** How many skills are of each kind, in the order given: one pass over them, where groups would have to be sorted. */
export async function countByKind(view: View, { categories, signatures, scans }: Kinds): Promise<Counts> {
  const row: Record<string, number> = await visibleSkills(view)
    .select((e) => {
      const total = e.fn.countAll<number>();
      return [
        ...categories.map((key) => total.filterWhere('skills.category', '=', key).as(`category ${key}`)),
        ...signatures.map((key) => total.filterWhere('latest.signature_status', '=', key).as(`signature ${key}`)),
        ...scans.map((key) => total.filterWhere('latest.scan_status', '=', key).as(`scan ${key}`)),
      ];
    })
    .executeTakeFirstOrThrow();
  const countsOf = <K extends string>(kind: string, keys: readonly K[]): Counted<K>[] =>
    keys.map((key) => ({ key, count: row[`${kind} ${key}`] ?? 0 }));
  return {
    categories: countsOf('category', categories),
    signatures: countsOf('signature', signatures),
    scans: countsOf('scan', scans),
  };
}
