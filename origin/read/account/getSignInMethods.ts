import type { Loader } from '../reading.ts';

export const getSignInMethods: Loader<'getSignInMethods'> = async ({ site: { oidcName } }) => ({
  passkeys: true,
  oidc: oidcName ? { name: oidcName } : null,
});
