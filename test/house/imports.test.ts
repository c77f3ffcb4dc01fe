import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each folder with those of ours that it may import; a folder may always import itself. */
const mayImport: Record<string, string[]> = {
  'origin/contract': [],
  'origin/settings': ['origin/contract'],
  'origin/bundle': ['origin/contract'],
  'origin/signing': ['origin/contract'],
  'origin/log': [],
  'origin/scan': ['origin/contract', 'origin/bundle'],
  'origin/store': ['origin/contract', 'origin/bundle', 'origin/signing', 'origin/scan', 'origin/log'],
  'origin/pictures': ['origin/contract'],
  'origin/read': ['origin/contract', 'origin/bundle', 'origin/scan', 'origin/log', 'origin/store', 'origin/pictures'],
  'origin/write': [
    'origin/contract',
    'origin/bundle',
    'origin/signing',
    'origin/scan',
    'origin/store',
    'origin/pictures',
    'origin/read',
  ],
  'origin/mcp': ['origin/contract', 'origin/bundle', 'origin/store', 'origin/read'],
  'origin/http': [
    'origin/contract',
    'origin/bundle',
    'origin/scan',
    'origin/store',
    'origin/read',
    'origin/write',
    'origin/mcp',
    'origin/settings',
  ],
  // Composes the origin; of the mirror it takes the built site, which renders its pages, and how far the snapshot is.
  'origin/main.ts': [
    'origin/settings',
    'origin/bundle',
    'origin/scan',
    'origin/http',
    'origin/store',
    'origin/write',
    'mirror/site/built.ts',
    'mirror/snapshot/behind.ts',
  ],
  'mirror/site': ['origin/contract', 'origin/read'],
  'mirror/snapshot': ['origin/contract', 'origin/log', 'origin/store', 'origin/read', 'mirror/site/built.ts'],
  'mirror/followers': [
    'origin/contract',
    'origin/bundle',
    'origin/log',
    'origin/store',
    'origin/read',
    'mirror/snapshot',
  ],
  'mirror/fallback': [
    'origin/contract',
    'origin/bundle',
    'origin/store',
    'origin/read',
    'mirror/snapshot',
    'mirror/followers',
  ],
  'mirror/serve': [
    'origin/contract',
    'origin/http',
    'origin/read',
    'mirror/site/built.ts',
    'mirror/snapshot',
    'mirror/fallback',
  ],
  'mirror/purge': ['origin/contract', 'origin/store', 'mirror/snapshot'],
  'mirror/open.ts': [
    'origin/http',
    'origin/settings',
    'origin/store',
    'mirror/site/built.ts',
    'mirror/snapshot',
    'mirror/followers',
    'mirror/fallback',
    'mirror/serve',
  ],
  'mirror/main.ts': ['origin/http', 'origin/store/tagBits.ts', 'mirror/snapshot', 'mirror/serve', 'mirror/open.ts'],
  'mirror/fetch.ts': ['origin/settings', 'mirror/open.ts'],
  'mirror/builder.ts': ['origin/http', 'origin/store', 'mirror/snapshot', 'mirror/purge'],
  'mirror/follower.ts': ['origin/http', 'mirror/snapshot', 'mirror/followers'],
  scripts: ['origin', 'mirror'],
};
const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
/** As guides write it: `contract, site/built.ts`. */
const named = (places: readonly string[]) =>
  places.map((place) => place.replace(/^(?:origin|mirror)\//, '')).join(', ') || 'nothing of ours';
const roomOf = (file: string) => rooms.find((room) => file === room || file.startsWith(`${room}/`));

const files = globSync('{origin,mirror,scripts}/**/*.{ts,astro}', { cwd: root });

describe('imports flow one way', () => {
  it('every source file stands in a room of the plan', () => {
    expect(files.filter((file) => !roomOf(file))).toEqual([]);
  });

  it.each(rooms)('%s imports only what stands below it', (room) => {
    const allowed = [room, ...(mayImport[room] ?? [])];
    const strays = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => !allowed.some((place) => target === place || target.startsWith(`${place}/`)));
    expect(strays).toEqual([]);
  });

  it('ARCHITECTURE.md says the same of every room', () => {
    const [, table = ''] = /\n## Rooms\n([\s\S]*?)\n## /.exec(textOf('ARCHITECTURE.md')) ?? [];
    const said = [...table.matchAll(/^\| `([\w/.]+)` *\|[^|]*\| *([^|]*?) *\|$/gm)].map(([, room, may]) => [room, may]);
    const held = Object.entries(mayImport).map(([room, places]) => [room, named(places)]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(held));
  });

  it.each(rooms.filter((room) => !room.endsWith('.ts')))('%s says the same in its README.md', (room) => {
    expect(textOf(`${room}/README.md`)).toContain(`\nMay import: ${named(mayImport[room] ?? [])}.\n`);
  });

  it('no file imports in a circle', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file, true)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('the contract runs anywhere, and uses nothing of Node', () => {
    const ofNode = /from 'node:|import\('node:|\b(?:Buffer|process)\.\w|\b__dirname\b|\bimport\.meta\b/;
    const contract = files.filter((file) => roomOf(file) === 'origin/contract');
    expect(contract.filter((file) => ofNode.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('scripts of pages import the contract and the site, and no package but those for passkeys and .gitignore', () => {
    const reached = new Set(files.filter((file) => file.startsWith('mirror/site/scripts/')));
    const named = [...reached].flatMap((file) => importsOf(file).map((target) => ({ file, target })));
    expect(named.filter(({ target }) => !/^(?:origin\/contract|mirror\/site)\//.test(target))).toEqual([]);
    for (const file of reached) for (const target of importsOf(file, true)) reached.add(target);
    const packages = [...reached].flatMap((file) => packagesOf(file).map((name) => `${name} in ${file}`));
    expect(packages.filter((used) => !/^(?:@simplewebauthn\/browser|ignore) /.test(used))).toEqual([]);
  });

  it('the mirror’s files are read and written through one seam', () => {
    const touching = files.filter((file) => file.startsWith('mirror/') && /from 'node:fs/.test(textOf(file)));
    expect(touching.sort()).toEqual([
      // What a leader said of itself, and what waits to be taken in.
      'mirror/followers/leaderFile.ts',
      'mirror/followers/pass/spool.ts',
      // How much room there is for that.
      'mirror/followers/room.ts',
      // What was counted, for the origin to collect.
      'mirror/serve/downloads.ts',
      // The built site, and sources of the program.
      'mirror/site/built.ts',
      // What a build of the site leaves for the builder.
      'mirror/site/fingerprints.ts',
      'mirror/snapshot/build/fingerprint.ts',
      'mirror/snapshot/build/sources.ts',
      // Who builds, and a folder for a catalog to compare with.
      'mirror/snapshot/builderLock.ts',
      'mirror/snapshot/catalog/compareCatalog.ts',
      // The catalog as a file, which another may replace.
      'mirror/snapshot/catalog/current.ts',
      'mirror/snapshot/catalog/damaged.ts',
      'mirror/snapshot/catalog/place.ts',
      // The seam, and what is unfinished.
      'mirror/snapshot/files/folder.ts',
      'mirror/snapshot/files/journal.ts',
      'mirror/snapshot/files/takeOver.ts',
      // What is to be on disk.
      'mirror/snapshot/files/touched.ts',
    ]);
    const openers = files.filter((file) => /files\/folder\.ts'/.test(textOf(file)));
    expect(openers.sort()).toEqual([
      'mirror/followers/open.ts',
      'mirror/snapshot/building.ts',
      'mirror/snapshot/pieces/thread.ts',
      'mirror/snapshot/served.ts',
      'scripts/bench/snapshot.ts',
      'scripts/bench/writes/fullSnapshot.ts',
      'scripts/cli/mirror/check.ts',
      'scripts/cli/mirror/copyAll.ts',
      'scripts/cli/mirror/copyFiles.ts',
      'scripts/cli/mirror/passing.ts',
    ]);
  });

  it('one small file touches each driver', () => {
    const users = (name: string) => files.filter((file) => textOf(file).includes(`from '${name}'`));
    expect(users('sqlite3')).toEqual(['origin/store/engine/sqliteDriver.ts']);
    expect(users('pg')).toEqual(['origin/store/engine/connections/pool.ts']);
  });
});

/** Files of ours that a file imports, relative to the root; `valuesOnly` leaves out imports of types. */
function importsOf(file: string, valuesOnly = false): string[] {
  const source = textOf(file);
  const statements = source.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"](\.[^'"]+)['"]|(?:^import\s+|(typeof\s+)?import\()['"](\.[^'"]+)['"]/gm,
  );
  return [...statements]
    .filter((match) => !(valuesOnly && (match[1] || match[3])))
    .map((match) => relative(root, join(root, dirname(file), match[2] ?? match[4] ?? '')));
}

/** Packages that a file imports, but for their types. */
function packagesOf(file: string): string[] {
  const statements = readFileSync(join(root, file), 'utf8').matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^.'"][^'"]*)['"]|import\(['"]([^.'"][^'"]*)['"]\)/gm,
  );
  return [...statements].filter((match) => !match[1]).map((match) => match[2] ?? match[3] ?? '');
}
