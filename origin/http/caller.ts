/** Who asks: a bearer token read as RFC 6750 says, and held against what the operation asks for. */
import type { Access } from '../contract/access.ts';
import { ApiError } from '../contract/errors.ts';
import type { Engine } from '../store/engine.ts';
import { callerOf, isUseStale, noteTokenUse } from '../store/tokens.ts';
import type { Caller } from '../store/view.ts';

/**
 * The caller behind an `Authorization` header; undefined without one. Errors: `unauthorized` and those of tokens.
 * What is not of the bearer form is `unauthorized` too, and not RFC 6750's `invalid_request` (400): it may be of another
 * scheme, or two headers in one, and the challenge tells its sender what we take.
 */
export async function bearerCaller(
  engine: Engine,
  authorization: string | undefined,
  now: number,
): Promise<Caller | undefined> {
  if (authorization === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
  if (!token) throw new ApiError('unauthorized', 'The Authorization header is not of the form "Bearer <token>".');
  const { tokenId, lastUsedAt, ...caller } = await callerOf(engine.db, token, now);
  if (isUseStale(lastUsedAt, now)) await engine.write((db) => noteTokenUse(db, tokenId, caller.tokenClass, now));
  return caller;
}

/** Errors: `unauthorized` without a caller where one is needed, `insufficient_scope`. */
export function checkAccess(access: Access, caller: Caller | undefined): void {
  if (access === 'anonymous' && !caller) return;
  const scope = access === 'anonymous' ? 'read' : access;
  if (!caller) throw new ApiError('unauthorized');
  if (!caller.scopes.includes(scope)) {
    throw new ApiError(
      'insufficient_scope',
      `This needs the scope "${scope}"; a ${caller.tokenClass} token does not carry it.`,
      { scope },
    );
  }
}
