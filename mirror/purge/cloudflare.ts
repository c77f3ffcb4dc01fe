import { ask } from './ask.ts';
import { type Purge, PurgeFailed } from './purge.ts';

/** Source: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/. More tags are taken since 2025. */
export const cloudflare = (zone: string, token: string, api = 'https://api.cloudflare.com'): Purge => ({
  most: 30,
  pause: 1000,
  again: [1000, 10_000, 60_000],
  send: async (tags, signal) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${api}/client/v4/zones/${zone}/purge_cache`;
    const said = await ask({ method: 'POST', url, headers, body: JSON.stringify({ tags }), signal });
    if (!/"success"\s*:\s*true/.test(said)) throw new PurgeFailed('It answers that it did not purge.');
  },
});
