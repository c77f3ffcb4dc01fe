/** `import --mirror`: publishes copies of skills that others publish elsewhere, marked as what they are. */
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { type Find, outcomeOf, publishEach } from '../publishing/publishEach.ts';
import type { Copy, ImportOptions } from './copy.ts';
import { directoryCopies } from './directoryCopies.ts';
import { looksLikeAddress, readGitAddress } from './gitAddress.ts';
import { type GitSourceOptions, withGitSource } from './gitSource.ts';
import { proprietary } from './licenseText.ts';
import { checkImportHandle, publishImported } from './publishImported.ts';
import { repositoryCopies } from './repositoryCopies.ts';

/**
 * Publishes what `source`, a directory of `<author>/<slug>` folders or the https address of a git repository, holds.
 * Again, it publishes what has changed. `git` is how repositories are fetched, and ends early by its signal.
 */
export async function importCopies(
  context: OperatorContext,
  source: string,
  options: ImportOptions,
  git: GitSourceOptions = {},
): Promise<Outcome> {
  if (!looksLikeAddress(source)) return publishCopies(context, await directoryCopies(source, options), git.signal);
  const address = readGitAddress(source);
  if (options.source !== undefined) throw new Error('--source is for directories; an address says where it is.');
  const author = (options.as ?? address.owner)?.toLowerCase();
  if (author === undefined) throw new Error(`${address.url} has no owner. Use --as to say whose skills these are.`);
  await checkImportHandle(context.engine.db, author);
  context.log(`fetching ${address.url}`);
  context.progress(0, 1, `fetching ${address.url}`);
  try {
    return await withGitSource(address, { ...git, progress: context.progress }, async (repository) => {
      const copies = await repositoryCopies(repository, address, author);
      context.log(`found ${copies.length} skills at ${repository.commit}`);
      return publishCopies(context, copies, git.signal);
    });
  } finally {
    context.progress(1, 1, '');
  }
}

async function publishCopies(
  context: OperatorContext,
  copies: readonly Copy[],
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const licenses: Record<string, string[]> = {};
  const profiles: string[] = [];
  const finds = copies.map(({ author, slug, read }): Find => {
    const skill = `${author}/${slug}`;
    return {
      skill,
      publish: async () => {
        const copy = { author, slug, ...(await read()) };
        const { fate, madeProfile } = await publishImported(context, copy);
        const { license } = copy.source;
        licenses[license] = [...(licenses[license] ?? []), skill];
        if (madeProfile) profiles.push(author);
        return fate;
      },
    };
  });
  const outcome = outcomeOf(await publishEach(context, finds, signal), finds.length);
  const remarks = [
    ...(profiles.length ? [`Created by this import; nobody can sign in as: ${profiles.join(', ')}.`] : []),
    ...counted(licenses),
    ...(licenses[proprietary] ? [`Their authors reserve all rights: ${licenses[proprietary].join(', ')}.`] : []),
  ];
  return {
    ...outcome,
    text: [outcome.text, ...remarks].join('\n'),
    json: { ...(outcome.json as object), profiles, licenses },
  };
}

/** `Licences: 12 MIT, 3 Apache-2.0.`, the most frequent first. */
function counted(licenses: Readonly<Record<string, string[]>>): string[] {
  const counts = Object.entries(licenses).sort(([, a], [, b]) => b.length - a.length);
  if (counts.length === 0) return [];
  return [`Licences: ${counts.map(([license, skills]) => `${skills.length} ${license}`).join(', ')}.`];
}
