import { decodeText } from '../../../origin/bundle/decode.ts';
import type { Category } from '../../../origin/contract/fields.ts';
import type { JsonBody, Output } from '../../../origin/contract/operations.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import { type LocalSkill, readLocalSkill } from '../localSkill.ts';
import { oneLine } from '../printable.ts';
import type { Registry } from '../registry.ts';
import { signedStatement } from '../signing.ts';
import { findingLines } from './lint.ts';

export interface PublishOptions {
  author?: string;
  slug?: string;
  label?: string;
  category?: Category;
  public?: true;
  private?: true;
  /** A private key's file, or a public one's whose private half an agent holds. */
  sign?: string;
  dryRun?: true;
}

type Published = Output<'publishSkillVersion'>;

/** Publishes a folder; the same content again changes nothing. */
export async function publish(context: Context, folder = '.', options: PublishOptions = {}): Promise<Outcome> {
  const local = await readLocalSkill(context.workingDirectory, folder, options.slug);
  const registry = await context.registry();
  const author = options.author ?? (await ownHandle(registry));
  const send = async (body: JsonBody<'publishSkillVersion'>, dryRun: boolean) => {
    const dry_run = dryRun ? 'true' : 'false';
    const answer = await registry.origin.publishSkillVersion({ author, slug: local.slug, dry_run, body });
    if (answer.hash === local.skill.hash) return answer;
    throw new Failure('The registry read other content than was sent: nothing more is done, try again.');
  };
  const body = bodyOf(local, options);
  const rehearsed = options.sign || options.dryRun ? await send(body, true) : undefined;
  const signature =
    options.sign && rehearsed && (await signed(context, registry, local, author, options.sign, rehearsed));
  const published = rehearsed && options.dryRun ? rehearsed : await send({ ...body, ...signature }, false);
  return outcome(context, folder, published, options.dryRun === true);
}

async function ownHandle({ origin, mirrorUrl }: Registry): Promise<string> {
  const { authenticated, handle } = await origin.whoami({});
  if (!authenticated)
    throw new Failure('Publishing needs a name: sign in with `skill-registry login`.', exitCodes.signIn);
  if (!handle) throw new Failure(`You have no handle to publish under yet: claim one at ${mirrorUrl}/settings.`);
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
  const said = { skill_id: `${author}:${slug}`, hash, version_label };
  return { version_label, statement, signature: await signedStatement(context, registry, statement, said, key) };
}

function outcome(context: Context, folder: string, published: Published, isRehearsal: boolean): Outcome {
  const { terminal } = context;
  const { skill_id, version_label, version, hash, page_url, findings, signatureStatus } = published;
  for (const line of findingLines(context, folder, findings)) terminal.note(line);
  const name = terminal.style.bold(`${skill_id.replace(':', '/')} ${oneLine(version_label)}`);
  const lines = isRehearsal
    ? [`Would publish ${name} as version ${version}; nothing was stored.`, hash]
    : [`Published ${name} (version ${version}, ${signatureStatus}).`, hash, page_url];
  if (published.scanStatus === 'quarantined') {
    const word = isRehearsal ? 'It would be' : 'It is';
    const page = `${new URL(page_url).origin}/moderation`;
    terminal.note(`${word} quarantined: nobody gets it until a moderator lifts that. A second look: ${page}`);
  }
  return { text: lines.join('\n'), json: { ...published, dry_run: isRehearsal } };
}
