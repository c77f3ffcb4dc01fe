import type { TokenClass } from '../../../origin/contract/access.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { kitBySlug } from '../../../origin/store/kits/kitChanges.ts';
import { enableMcp } from '../../../origin/store/people/accounts.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface TokenOptions {
  class: TokenClass;
  kit?: string;
  /** Also turns on the person's MCP link. */
  link?: true;
  /** `90d`, an ISO date such as `2027-01-31`, or Unix seconds. */
  expires?: string;
}

/** Mints a token and shows it, this once. Errors: `profile_not_found`, `kit_not_found`, `invalid_parameter`. */
export async function mintTokenFor(
  { engine, now, note, settings }: OperatorContext,
  handle: string,
  options: TokenOptions,
): Promise<Outcome> {
  const endsAt = options.expires === undefined ? undefined : timeOf(options.expires, now());
  const token = await engine.write(async (db) => {
    const profile = await profileByHandle(db, handle);
    if (!profile) throw new ApiError('profile_not_found', `Nobody has the handle "${handle}".`);
    if (options.link && options.class !== 'mcp')
      throw new ApiError('invalid_parameter', '--link is for tokens of the class mcp: add --class mcp.');
    if (options.link && !profile.mcp_enabled) await enableMcp(db, profile.id, true);
    if (options.class === 'mcp' && !options.link && !profile.mcp_enabled)
      note(
        `It works once ${handle} turns on the MCP link: ${settings.site.mirrorUrl}${pages.settingsTokensPage.path}, or with --link.`,
      );
    if (options.class !== 'kit') return mintToken(db, { class: options.class, profileId: profile.id, endsAt }, now());
    const kit = await kitBySlug(db, profile.id, options.kit ?? '');
    if (!kit) throw new ApiError('kit_not_found', `A kit token needs --kit with the slug of a kit of ${handle}.`);
    return mintToken(db, { class: 'kit', profileId: profile.id, kitId: kit.id, endsAt }, now());
  });
  return { text: token, json: { handle, class: options.class, token, ...(endsAt && { expires_at: endsAt }) } };
}

/** Unix seconds. Errors: `invalid_parameter`. */
function timeOf(text: string, now: number): number {
  const [, days, seconds] = /^(?:(\d{1,5})d|(\d{1,12}))$/.exec(text) ?? [];
  const time = days ? now + Number(days) * 86_400 : seconds ? Number(seconds) : Date.parse(text) / 1000;
  if (Number.isFinite(time)) return Math.floor(time);
  throw new ApiError(
    'invalid_parameter',
    `"${text}" is not a time. Use days (90d), a date (2027-01-31) or Unix seconds.`,
  );
}
