/** What is said of a copy, to people and to programs. */
import { plural } from '../terminal/table.ts';
import type { About, Copy } from './folder.ts';
import { sizeOf } from './proofs.ts';
import { versionIn } from './versions.ts';

export interface Summary {
  registry: string;
  files: number;
  /** Of the files and their encoded forms. */
  bytes: number;
  versions: number;
  /** Of the versions those that the log does not name any more: they are taken at the registry’s word. */
  unnamed: string[];
  /** Files that the registry had lost, and that are not there. */
  missing: string[];
  /** Files that are there as they were before, since the registry had lost what they are now. */
  outdated: string[];
  /** The log that the versions were held against, and how many entries it had; null of a registry without one. */
  log: { origin: string; entries: number } | null;
}

export async function summaryOf({ site }: About, copy: Copy): Promise<Summary> {
  const { entries } = await copy.index();
  const { log, unnamed = [], lost = [] } = copy.state;
  const [outdated, missing] = [lost.filter((path) => entries.has(path)), lost.filter((path) => !entries.has(path))];
  let [bytes, versions] = [0, 0];
  for (const { path, size, forms } of entries.values()) {
    bytes += size + (forms.gzip?.size ?? 0) + (forms.br?.size ?? 0);
    if (versionIn(path) !== undefined) versions += 1;
  }
  return {
    ...{ registry: site, files: entries.size, bytes, versions, unnamed, missing, outdated },
    log: log ? { origin: log.origin, entries: sizeOf(log) } : null,
  };
}

/** `12,575 files (69 MB) of https://skills.example, as of entry 2,104 of its transparency log` */
export function copyInWords({ registry, files, bytes, log }: Summary): string {
  const when = log && log.entries > 0 ? `, as of entry ${number(log.entries - 1)} of its transparency log` : '';
  return `${counted(files, 'file')} (${megabytes(bytes)}) of ${registry}${when}`;
}

/** What was looked at as it came. */
export function checkedInWords({ versions, unnamed, missing, outdated, log }: Summary): string {
  const checked = 'every byte was checked against its hash when it came';
  const proved = log ? `, and ${counted(versions - unnamed.length, 'version')} against the log` : '';
  const said = [checked + proved];
  if (!log) said.push('This registry has no transparency log: nothing was proved');
  if (unnamed.length > 0)
    said.push(`By the registry’s word alone, since the log does not name them any more: ${unnamed.join(', ')}`);
  if (missing.length > 0) said.push(`Not there, since the registry had lost them: ${missing.join(', ')}`);
  if (outdated.length > 0)
    said.push(`As they were before, since the registry had lost the new ones: ${outdated.join(', ')}`);
  if (missing.length + outdated.length > 0) said.push('Once it has them again, --full fetches them');
  return said.join('. ');
}

export const counted = (count: number, what: string): string => plural(count, what).replace(/^\d+/, number(count));

const number = (count: number | string): string => Number(count).toLocaleString('en');

const megabytes = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1000)} kB`
    : bytes < 1e10
      ? `${number(Math.round(bytes / 1e6))} MB`
      : `${number(Math.round(bytes / 1e9))} GB`;
