import { workingTokens } from '../../store/access/ownTokens.ts';
import type { Loader } from '../reading.ts';

export const listTokens: Loader<'listTokens'> = async ({ view, now }) => {
  return { tokens: await workingTokens(view, view.caller, now()) };
};
