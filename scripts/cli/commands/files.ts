import type { Client } from '../../../origin/contract/clients/createClient.ts';
import { digitsOf, digitsPattern } from '../../../origin/contract/grammar/grammar.ts';
import type { Reference } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import { columns } from '../terminal/table.ts';

/** What a version consists of; with a path, that file: to the byte where no person watches. */
export async function files(context: Context, name: string, path?: string): Promise<Outcome> {
  const registry = await context.registry();
  const reference = skillReference(name);
  return fromEither(registry, async (client) => {
    const version = await versionOf(client, reference);
    return path === undefined ? list(client, version) : one(client, { ...version, path });
  });
}

type Version = { author: string; slug: string; hash: string };

/** A whole hash is asked for as it is: it may be one that the record no longer lists. */
async function versionOf(client: Client, { author, slug, wanted }: Reference): Promise<Version> {
  const isHash = digitsPattern.test(digitsOf(wanted ?? ''));
  const hash = isHash ? String(wanted) : chosenVersion(await skillRecord(client, { author, slug }), wanted).hash;
  return { author, slug, hash };
}

async function list(client: Client, version: Version): Promise<Outcome> {
  const json = await client.listSkillVersionFiles(version);
  return { text: columns(json.files.map(({ path, size }) => [String(size), path])), json };
}

async function one(client: Client, file: Version & { path: string }): Promise<Outcome> {
  const json = await client.getSkillVersionFile(file);
  const bytes = Buffer.from(json.text, json.encoding === 'base64' ? 'base64' : 'utf8');
  const text =
    json.encoding === 'base64' ? `${json.path} is not text: ${json.size} bytes.` : json.text.replace(/\n$/, '');
  return { text, bytes, json };
}
