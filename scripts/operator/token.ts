import type { TokenClass } from '../../origin/contract/access.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { pages } from '../../origin/contract/pages.ts';
import { kitBySlug } from '../../origin/store/kitChanges.ts';
import { profileByHandle } from '../../origin/store/people.ts';
import { mintToken } from '../../origin/store/tokens.ts';
import type { Desk, Outcome } from './desk.ts';

export interface TokenOptions {
  class: TokenClass;
  kit?: string;
}

/** Mints a token and shows it, this once. Errors: `profile_not_found`, `kit_not_found`. */
export async function mintTokenFor(
  { engine, now, note, settings }: Desk,
  handle: string,
  options: TokenOptions,
): Promise<Outcome> {
  const token = await engine.write(async (db) => {
    const profile = await profileByHandle(db, handle);
    if (!profile) throw new ApiError('profile_not_found', `Nobody holds the handle "${handle}".`);
    if (options.class === 'mcp' && !profile.mcp_enabled)
      note(
        `It works once ${handle} turns the hosted MCP link on: ${settings.site.mirrorUrl}${pages.settingsTokensPage.path}`,
      );
    if (options.class !== 'kit') return mintToken(db, { class: options.class, profileId: profile.id }, now());
    const kit = await kitBySlug(db, profile.id, options.kit ?? '');
    if (!kit) throw new ApiError('kit_not_found', `A kit token needs --kit with the slug of a kit of ${handle}.`);
    return mintToken(db, { class: 'kit', profileId: profile.id, kitId: kit.id }, now());
  });
  return { text: token, json: { handle, class: options.class, token } };
}
