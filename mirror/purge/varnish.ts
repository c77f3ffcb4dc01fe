import { ask } from './ask.ts';
import { type Purge, PurgeFailed } from './purge.ts';

/** A varnish with the configuration that `operator config varnish` prints. */
export const varnish = (url: string, token: string): Purge => ({
  // A header of 8 KiB is the most that varnish takes as it comes; the longest tag has 107 bytes.
  most: 64,
  pause: 200,
  // First when every mirror has looked for what moved, 25 times a second: with readers about, what one of them answered before
  // that is kept.
  again: [200, 1000, 10_000, 60_000],
  send: async (tags, signal) => {
    const headers = { 'surrogate-key': tags.join(' '), authorization: `Bearer ${token}` };
    const said = await ask({ method: 'PURGE', url, headers, signal });
    if (!said.startsWith('purged'))
      throw new PurgeFailed('It answers PURGE as if it were a read: see its configuration.');
  },
});
