/** Announces deprecated operations and answers for retired ones (SPEC.md, Versioning). */
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../contract/errors.ts';
import { type Deprecation, deprecationHeaders } from '../contract/headers/deprecation.ts';
import type { Site } from '../read/reading.ts';

/** Adds the headers to every answer of a deprecated operation, failures included. */
export const announce =
  (deprecation: Deprecation | undefined, site: Site): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (!deprecation) return;
    for (const [name, value] of Object.entries(deprecationHeaders(deprecation, site.mirrorUrl))) {
      c.res.headers.append(name, value);
    }
  };

/** Refuses for good: `gone`. */
export const refuseRetired = (): never => {
  throw new ApiError('gone');
};
