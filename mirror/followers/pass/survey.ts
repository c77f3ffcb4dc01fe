/** What there is in the packs of a pass, without bytes and rows. */
import { goneName, type RowsOf } from '../../snapshot/catalog/names.ts';
import { type Formed, isSameInForms } from '../../snapshot/files/content.ts';
import type { Pack } from '../pack/pack.ts';
import type { End, Head, PackedFile, PackedRows } from '../pack/shapes.ts';

/** The packs of a pass, as often as they are asked for; each time the same. There is one at least. */
export type Packs = () => AsyncIterable<Pack>;

export interface Survey {
  /** Of files that are there at its end. */
  paths: string[];
  /** Whether that is what such a file is at its end: one pack may send what the next one sends otherwise. */
  isNewest(file: PackedFile): boolean;
  /** Of files that went. */
  names: string[];
  changed: RowsOf[];
  head: Head;
  end: End;
}

export async function surveyOf(packs: Packs): Promise<Survey> {
  /** By what they are called once they have gone, since one pack may send what the next one takes away. */
  const paths = new Map<string, string>();
  const newest = new Map<string, Formed>();
  const found: Pick<Survey, 'names' | 'changed'> = { names: [], changed: [] };
  let last: Pick<Survey, 'head' | 'end'> | undefined;
  for await (const { head, items, end } of packs()) {
    last = { head, end };
    for (const item of items) {
      if (isFile(item)) {
        paths.set(goneName(item.file), item.file);
        const { sha256, etag, forms } = item;
        newest.set(item.file, { sha256, etag, forms });
      } else if ('gone' in item) {
        paths.delete(item.gone);
        found.names.push(item.gone);
      } else found.changed.push(...item.rows.ids.map((id) => ({ kind: item.rows.kind, id })));
    }
  }
  if (!last) throw new Error('A pass has no packs.');
  const isNewest = (file: PackedFile) => isSameInForms(file, newest.get(file.file));
  return { ...found, ...last, paths: [...paths.values()], isNewest };
}

export const isFile = (item: object): item is PackedFile => 'file' in item;
export const isRows = (item: object): item is PackedRows => 'rows' in item;
