import { type Context, Failure } from '../../context.ts';
import { bindKey } from '../../publish/bindKey.ts';
import { keysHere } from '../../publish/keyFiles.ts';
import type { PublishOptions } from '../../publish/published.ts';
import type { Registry } from '../../registry/registry.ts';
import { confirmed } from '../../rows/row.ts';
import { oneLine } from '../../terminal/printable.ts';
import { chosenKey } from './key.ts';

/** The file of the key to sign with; where the person has bound none, one is, after a question. Errors: `Failure`. */
export async function keyFor(
  context: Context,
  registry: Registry,
  author: string,
  { sign, yes }: PublishOptions,
): Promise<string> {
  if (typeof sign === 'string') return sign;
  const { keys } = await registry.origin.listAuthorKeys({ author });
  const bound = keys.find(({ status }) => status === 'bound');
  const here = await keysHere(context);
  const own = here.find(({ fingerprint }) => fingerprint === bound?.fingerprint);
  if (own) return own.file;
  if (bound)
    throw new Failure(
      `${author} signs with ${oneLine(bound.fingerprint)}, which is not on this machine. Name its file: --sign <key file>`,
    );
  if (!yes && !context.terminal.isInteractive)
    throw new Failure(`${author} has no key to sign with. To make and bind one: skill-registry key add`);
  const key = await chosenKey(context);
  if (!yes) await confirmed(context, `Bind ${key.fingerprint} (${key.file}) to ${author}, and sign with it?`);
  await bindKey(context, registry, { author, key });
  context.terminal.note(`Bound ${key.fingerprint} to ${author}.`);
  return key.file;
}
