import { ApiError } from '../../contract/errors.ts';
import { workingTokens } from '../../store/access/ownTokens.ts';
import type { Loader } from '../reading.ts';

export const listTokens: Loader<'listTokens'> = async ({ view, now }) => {
  if (!view.caller) throw new ApiError('unauthorized');
  return { tokens: await workingTokens(view, view.caller, now()) };
};
