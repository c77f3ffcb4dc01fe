import { ask } from './ask.ts';
import { type Purge, PurgeFailed } from './purge.ts';

/** Source: https://www.fastly.com/documentation/reference/api/purging/. 100,000 keys an hour are free of its limit. */
export const fastly = (service: string, token: string, api = 'https://api.fastly.com'): Purge => ({
  most: 256,
  pause: 1000,
  again: [1000, 10_000, 60_000],
  send: async (tags, signal) => {
    const headers = { 'fastly-key': token, accept: 'application/json', 'content-type': 'application/json' };
    const body = JSON.stringify({ surrogate_keys: tags });
    const said = await ask({ method: 'POST', url: `${api}/service/${service}/purge`, headers, body, signal });
    // An id for each key that was purged.
    const ids: Record<string, unknown> = parsed(said);
    const missing = tags.filter((tag) => !ids[tag]).length;
    if (missing > 0) throw new PurgeFailed(`It did not acknowledge ${missing} of ${tags.length} tags.`);
  },
});

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new PurgeFailed('It answers no JSON.');
  }
}
