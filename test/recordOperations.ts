/**
 * Loaded before a program (`node --import`): writes down, in the order in which they happen, its operations that change
 * files, and what makes them durable, as lines of JSON in the file RECORD_TO. What changes something is written down as it
 * begins; a sync, and a commit of SQLite, when it is done.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import sqlite3 from 'sqlite3';
import type { Operation } from './recordedOperations.ts';

const { openSync, writeSync } = fs;
const record = openSync(process.env['RECORD_TO'] ?? '', 'a');
const note = (operation: Operation): void => void writeSync(record, `${JSON.stringify(operation)}\n`);

/** The paths of open files and folders. */
const paths = new Map<number, string>();
const pathOf = (descriptor: number): string => paths.get(descriptor) ?? '';

// biome-ignore lint/suspicious/noExplicitAny: functions of any shape stand in each other's place.
type Anything = any;
type Functions = Record<string, (...args: Anything[]) => Anything>;
const wrap = (
  owner: object,
  names: string[],
  make: (name: string, original: Functions[string]) => Functions[string],
) => {
  for (const name of names) (owner as Functions)[name] = make(name, (owner as Functions)[name] as Functions[string]);
};
const before = (owner: object, names: string[], said: (self: Anything, ...args: Anything[]) => Operation) =>
  wrap(
    owner,
    names,
    (_, original) =>
      function (this: unknown, ...args) {
        note(said(this, ...args));
        return original.apply(this, args);
      },
  );

const { promises } = fs;
const handle = await promises.open(process.execPath);
const ofHandle = Object.getPrototypeOf(handle) as object;
await handle.close();

wrap(fs, ['openSync'], (_, original) => (path, ...rest) => {
  const descriptor = original(path, ...rest);
  paths.set(descriptor, String(path));
  return descriptor;
});
wrap(promises, ['open'], (_, original) => async (path, ...rest) => {
  const opened = await original(path, ...rest);
  paths.set(opened.fd, String(path));
  return opened;
});
before(fs, ['writeSync', 'ftruncateSync'], (_, descriptor) => ({ does: 'write', path: pathOf(descriptor) }));
before(ofHandle, ['write', 'writeFile', 'appendFile', 'truncate'], ({ fd }) => ({ does: 'write', path: pathOf(fd) }));
before(promises, ['writeFile', 'appendFile'], (_, path) => ({ does: 'write', path: String(path) }));
before(fs, ['writeFileSync', 'appendFileSync'], (_, file) => ({
  does: 'write',
  path: typeof file === 'number' ? pathOf(file) : String(file),
}));
before(fs, ['truncateSync'], (_, path) => ({ does: 'truncate', path: String(path) }));
before(promises, ['truncate'], (_, path) => ({ does: 'truncate', path: String(path) }));
for (const [owner, suffix] of [
  [fs, 'Sync'],
  [promises, ''],
] as const) {
  before(owner, [`rename${suffix}`, `cp${suffix}`], (_, path, to) => ({ does: 'rename', path, to }));
  before(owner, [`symlink${suffix}`, `link${suffix}`], (_, target, to) => ({ does: 'link', path: to, to: target }));
  before(owner, [`rm${suffix}`, `unlink${suffix}`], (_, path) => ({ does: 'remove', path: String(path) }));
}
wrap(fs, ['fsyncSync', 'fdatasyncSync'], (_, original) => (descriptor) => {
  original(descriptor);
  note({ does: 'sync', path: pathOf(descriptor) });
});
wrap(fs, ['fsync', 'fdatasync'], (_, original) => (descriptor, told) => {
  const path = pathOf(descriptor);
  original(descriptor, (error: Anything) => {
    if (!error) note({ does: 'sync', path });
    told(error);
  });
});
wrap(
  ofHandle,
  ['sync', 'datasync'],
  (_, original) =>
    async function (this: { fd: number }) {
      await original.call(this);
      note({ does: 'sync', path: pathOf(this.fd) });
    },
);
syncBuiltinESMExports();

const databases = new WeakMap<object, string>();
wrap(
  sqlite3.Database.prototype,
  ['prepare'],
  (_, original) =>
    function (this: { filename: string }, ...args) {
      const statement = original.apply(this, args);
      databases.set(statement, this.filename);
      return statement;
    },
);
wrap(
  sqlite3.Statement.prototype,
  ['all', 'run'],
  (_, original) =>
    function (this: { sql: string }, ...args) {
      const path = databases.get(this) ?? '';
      if (!/^commit$/i.test(this.sql)) return original.apply(this, args);
      const told = args.pop();
      return original.call(this, ...args, function (this: unknown, ...results: unknown[]) {
        if (!results[0]) note({ does: 'commit', path });
        told.apply(this, results);
      });
    },
);
