/** Binding a key to a handle: signing a challenge of the registry shows that one holds it (CONTRACT.md, Signatures). */
import type { Output } from '../../../origin/contract/operations.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { changeStored } from '../config.ts';
import { type Context, Failure } from '../context.ts';
import type { Registry } from '../registry/registry.ts';
import { type KeyFile, keysHere } from './keyFiles.ts';
import { signedChallenge } from './signing.ts';

type AuthorKey = Output<'listAuthorKeys'>['keys'][number];

export interface Bound {
  record: AuthorKey;
  /** It was bound before. */
  wasBound: boolean;
}

/**
 * Binds a key, and signs with it from then on. Where another one is bound, that one signs too: `previous`, or whatever of
 * this machine is that key. Errors: `Failure`.
 */
export async function bindKey(
  context: Context,
  registry: Registry,
  { author, key, previous }: { author: string; key: KeyFile; previous?: KeyFile },
): Promise<Bound> {
  const { origin } = registry;
  const { keys } = await origin.listAuthorKeys({ author });
  const bound = keys.find(({ status }) => status === 'bound');
  if (bound?.fingerprint === key.fingerprint) {
    await rememberKey(context, key.file);
    return { record: bound, wasBound: true };
  }
  const old = bound && (previous ?? (await keysHere(context)).find((one) => one.fingerprint === bound.fingerprint));
  if (bound && old?.fingerprint !== bound.fingerprint) throw replacing(registry, author, bound);
  const { challenge } = await origin.createKeyChallenge({ author });
  const sign = (file: string) => signedChallenge(context, registry, { challenge, author, file });
  const body = {
    public_key: key.text,
    proof: await sign(key.file),
    ...(old && { previous_proof: await sign(old.file) }),
  };
  const record = await origin.bindAuthorKey({ author, body });
  await rememberKey(context, key.file);
  return { record, wasBound: false };
}

const replacing = ({ mirrorUrl }: Registry, author: string, { fingerprint }: AuthorKey): Failure =>
  new Failure(
    `${author} signs with another key, ${fingerprint}. To replace it, both have to sign: add --previous <key file>. ` +
      `If it is lost, replace it with your passkey, which takes three days: ${mirrorUrl}${pages.settingsKeysPage.path}`,
  );

/** Without a place to keep it, it has to be named at each publish. */
const rememberKey = (context: Context, file: string): Promise<void> =>
  changeStored(context.config, (stored) => (stored.sign_key = file)).catch(() => undefined);
