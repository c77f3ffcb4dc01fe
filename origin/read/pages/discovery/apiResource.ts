import { scopes } from '../../../contract/access.ts';
import { apiPrefix } from '../../../contract/operations/row.ts';
import type { PageLoader } from '../page.ts';

/**
 * The API as a protected resource (RFC 9728). No authorization server is named, since there is none: tokens are handed
 * out by the registry itself (SPEC.md, Authentication).
 */
export const apiResource: PageLoader<'apiResource'> = async ({ site }) =>
  JSON.stringify({
    resource: site.originUrl + apiPrefix,
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  });
