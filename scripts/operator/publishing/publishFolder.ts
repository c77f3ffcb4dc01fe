import { tokenClasses } from '../../../origin/contract/access.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import type { Category } from '../../../origin/contract/fields.ts';
import { checkSlug } from '../../../origin/contract/grammar/names.ts';
import { createProfile, profileByHandle } from '../../../origin/store/people/people.ts';
import { perform } from '../../../origin/write/perform.ts';
import type { Written } from '../../../origin/write/writing.ts';
import { packFolder } from '../../packing/packFolder.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { SkillFolder } from './skillFolder.ts';

/**
 * Publishes a folder as its author, who is given the handle if nobody has it. Errors: those of publishing; a refused
 * folder makes nobody a profile.
 */
export async function publishFolder(
  { engine, settings, reader, now }: OperatorContext,
  { author, slug, folder, category }: SkillFolder & { category?: Category },
): Promise<Written<'publishSkillVersion'>> {
  const { files } = await packFolder(folder);
  if (files.length === 0) throw new ApiError('bundle_invalid', 'The folder is empty.', { path: 'SKILL.md' });
  checkSlug(slug);
  const known = await profileByHandle(engine.db, author);
  if (!known) await reader.read({ slug, bundle: files });
  const profile = known ?? (await engine.write((db) => createProfile(db, { handle: author, by: null }, now())));
  const { scopes } = tokenClasses.session;
  const token = { tokenId: null, tokenClass: 'session', scopes, kitId: null } as const;
  const caller = { profileId: profile.id, ...token, isOperator: false, hasHandle: true };
  const encoded = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }));
  return perform(
    'publishSkillVersion',
    { engine, site: settings.site, signIn: settings.signIn, reader, caller, address: '', quotas: undefined, now },
    { author, slug, dry_run: 'false' },
    { type: 'application/json', bytes: Buffer.from(JSON.stringify({ files: encoded, category })) },
  );
}
