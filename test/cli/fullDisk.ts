/** Loaded before the program (`node --import`): the disk is full once so many bytes were written, FULL_AFTER. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env['FULL_AFTER']);
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const write = fs.writeSync as (...args: unknown[]) => number;
(fs as { writeSync: unknown }).writeSync = (...args: unknown[]) => {
  const bytes = args[1] as { byteLength?: number };
  left -= bytes.byteLength ?? 0;
  if (left < 0) throw full();
  return write(...args);
};
syncBuiltinESMExports();
