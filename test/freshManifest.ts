/** A sync manifest past all that is kept of earlier ones. */

import { ApiError } from '../origin/contract/errors.ts';
import { jsonAnswer } from '../origin/read/answer.ts';
import { etagOf } from '../origin/read/etag.ts';
import { callerOf } from '../origin/store/access/tokens.ts';
import { syncEntries } from '../origin/store/library/sync.ts';
import { viewOf } from '../origin/store/view.ts';
import type { TestRegistry } from './registry.ts';

/** What the loader says now; undefined for whoever may not ask. */
export async function freshManifest({ engine, clock }: TestRegistry, token: string) {
  try {
    const caller = await callerOf(engine.db, token, clock.now);
    const { body } = jsonAnswer({ skills: await syncEntries(viewOf(engine, caller), caller) });
    return { etag: etagOf(body), text: String(Buffer.from(body)) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
