/**
 * A disk as far as a program can tell, and as far as a power failure would show it. The rules for what lasts:
 *
 * - Bytes, length, mode and time of a file last when the file is synced.
 * - A name that was made, changed or removed lasts when its folder is synced, a rename when either of its two folders is: no
 *   file system has it by halves. So a new folder lasts when the one around it is synced, whatever was synced in it.
 * - A file that is synced lasts under the name that it was made with, as on ext4, XFS and Btrfs.
 *
 * That is less than these file systems do: there one sync takes most of what came before with it.
 */
import type { Operation } from './trace.ts';

interface Node {
  kind: 'file' | 'folder' | 'link';
  mode: number;
  /** Of a link. */
  target: string;
  now: Content;
  lasting: Content;
  /** What was done to its bytes since they were synced. */
  unsynced: ((content: Content) => void)[];
  /** By their names. */
  entries: Map<string, Node>;
  /** The same as far as it lasts, each with the number of the operation that made it so. */
  kept: Map<string, { node: Node | undefined; since: number }>;
}

interface Content {
  bytes: Buffer;
  /** Unix seconds, where they were set. */
  time: number | undefined;
}

/** A change of names that does not last yet. */
interface Pending {
  since: number;
  effects: { folder: Node; name: string; node: Node | undefined }[];
  /** What it made. */
  made?: Node;
}

/**
 * What is there after a stop. `kept`: everything that was done, as when the program alone ends. `dropped`: what lasts and no
 * more. `torn`: every name, and of unsynced bytes some: disks write in any order.
 */
export const stops = ['kept', 'dropped', 'torn'] as const;
export type Stop = (typeof stops)[number];

/** What a disk holds by path, in a stop. */
export interface Found {
  kind: Node['kind'];
  mode: number;
  target: string;
  content: Content;
}

export class Disk {
  readonly #root: Node;
  readonly #place: string;
  readonly #byId = new Map<number, Node>();
  #pending: Pending[] = [];
  #count = 0;
  /** Of which stops what is there is as it was when this was emptied. */
  readonly changed = new Set<Stop>(stops);

  /** `place` is the folder that the operations name. What is in it at first lasts. */
  constructor(place: string, first: Iterable<[string, Found & { id: number }]>) {
    this.#place = place;
    this.#root = newNode('folder', 0o755);
    for (const [path, { id, kind, mode, target, content }] of first) {
      const node = path === '' ? this.#root : { ...newNode(kind, mode), target };
      node.now = { ...content, bytes: Buffer.from(content.bytes) };
      node.lasting = content;
      this.#byId.set(id, node);
      if (path === '') continue;
      const [folder, name] = this.#placeOf(`${place}/${path}`);
      folder.entries.set(name, node);
      folder.kept.set(name, { node, since: 0 });
    }
  }

  apply(operation: Operation): void {
    this.#count += 1;
    const { does, id, path, to } = operation;
    const made = madeBy(operation);
    if (made) {
      this.#byId.set(id, made);
      this.#name([[does === 'symlink' ? to : path, made]], made);
    } else if (does === 'remove') this.#name([[path, undefined]]);
    else if (does === 'link') this.#name([[to, this.#at(path)]]);
    else if (does === 'rename') {
      const moved = this.#at(path);
      this.#name([
        [path, undefined],
        [to, moved],
      ]);
    } else if (does !== 'told') this.#change(operation);
  }

  /** Everything that is there after a stop, outer folders first. `chance` is drawn for each piece that may be there. */
  *found(stop: Stop, chance: () => number = Math.random): Generator<[string, Found]> {
    const walk = function* (folder: Node, below: string): Generator<[string, Found]> {
      const names = stop === 'dropped' ? lastingEntries(folder) : folder.entries;
      for (const [name, node] of names) {
        const { kind, mode, target } = node;
        yield [`${below}${name}`, { kind, mode, target, content: contentAfter(node, stop, chance) }];
        if (kind === 'folder') yield* walk(node, `${below}${name}/`);
      }
    };
    yield* walk(this.#root, '');
  }

  #change({ does, id, number, path, bytes }: Operation): void {
    const node = this.#byId.get(id) ?? this.#at(path);
    if (!node) throw new Error(`Nobody made what is changed here: ${does} ${path}`);
    if (does === 'sync') {
      this.#sync(node);
      return;
    }
    this.changed.add('kept');
    if (does === 'mode') node.mode = number;
    else if (does === 'time') node.now.time = number;
    else {
      const change = does === 'write' ? writing(number, bytes) : truncating(number);
      change(node.now);
      node.unsynced.push(change);
      this.changed.add('torn');
    }
  }

  #placeOf(path: string): [Node, string] {
    const names = path.slice(this.#place.length + 1).split('/');
    const name = names.pop() ?? '';
    let folder = this.#root;
    for (const one of names) {
      const next = folder.entries.get(one);
      if (!next) throw new Error(`${path} is in a folder that nobody made.`);
      folder = next;
    }
    return [folder, name];
  }

  #at(path: string): Node | undefined {
    const [folder, name] = this.#placeOf(path);
    return folder.entries.get(name);
  }

  #name(changes: [string, Node | undefined][], made?: Node): void {
    const effects = changes.map(([path, node]) => {
      const [folder, name] = this.#placeOf(path);
      if (node) folder.entries.set(name, node);
      else folder.entries.delete(name);
      return { folder, name, node };
    });
    this.#pending.push({ since: this.#count, effects, ...(made && { made }) });
    this.changed.add('kept').add('torn');
  }

  #sync(node: Node): void {
    if (node.kind === 'file' && (node.unsynced.length > 0 || node.now.time !== node.lasting.time)) {
      node.lasting = { ...node.now, bytes: Buffer.from(node.now.bytes) };
      node.unsynced = [];
      this.changed.add('dropped').add('torn');
    }
    this.#last(({ made, effects }) => made === node || effects.some(({ folder }) => folder === node));
  }

  /** Of two that name the same, the later counts, whichever of them came to last first. */
  #last(isSynced: (pending: Pending) => boolean): void {
    const due = this.#pending.filter(isSynced);
    if (due.length === 0) return;
    for (const { since, effects } of due)
      for (const { folder, name, node } of effects)
        if ((folder.kept.get(name)?.since ?? -1) < since) folder.kept.set(name, { node, since });
    this.#pending = this.#pending.filter((pending) => !due.includes(pending));
    this.changed.add('dropped');
  }
}

const newNode = (kind: Node['kind'], mode: number): Node => ({
  ...{ kind, mode, target: '', unsynced: [], entries: new Map(), kept: new Map() },
  now: { bytes: Buffer.alloc(0), time: undefined },
  lasting: { bytes: Buffer.alloc(0), time: undefined },
});

function madeBy({ does, number, path }: Operation): Node | undefined {
  if (does === 'create') return newNode('file', number);
  if (does === 'mkdir') return newNode('folder', number);
  return does === 'symlink' ? { ...newNode('link', number), target: path } : undefined;
}

function* lastingEntries({ kept }: Node): Generator<[string, Node]> {
  for (const [name, { node }] of kept) if (node) yield [name, node];
}

function contentAfter({ now, lasting, unsynced }: Node, stop: Stop, chance: () => number): Content {
  if (stop === 'kept' || (stop === 'torn' && unsynced.length === 0)) return now;
  if (stop === 'dropped') return lasting;
  const torn = { ...lasting, bytes: Buffer.from(lasting.bytes) };
  for (const change of unsynced) if (chance() < 0.5) change(torn);
  // A time is kept with the names.
  return { ...torn, time: now.time };
}

const writing = (at: number, bytes: Buffer) => (content: Content) => {
  const end = at + bytes.length;
  if (end > content.bytes.length) content.bytes = Buffer.concat([content.bytes], end);
  bytes.copy(content.bytes, at);
  content.time = undefined;
};

const truncating = (length: number) => (content: Content) => {
  content.bytes = Buffer.concat([content.bytes], length);
  content.time = undefined;
};
