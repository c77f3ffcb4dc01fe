/** Processes of this machine, as Linux tells of them. */
import { readFileSync } from 'node:fs';

/** Empty where it has ended. */
export const childrenOf = (pid: number): number[] =>
  readOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

export const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1] ?? 0);

/** The words that it was started with; empty where it has ended. */
export const commandOf = (pid: number): string[] => readOf(pid, 'cmdline').split('\0').filter(Boolean);

/** The most memory that it ever had, in MB. */
export const peakOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readOf(pid, 'status'))?.[1] ?? 0) / 1024;

/** In MB: the most that it ever had, and its share of what it has now, where each page counts for the processes that have it. */
export const memoryOf = (pid: number): { largest: number; share: number } => ({
  largest: peakOf(pid),
  share: Number(/^Pss:\s+(\d+)/m.exec(readOf(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024,
});

/** False for one that has ended and that its parent has not asked after yet. */
export const isThere = (pid: number): boolean => /^State:\s+[^ZX]/m.test(readOf(pid, 'status'));

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').trim();
  } catch {
    return '';
  }
}
