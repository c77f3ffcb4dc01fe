/**
 * Loaded before the program (`node --import`): a disk that is full once FULL_AFTER bytes were written, one whose times end in 2038
 * (OLD_TIMES), or one that can only be read (READ_ONLY).
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Call = (...args: unknown[]) => unknown;
const sync = fs as unknown as Record<string, Call>;
const { FULL_AFTER, OLD_TIMES, READ_ONLY } = process.env;

const failing = (code: string) => Object.assign(new Error(code), { code });
const write = sync['writeSync'] as Call;
let left = Number(FULL_AFTER ?? Number.POSITIVE_INFINITY);
sync['writeSync'] = (...args) => {
  left -= (args[1] as { byteLength?: number }).byteLength ?? 0;
  if (left < 0) throw failing('ENOSPC');
  return write(...args);
};

const setTimes = sync['futimesSync'] as Call;
if (OLD_TIMES)
  sync['futimesSync'] = (file, ...times) => setTimes(file, ...times.map((time) => Math.min(Number(time), 2 ** 31 - 1)));

const promises = fs.promises as unknown as Record<string, Call>;
const open = promises['open'] as Call;
if (READ_ONLY)
  promises['open'] = async (file, flag = 'r', ...more) => {
    if (flag !== 'r') throw failing('EROFS');
    return open(file, flag, ...more);
  };
syncBuiltinESMExports();
