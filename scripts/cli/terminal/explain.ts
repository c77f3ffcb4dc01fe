/** What ended a command, as one plain sentence with a way on, and the exit code that says it to programs. */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { ApiError, type ErrorCode, errors } from '../../../origin/contract/errors.ts';
import { type ExitCode, exitCodes, Failure, Unreachable } from '../failure.ts';

export interface Explanation {
  /** A code of the registry's, or `unreachable`, `failed`, `usage`. */
  code: string;
  message: string;
  exitCode: ExitCode;
}

/** More of a message than anyone reads, in characters. */
const maxMessage = 1000;

/** `registry`: the one that the command line named. */
export function explain(error: unknown, registry?: string): Explanation {
  const said = explained(error, registry);
  return { ...said, message: said.message.slice(0, maxMessage) };
}

function explained(error: unknown, registry: string | undefined): Explanation {
  const { failed, usage, signIn } = exitCodes;
  if (error instanceof Failure) {
    const code = error.exitCode === usage ? 'usage' : error.exitCode === signIn ? 'unauthorized' : 'failed';
    return { code, message: error.message, exitCode: error.exitCode };
  }
  if (error instanceof Unreachable) return { code: 'unreachable', message: error.message, exitCode: failed };
  if (error instanceof RegistryError) return refusal(error, registry);
  if (error instanceof ApiError) {
    return { code: error.code, message: withRemedy(error.message, error.code), exitCode: failed };
  }
  return { code: 'failed', message: systemSentence(error as NodeJS.ErrnoException), exitCode: failed };
}

function refusal({ status, code, message, body }: RegistryError, registry: string | undefined): Explanation {
  const { failed, signIn } = exitCodes;
  if (status === 401) {
    const why = code === 'unauthorized' ? '' : `${message} `;
    return { code, message: `${why}Sign in: skill-registry login`, exitCode: signIn };
  }
  if (code === 'insufficient_scope') {
    const whose = 'The token of this machine can only read and sync.';
    return { code, message: `${whose} Sign in: skill-registry login`, exitCode: signIn };
  }
  if (status === 426) {
    const there = registry ? ` --registry ${registry}` : '';
    return { code, message: `${message} Run: skill-registry self-update${there}`, exitCode: failed };
  }
  if (status === 429) {
    return { code, message: 'Too many requests. Try again in a minute.', exitCode: failed };
  }
  if (code === 'quota_exceeded') return { code, message: message + untilFree(body['frees_at']), exitCode: failed };
  const request = body['request_id'] ? ` (request ${body['request_id']})` : '';
  return { code, message: withRemedy(message, code) + request, exitCode: failed };
}

/** The message says when in UTC, which is nobody's clock. Empty where the registry names no time to come. */
function untilFree(freesAt: unknown): string {
  const minutes = Math.ceil((Number(freesAt) - Date.now() / 1000) / 60);
  if (!(minutes > 0 && minutes <= 24 * 60)) return '';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return ` (That is in ${hours > 0 ? `${hours} h ` : ''}${rest} min.) Or ask the operator of the registry for more.`;
}

function withRemedy(message: string, code: string): string {
  const remedy = Object.hasOwn(errors, code) ? errors[code as ErrorCode].remedy : '';
  return remedy && !message.includes(remedy) ? `${message} ${remedy}` : message;
}

const systemWords: Record<string, string> = {
  ENOENT: 'is not there',
  EACCES: 'can’t be opened: permission denied',
  EPERM: 'can’t be changed: not permitted',
  ENOTDIR: 'is not in a folder',
  EISDIR: 'is a folder',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'can’t be written: the disk is full',
};

function systemSentence({ code, path, message }: NodeJS.ErrnoException): string {
  const words = code && systemWords[code];
  return words && path ? `${path} ${words}.` : `Something went wrong: ${message}`;
}
