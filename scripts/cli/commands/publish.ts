import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeText } from '../../../origin/bundle/decode.ts';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import type { JsonBody } from '../../../origin/contract/operations.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import { isOlder } from '../publish/labels.ts';
import { type LocalSkill, readLocalSkill } from '../publish/localSkill.ts';
import { checkSecrets, noteFiles } from '../publish/outgoing.ts';
import { type Known, outcome, type Published, type PublishOptions, unchanged } from '../publish/published.ts';
import { signedStatement } from '../publish/signing.ts';
import { updateText } from '../publish/updateText.ts';
import { skillRecord } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import { oneLine } from '../terminal/printable.ts';
import { keyFor } from './key/keyFor.ts';

/** Publishes a folder; the same content again changes nothing. */
export async function publish(context: Context, named?: string, given: PublishOptions = {}): Promise<Outcome> {
  const { folder, options } = await withoutFolderAsKey(context, named, given);
  const local = await readLocalSkill(context.workingDirectory, folder, options.slug);
  const registry = await context.registry();
  const author = options.author ?? (await ownHandle(registry));
  const send = async (body: JsonBody<'publishSkillVersion'>, dryRun: boolean) => {
    const dry_run = dryRun ? 'true' : 'false';
    const answer = await registry.origin.publishSkillVersion({ author, slug: local.slug, dry_run, body });
    if (answer.hash === local.skill.hash) return answer;
    throw new Failure('The registry received different content. Nothing was published; try again.');
  };
  const body = bodyOf(local, options);
  const known = await knownSkill(registry, author, local.slug);
  if (known?.versions.some(({ hash }) => hash === local.skill.hash)) {
    return unchanged(context, folder, { published: await send(body, true), local, known }, options);
  }
  noteFiles(context, local);
  const isPrivate = options.private ?? (!options.public && known?.visibility === 'private');
  await checkSecrets(context, local, { isPrivate, withSecrets: options.withSecrets === true });
  const asks = known !== undefined && mayAsk(context) && !options.yes && !options.dryRun;
  await checkLabel(context, local, known, options, asks);
  const rehearsed = options.sign || options.dryRun || asks ? await send(body, true) : undefined;
  if (rehearsed?.update && (asks || options.dryRun)) context.terminal.note(updateText(context, rehearsed));
  if (asks && !(await context.terminal.confirm(`Publish ${oneLine(rehearsed?.version_label ?? '')}?`, false)))
    throw new Failure('Nothing was published.');
  const key =
    options.sign && !(options.sign === true && options.dryRun) && (await keyFor(context, registry, author, options));
  const signature = key && rehearsed && (await signed(context, registry, local, author, key, rehearsed));
  const published = rehearsed && options.dryRun ? rehearsed : await send({ ...body, ...signature }, false);
  // Somebody else may have published the same meanwhile.
  if (options.label !== undefined && options.label !== published.version_label) {
    throw new Failure(
      `This content is already published as ${oneLine(published.version_label)}. A version’s label can’t be changed.`,
    );
  }
  return outcome(context, folder, { published, local }, options.dryRun === true);
}

/** `publish --sign hello` names the folder: nobody signs with one. */
async function withoutFolderAsKey({ workingDirectory }: Context, named: string | undefined, options: PublishOptions) {
  const { sign } = options;
  const isFolder =
    named === undefined &&
    typeof sign === 'string' &&
    (await stat(resolve(workingDirectory, sign)).catch(() => undefined))?.isDirectory();
  return isFolder ? { folder: sign, options: { ...options, sign: true as const } } : { folder: named ?? '.', options };
}

/** A person is there, and no program reads what comes out. */
const mayAsk = ({ terminal }: Context): boolean => terminal.isInteractive && !terminal.json;

/** Undefined where this is the first version. */
async function knownSkill({ origin }: Registry, author: string, slug: string): Promise<Known | undefined> {
  try {
    return await skillRecord(origin, { author, slug });
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * SKILL.md may still say what an earlier version was called; `--label` says that this is meant, and a person is asked all
 * the same. Errors: `Failure` where nobody says that it is meant.
 */
async function checkLabel(
  { terminal }: Context,
  { skill: { version } }: LocalSkill,
  known: Known | undefined,
  { label, yes, dryRun }: PublishOptions,
  asksLater: boolean,
): Promise<void> {
  const wanted = label ?? version;
  const newer = wanted && known?.versions.find(({ version_label }) => isOlder(wanted, version_label));
  if (!newer) return;
  const source = label === undefined ? 'SKILL.md has version' : 'The label is';
  const said = `${source} ${oneLine(wanted)}, but ${oneLine(newer.version_label)} is already published.`;
  if (yes || dryRun || asksLater || label !== undefined) return terminal.note(terminal.style.yellow(said));
  if (!terminal.isInteractive) {
    throw new Failure(
      `${said} Nothing was published. Raise the version in SKILL.md, use --label, or use --yes to publish it anyway.`,
    );
  }
  if (!(await terminal.confirm(`${said} Publish it as ${oneLine(wanted)}?`, false)))
    throw new Failure('Nothing was published.');
}

async function ownHandle({ origin, mirrorUrl }: Registry): Promise<string> {
  const { authenticated, handle } = await origin.whoami({});
  if (!authenticated) throw new Failure('Sign in to publish: skill-registry login', exitCodes.signIn);
  if (!handle) throw new Failure(`You need a handle to publish. Claim one at ${mirrorUrl}${pages.settingsPage.path}.`);
  return handle;
}

function bodyOf({ skill }: LocalSkill, options: PublishOptions): JsonBody<'publishSkillVersion'> {
  const { label: version_label, category } = options;
  const visibility = options.private ? 'private' : options.public ? 'public' : undefined;
  return {
    files: skill.files.map(({ path, bytes }) => {
      const { text, encoding } = decodeText(bytes);
      return encoding === 'utf-8' ? { path, text } : { path, base64: text };
    }),
    ...(version_label !== undefined && { version_label }),
    ...(category && { category }),
    ...(visibility && { visibility }),
  };
}

/** The label goes along, since the statement names it. */
async function signed(
  context: Context,
  registry: Registry,
  { slug, skill: { hash } }: LocalSkill,
  author: string,
  key: string,
  { statement, version_label }: Published,
) {
  const said = { skill_id: skillId.format({ author, slug }), hash, version_label };
  return { version_label, statement, signature: await signedStatement(context, registry, statement, said, key) };
}
