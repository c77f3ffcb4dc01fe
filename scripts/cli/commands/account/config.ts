/** `config list`, `get`, `set` and `unset`: what this program remembers, apart from tokens. */
import { resolve } from 'node:path';
import { changeStored } from '../../config.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../../context.ts';
import { keyIn } from '../../publish/keyFiles.ts';
import { registryAddress } from '../../registry/address.ts';
import { keysIn, policyFrom } from '../../registry/log/policy.ts';
import { columns } from '../../terminal/table.ts';

const settings = {
  registry: 'the registry to use where neither --registry nor SKILL_REGISTRY_URL names one',
  sign_key: 'the key file that `publish --sign` signs with',
  witnesses: 'the keys of witnesses of the registry’s transparency log that you trust',
  witness_quorum: 'how many of them have to have cosigned it before anything is placed; else all',
} as const;
type Name = keyof typeof settings;
const names = Object.keys(settings) as Name[];

function named(text: string): Name {
  const found = names.find((name) => name === text.replaceAll('-', '_'));
  if (found) return found;
  throw new Failure(
    `There is no setting "${text}". There are ${new Intl.ListFormat('en').format(names)}.`,
    exitCodes.usage,
  );
}

export async function list({ config }: Context): Promise<Outcome> {
  const { file, stored } = config;
  const rows = names.map((name) => [name, stored[name] ?? 'not set', settings[name]]);
  return { text: [columns(rows), `Kept in ${file}`].join('\n'), json: { file, ...chosen(stored) } };
}

const chosen = (stored: Partial<Record<Name, string>>) =>
  Object.fromEntries(names.map((name) => [name, stored[name] ?? null]));

/** Exit code 1 where it is not set. */
export async function get({ config }: Context, text: string): Promise<Outcome> {
  const name = named(text);
  const value = config.stored[name] ?? null;
  return { text: value ?? '', json: { [name]: value }, exitCode: value === null ? exitCodes.failed : exitCodes.done };
}

export async function set(context: Context, text: string, value: string): Promise<Outcome> {
  const name = named(text);
  const kept = await readers[name](context, value);
  await changeStored(context.config, (stored) => (stored[name] = kept));
  return { text: `${name} is ${kept}.`, json: { [name]: kept } };
}

/** What is kept of a value. Errors: `Failure` of what the setting can't be. */
const readers: Record<Name, (context: Context, value: string) => string | Promise<string>> = {
  registry: (_, value) => registryAddress(value),
  sign_key: (context, value) => keyFile(context, value),
  witnesses: ({ config }, value) => {
    policyFrom(value, config.stored.witness_quorum);
    return keysIn(value).join(' ');
  },
  witness_quorum: ({ config }, value) => {
    policyFrom(config.stored.witnesses ?? '', value);
    return value;
  },
};

const keyFile = async (context: Context, value: string): Promise<string> =>
  (await keyIn(context, resolve(context.workingDirectory, value))).file;

export async function unset(context: Context, text: string): Promise<Outcome> {
  const name = named(text);
  await changeStored(context.config, (stored) => {
    delete stored[name];
    // Without witnesses none can be wanted.
    if (name === 'witnesses') delete stored.witness_quorum;
  });
  return { text: `${name} is not set.`, json: { [name]: null } };
}
