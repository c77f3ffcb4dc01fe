import { skillId, versionId } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import { oneLine } from '../terminal/printable.ts';

/** Tells the registry's operator what is wrong with a version, a skill or an account. */
export async function report(context: Context, name: string, options: { reason?: string }): Promise<Outcome> {
  const reason = options.reason ?? (await context.terminal.ask('What is wrong with it', ''));
  if (!reason.trim()) throw new Failure('Say what is wrong with it: --reason <text>', exitCodes.usage);
  const registry = await context.registry();
  const record = await registry.origin.reportContent({ body: { target: await targetOf(), reason } });
  return { text: `Reported ${oneLine(record.target)}.`, json: record };

  async function targetOf(): Promise<string> {
    if (!name.includes('/')) return name;
    const { wanted, ...named } = skillReference(name);
    if (wanted === undefined) return skillId.format(named);
    const record = await fromEither(registry, (client) => skillRecord(client, named));
    return versionId.format({ ...named, hash: chosenVersion(record, wanted).hash });
  }
}
