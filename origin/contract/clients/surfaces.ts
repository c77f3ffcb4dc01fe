/**
 * Surfaces: where programs of other registries find this one, in their own paths and words. Rows of the table name the
 * surface that they are on. What they do is what our own rows do: they are held to the same rights, limits and counts,
 * and a failure is one of our codes, in the form that the program reads.
 */
import type { ApiError, ErrorCode } from '../errors.ts';

export const surfaces = {
  /** ClawHub’s program, below the address that `/.well-known/clawhub.json` names. */
  clawhub: { prefix: '/api/clawhub', failures: 'text' },
  /** How it signs in: at the root of the host, whatever that file says (RFC 8628). */
  device: { prefix: '/api/cli', failures: 'oauth' },
  /** `npx skills find`, at the root of the host that it is told to ask. */
  skills: { prefix: '/api', failures: 'record' },
} as const satisfies Record<string, { prefix: `/${string}`; failures: FailureForm }>;

/** Where people read which of their commands work here. */
const surfacesGuide = '/docs/clients';

export type Surface = keyof typeof surfaces;
/** `record`: as everywhere (errors.ts). */
type FailureForm = 'record' | 'text' | 'oauth';

/** A failure at `path` in the form that its surface has for it; undefined where that is the usual one. */
export function failureAt(
  path: string,
  error: ApiError,
  { siteUrl, requestId }: { siteUrl: string; requestId: string },
): { type: string; body: string; status?: number } | undefined {
  const surface = Object.values(surfaces).find(
    ({ prefix, failures }) => failures !== 'record' && (path === prefix || path.startsWith(`${prefix}/`)),
  );
  if (!surface) return undefined;
  return surface.failures === 'oauth' ? asOauth(path, error) : asText(error, siteUrl, requestId);
}

/** ClawHub’s program prints the body as it is, but for the one failure that it knows by its code. */
function asText({ code, message, extra, status }: ApiError, siteUrl: string, requestId: string) {
  if (code === 'skill_ambiguous')
    return json({ code: 'AMBIGUOUS_SKILL_SLUG', message, matches: extra['matches'] ?? [] });
  const { path } = extra;
  const about = typeof path === 'string' && !message.includes(path) ? `${path}: ${message}` : message;
  const said = status >= 500 && requestId ? `${about} (${requestId})` : about;
  const isElsewhere = code === 'not_found' || code === 'method_not_allowed';
  const body = isElsewhere ? `This registry does not offer that. ${siteUrl}${surfacesGuide} lists what it does.` : said;
  return { type: 'text/plain; charset=utf-8', body: texts[code] ?? body };
}

/** What it waits for in these words. */
const texts: Partial<Record<ErrorCode, string>> = { skill_not_found: 'Skill not found' };

/** RFC 8628, section 3.5, and RFC 6749, section 5.2. */
function asOauth(path: string, { code, message }: ApiError) {
  if (code === 'not_found' && path === tokenPath)
    return { ...json({ error: 'expired_token', error_description: message }), status: 400 };
  return json({ error: oauthCodes[code] ?? 'invalid_request', error_description: message });
}

/** Where the program polls for its token: what is not found there has ended. */
const tokenPath = `${surfaces.device.prefix}/device/token`;

const oauthCodes: Partial<Record<ErrorCode, string>> = {
  authorization_pending: 'authorization_pending',
  slow_down: 'slow_down',
  forbidden: 'access_denied',
};

const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) });
