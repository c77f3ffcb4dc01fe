/** A reader that some files are too much for, at a publish or for good, and that a file tells what a version does. */
import type { Capabilities } from '../origin/scan/capabilities/capabilities.ts';
import type { Reader } from '../origin/scan/reader/reader.ts';
import type { Scan } from '../origin/scan/scan.ts';
import { reader } from './registry.ts';

/** Too large for a publish, and read in the background. */
export const big = 'scripts/big.js';
/** Never read whole. */
export const endless = 'scripts/endless.js';
/** A line for each thing that the version does. */
export const does = 'does.txt';

interface Files {
  files: readonly { path: string; bytes: Uint8Array }[];
}

function readUpTo(tooMuch: readonly string[], { files }: Files, scan: Scan): Scan {
  const unread = files
    .filter(({ path }) => tooMuch.includes(path))
    .map(({ path }) => ({ path, reason: 'too_large' as const }));
  const told = files.find(({ path }) => path === does);
  return {
    ...scan,
    ...(told && { capabilities: recordOf(Buffer.from(told.bytes).toString(), unread) }),
    ...(unread.length > 0 && { status: scan.status === 'quarantined' ? scan.status : 'incomplete', unread }),
  };
}

const none = { programs: [], hosts: [], variables: [], filesRead: [], filesWritten: [], tools: [], packages: [] };

const recordOf = (text: string, unread: Scan['unread']): Capabilities => ({
  ...{ ...none, agentConfig: [], more: [], unread },
  acts: text
    .trim()
    .split('\n')
    .map((name, at) => ({ name, path: does, line: at + 1 })),
});

export const slowReader: Reader = {
  ...reader,
  read: async (request) => {
    const content = await reader.read(request);
    return { ...content, scan: readUpTo([big, endless], content, content.scan) };
  },
  readFor: (account, request, use) =>
    reader.readFor(account, request, async (content) =>
      use({ ...content, scan: readUpTo([big, endless], content, content.scan) }),
    ),
  scan: async (request) => readUpTo([endless], request, await reader.scan(request)),
};
