/** A registry that is only away: of one that is half built or half restored, too, nothing was taken back. */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { Unreachable } from '../../failure.ts';

export const isAway = (error: unknown): error is Unreachable | RegistryError =>
  error instanceof Unreachable || error instanceof RegistryError;

/** For `catch`: the error as an answer. Errors: all others. */
export function awayIn(error: unknown): Error {
  if (isAway(error)) return error;
  throw error;
}
