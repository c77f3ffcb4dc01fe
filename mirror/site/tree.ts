/** The files of a version as a tree of folders, for a page that shows what a version is made of. */

interface Sized {
  path: string;
  size: number;
}

export interface Folder<F extends Sized = Sized> {
  /** Below its parent. Folders that hold nothing but one folder are one: `references/deep`. Empty for the root. */
  name: string;
  folders: Folder<F>[];
  files: F[];
  /** Of all that is in it, however deep. */
  count: number;
  bytes: number;
}

/** SKILL.md comes first in the root: what an agent reads first. Folders and files are in the order that they are given in. */
export function treeOf<F extends Sized>(files: readonly F[]): Folder<F> {
  const root = grow('', files, 0);
  const first = root.files.filter(({ path }) => path === 'SKILL.md');
  return { ...root, files: [...first, ...root.files.filter(({ path }) => path !== 'SKILL.md')] };
}

/** `depth`: how many characters of each path stand for the folders above. */
function grow<F extends Sized>(name: string, inside: readonly F[], depth: number): Folder<F> {
  const files = inside.filter(({ path }) => !path.includes('/', depth));
  const nested = inside.filter(({ path }) => path.includes('/', depth));
  const groups = [...Map.groupBy(nested, ({ path }) => path.slice(depth, path.indexOf('/', depth)))];
  const [only] = groups;
  if (name !== '' && only && groups.length === 1 && files.length === 0)
    return grow(`${name}/${only[0]}`, inside, depth + only[0].length + 1);
  return {
    name,
    folders: groups.map(([segment, members]) => grow(segment, members, depth + segment.length + 1)),
    files,
    count: inside.length,
    bytes: inside.reduce((sum, { size }) => sum + size, 0),
  };
}
