/** What a person chose or dropped: the files of a folder, or an archive. */
import { isLeftOut, lastSegment } from '../../../../origin/contract/grammar/segments.ts';
import { part } from '../forms/form.ts';
import { membersOf } from './archive/members.ts';

export interface ChosenFile {
  /** Within the bundle. */
  path: string;
  file: File;
}

export interface Chosen {
  /** Of the folder or archive. */
  name: string;
  /** Of an archive those that can be read here, to be looked at: it is sent as it is. */
  files: ChosenFile[];
  /** How many files of a folder its `.gitignore` and `.skillignore` leave out. */
  ignored?: number;
  archive?: Blob;
}

const zone = part('zone');
const limits: Record<'files' | 'file' | 'unpacked' | 'publishBody', number> = JSON.parse(zone.dataset['limits'] ?? '');

/** The most that a request may have, in bytes. */
export const largestRequest = limits.publishBody;

/** `2.1 MB` */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** From a file picker: a file alone has no path. Rejects over the limits. */
export async function chosenFrom(list: readonly File[]): Promise<Chosen> {
  const files = list.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return within(files, files[0]?.path.includes('/') ?? false);
}

/** From a drop: a folder, or files. Rejects over the limits. */
export async function droppedFrom(transfer: DataTransfer): Promise<Chosen> {
  // Both go away with the event, so they are taken before anything is waited for.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const list = [...transfer.files];
  if (entries.length === 0) return chosenFrom(list);
  const files: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, files);
  return within(files, entries.length === 1 && entries[0]?.isDirectory === true);
}

/** Files of a folder that are looked at: many of them may be left out. */
const largestFolder = 20_000;

const isRules = (name: string): boolean => /^\.(?:git|skill)ignore$/.test(name);

async function walk(entry: FileSystemEntry, into: ChosenFile[]): Promise<void> {
  if (isLeftOut(entry.name) && !isRules(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    into.push({ path: entry.fullPath.slice(1), file });
    if (into.length > largestFolder) refuse(`more than ${largestFolder} files`);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives a part of a folder at a time, and nothing at its end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await walk(child, into);
  }
}

/** `inFolder`: whether every path begins with the name of the folder that was chosen. */
async function within(found: readonly ChosenFile[], inFolder: boolean): Promise<Chosen> {
  const [first] = found;
  if (!first) throw new Error('That folder is empty.');
  const archive = found.length === 1 && !inFolder ? archiveIn(first.file) : undefined;
  if (archive) return { name: first.path, files: await unpacked(archive), archive };
  const all = found.map(({ path, file }) => ({ path: inFolder ? path.slice(path.indexOf('/') + 1) : path, file }));
  // Loaded for the folders that have rules.
  const hasRules = all.some(({ path }) => isRules(lastSegment(path)));
  const meant = all.filter(({ path }) => !path.split('/').some((name) => isLeftOut(name) && !isRules(name)));
  const kept = hasRules ? await (await import('./ignored.ts')).notIgnored(meant) : meant;
  const files = kept.filter(({ path }) => !path.split('/').some(isLeftOut)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const ignored = meant.length - kept.length;
  if (files.length > limits.files) refuse(`more than ${limits.files} files`);
  const large = files.find(({ file }) => file.size > limits.file);
  if (large) refuse(`${large.path}, which is over ${sizeOf(limits.file)}`);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  if (total > limits.unpacked) refuse(`more than ${sizeOf(limits.unpacked)} of files`);
  return { name: inFolder ? (first.path.split('/')[0] ?? '') : first.path, files, ignored };
}

async function unpacked(archive: Blob): Promise<ChosenFile[]> {
  const members = await membersOf(archive, limits);
  return members.map(({ path, content }) => ({ path, file: new File([content], path) }));
}

function refuse(what: string): never {
  throw new Error(`That can’t be published: it has ${what}.`);
}

/** As the registry takes it: browsers call archives by many types. */
function archiveIn(file: File): Blob | undefined {
  if (/\.zip$/i.test(file.name)) return file.slice(0, file.size, 'application/zip');
  return /\.(?:tgz|tar\.gz)$/i.test(file.name) ? file.slice(0, file.size, 'application/gzip') : undefined;
}

/** A short name for its address: the folder's, or what a SKILL.md alone says of itself; empty where that is none. */
export async function slugOf({ name, files, archive }: Chosen): Promise<string> {
  const [first] = files;
  const isAlone = files.length === 1 && first?.path === name;
  const said = isAlone ? /^name: *["']?([^"'\n]*)/m.exec(await first.file.text())?.[1] : name;
  return (archive ? name.replace(/\.(?:zip|tgz|tar\.gz)$/i, '') : (said ?? ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
}
