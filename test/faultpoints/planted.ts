/** A small program that replaces a file, rightly and with bugs: that those are found shows that others would be. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export const bugs = [
  'bytes that are not synced',
  'a name that is not synced',
  'a rename before the bytes',
  'a draft that stays',
  'an error that nobody hears',
] as const;
export type Bug = (typeof bugs)[number] | 'none';

/** Returns what failed. */
export function replace(root: string, bug: Bug): string {
  const file = join(root, 'file');
  const draft = join(root, bug === 'a draft that stays' ? `draft-${randomUUID()}` : 'draft');
  const isFirst = bug === 'a rename before the bytes';
  try {
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx');
    try {
      if (isFirst) renameSync(draft, file);
      write(descriptor, bug);
      if (bug !== 'bytes that are not synced') fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (!isFirst) renameSync(draft, file);
    if (bug !== 'a name that is not synced') syncFolder(root);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

function write(descriptor: number, bug: Bug): void {
  try {
    const text = Buffer.from('new');
    for (let done = 0; done < text.length; ) done += writeSync(descriptor, text, done);
  } catch (error) {
    if (bug !== 'an error that nobody hears') throw error;
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
