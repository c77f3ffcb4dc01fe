/** A reader that some files are too much for: at a publish, or for good. */
import type { Reader } from '../origin/scan/reader/reader.ts';
import type { Scan } from '../origin/scan/scan.ts';
import { reader } from './registry.ts';

/** Too large for a publish, and read in the background. */
export const big = 'scripts/big.js';
/** Never read whole. */
export const endless = 'scripts/endless.js';

interface Files {
  files: readonly { path: string }[];
}

const upTo = (tooMuch: readonly string[], { files }: Files, scan: Scan): Scan => {
  const unread = files
    .filter(({ path }) => tooMuch.includes(path))
    .map(({ path }) => ({ path, reason: 'too_large' as const }));
  if (unread.length === 0) return scan;
  return { ...scan, status: scan.status === 'quarantined' ? scan.status : 'incomplete', unread };
};

export const slowReader: Reader = {
  ...reader,
  read: async (request) => {
    const content = await reader.read(request);
    return { ...content, scan: upTo([big, endless], content, content.scan) };
  },
  readFor: (account, request, use) =>
    reader.readFor(account, request, async (content) =>
      use({ ...content, scan: upTo([big, endless], content, content.scan) }),
    ),
  scan: async (request) => upTo([endless], request, await reader.scan(request)),
};
