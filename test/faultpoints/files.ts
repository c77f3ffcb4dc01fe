/** Folders as a disk has them, read and made. */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Found } from './disk.ts';

const nothing = { bytes: Buffer.alloc(0), time: undefined };

/** Everything below a folder, outer ones first, the folder itself as the empty path. What SQLite shares in memory is left out. */
export function* filesIn(root: string, path = ''): Generator<[string, Found & { id: number }]> {
  const place = join(root, path);
  const stats = lstatSync(place);
  const common = { id: stats.ino, mode: stats.mode & 0o777, target: '', content: nothing };
  if (stats.isDirectory()) {
    yield [path, { ...common, kind: 'folder' }];
    for (const name of readdirSync(place).sort())
      if (!name.endsWith('-shm')) yield* filesIn(root, path ? `${path}/${name}` : name);
  } else if (stats.isSymbolicLink()) yield [path, { ...common, kind: 'link', target: readlinkSync(place) }];
  else {
    const content = { bytes: readFileSync(place), time: Math.floor(stats.mtimeMs / 1000) };
    yield [path, { ...common, kind: 'file', content }];
  }
}

/** Puts these into a folder, in place of whatever is in it. */
export function makeFiles(root: string, found: Iterable<[string, Found]>): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const [path, { kind, mode, target, content }] of found) {
    const place = join(root, path);
    if (path === '') continue;
    if (kind === 'folder') mkdirSync(place, mode | 0o700);
    else if (kind === 'link') symlinkSync(target, place);
    else {
      writeFileSync(place, content.bytes, { mode });
      if (content.time !== undefined) utimesSync(place, content.time, content.time);
    }
  }
}
