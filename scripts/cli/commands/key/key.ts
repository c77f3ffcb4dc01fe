/** `key add`, `list` and `revoke`: the keys that sign what one publishes. */
import { resolve } from 'node:path';
import type { Context, Outcome } from '../../context.ts';
import { bindKey } from '../../publish/bindKey.ts';
import { type KeyFile, keyIn, keysHere, madeKey } from '../../publish/keyFiles.ts';
import { confirmed, ownHandle } from '../../rows/row.ts';
import { oneLine, onOneLine } from '../../terminal/printable.ts';
import { columns, day } from '../../terminal/table.ts';

export interface KeyOptions {
  author?: string;
  previous?: string;
  new?: true;
  pending?: true;
  yes?: true;
}

/** Binds a key: of a file, of this machine, or one that is made now. */
export async function addKey(context: Context, file: string | undefined, options: KeyOptions): Promise<Outcome> {
  const registry = await context.registry();
  const author = options.author ?? (await ownHandle(registry));
  const at = (path: string) => keyIn(context, resolve(context.workingDirectory, path));
  const key = file !== undefined ? await at(file) : await chosenKey(context, options);
  const question = `Sign what ${author} publishes with ${key.fingerprint} (${key.file})?`;
  if (file === undefined && context.terminal.isInteractive && !options.yes) await confirmed(context, question);
  const previous = options.previous === undefined ? undefined : await at(options.previous);
  const { record, wasBound } = await bindKey(context, registry, { author, key, ...(previous && { previous }) });
  const when = record.status === 'pending' ? ` It takes effect on ${day(record.bound_at)}.` : '';
  return {
    text: `${wasBound ? 'Already bound' : 'Bound'}: ${record.fingerprint} to ${author} (${key.file}).${when} Next: skill-registry publish <folder> --sign`,
    json: { ...record, file: key.file, unchanged: wasBound },
  };
}

/** Also for `publish --sign` of somebody who has no key yet. */
export async function chosenKey(context: Context, options: Pick<KeyOptions, 'new'> = {}): Promise<KeyFile> {
  const [found] = options.new ? [] : await keysHere(context);
  if (found) return found;
  const made = await madeKey(context);
  context.terminal.note(`Made a key: ${made.file}. Keep a copy of it; who has it can sign as you.`);
  return made;
}

export async function listKeys(context: Context, author: string | undefined): Promise<Outcome> {
  const registry = await context.registry();
  const json = await registry.origin.listAuthorKeys({ author: author ?? (await ownHandle(registry)) });
  const here = new Map((await keysHere(context)).map(({ fingerprint, file }) => [fingerprint, file]));
  const rows = onOneLine(json.keys).map(({ fingerprint, status, bound_at, ended_at }) => [
    fingerprint,
    status,
    ended_at === null ? `since ${day(bound_at)}` : `${day(bound_at)} to ${day(ended_at)}`,
    here.get(fingerprint) ?? '',
  ]);
  return { text: columns(rows) || 'No keys. To make and bind one: skill-registry key add', json };
}

/** Ends the bound key, or with `pending` the one that waits. */
export async function revokeKey(context: Context, author: string | undefined, options: KeyOptions): Promise<Outcome> {
  const registry = await context.registry();
  const whose = author ?? (await ownHandle(registry));
  const question = options.pending
    ? `Cancel the key that waits for ${whose}?`
    : `Revoke the key of ${whose}? What it signed then shows as signed with a revoked key.`;
  if (!options.yes) await confirmed(context, question);
  const pending = options.pending ? 'true' : 'false';
  const json = await registry.origin.revokeAuthorKey({ author: whose, pending });
  return { text: `${options.pending ? 'Cancelled' : 'Revoked'} ${oneLine(json.fingerprint)}.`, json };
}
