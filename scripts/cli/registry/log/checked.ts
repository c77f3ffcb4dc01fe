/** The log of a registry, for a command that goes on without it where it is only away. */
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import type { CheckedLog } from './checkedLog.ts';
import { checkLog } from './log.ts';
import { policyOf } from './policy.ts';

/** What was said last: who watches is told once. */
const said = new WeakMap<Context['terminal'], string>();

/** Errors: `Failure` where the registry takes back what it showed, or shows what can’t be so. */
export async function checkedLog(
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
  registry: Registry,
  home: SyncHome,
): Promise<CheckedLog> {
  try {
    const log = await checkLog({ registry, home, policy: policyOf(config) });
    const message = log.away ? `The transparency log of the registry was not looked at: ${log.away.message}` : '';
    if (message && said.get(terminal) !== message) terminal.note(message);
    said.set(terminal, message);
    return log;
  } catch (error) {
    throw refusalOf(error, registry);
  }
}

/** The error that says it to a person, with what to do; all else as it is. */
export const refusalOf = (error: unknown, { mirrorUrl }: Pick<Registry, 'mirrorUrl'>): unknown =>
  error instanceof IntegrityError
    ? new Failure(
        `${mirrorUrl} can’t be trusted now: ${error.message}. Nothing was changed. Tell the operator of the registry, and show others what you have.`,
      )
    : error;
