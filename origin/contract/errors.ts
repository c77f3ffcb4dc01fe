/**
 * Every way a request can fail. This table is the only place that knows a code's status and what a person does
 * about it: answers, the OpenAPI description and the error docs page are made from it (SPEC.md, Errors).
 */
import { inMinutes, proofLifetime } from './access.ts';

const statuses = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type ErrorStatus = keyof typeof statuses;

const code = (status: ErrorStatus, message: string, remedy: string) => ({ status, message, remedy });

/** A published code keeps its meaning; `message` is the default wording and may change. */
export const errors = {
  invalid_parameter: code(
    400,
    'A parameter is malformed.',
    'Compare the named parameter with its grammar in the API description.',
  ),
  missing_parameter: code(
    400,
    'A required parameter is missing.',
    'Add the named parameter; it may be empty only where the description says so.',
  ),
  offset_too_deep: code(
    400,
    'The offset is too deep.',
    'Walk everything with the activity feed or the sitemap instead of deep paging.',
  ),
  malformed_body: code(
    400,
    'The request body could not be read.',
    'Send a whole body of the content type that the request names.',
  ),
  unauthorized: code(
    401,
    'This needs a bearer token.',
    'Send `Authorization: Bearer <token>`; sign in, pair a device or mint a token to get one.',
  ),
  token_invalid: code(
    401,
    'The token is not one of ours.',
    'Check that the token was copied whole: its checksum or its record does not match.',
  ),
  token_expired: code(401, 'The token has expired.', 'Sign in or pair again to get a new token.'),
  token_revoked: code(401, 'The token was revoked.', 'Mint a new token; a revoked one never works again.'),
  insufficient_scope: code(
    403,
    'The token does not carry the scope this needs.',
    'Use a token of a class that carries the named scope; scopes are fixed when a token is minted.',
  ),
  reauthentication_required: code(
    403,
    'This lasts, so confirm first that it is you.',
    `Use a passkey at \`POST /session/confirmation\`, or sign in again, and repeat the request within ${inMinutes(proofLifetime)}. The site’s own pages ask for the passkey themselves.`,
  ),
  forbidden: code(403, 'This is not yours to change.', 'Ask an owner of the resource, or sign in as one.'),
  quota_exceeded: code(
    403,
    'A daily quota is used up.',
    'Wait until `frees_at`, or ask who runs the registry for more; your settings say what is used of each.',
  ),
  csrf_refused: code(
    403,
    'The request came from another site.',
    'Send it from the registry’s own site, or use a bearer token.',
  ),
  not_found: code(404, 'Nothing lives at this address.', 'Check the path against the API description.'),
  skill_not_found: code(404, 'There is no such skill.', 'Check author and slug; search lists what is public.'),
  version_not_found: code(
    404,
    'This skill has no such version.',
    'List the skill’s versions and use one of their hashes.',
  ),
  file_not_found: code(404, 'This version has no such file.', 'List the version’s files; paths are exact.'),
  kit_not_found: code(404, 'There is no such kit.', 'Check owner and slug of the kit.'),
  advisory_not_found: code(404, 'There is no such advisory.', 'List the advisories; ids are exact.'),
  profile_not_found: code(404, 'There is no such profile.', 'Check the handle.'),
  version_quarantined: code(
    404,
    'This version is quarantined and its content is refused.',
    'Read its scan report for the reasons; use another version.',
  ),
  version_held: code(
    404,
    'This version is held until all of it has been read.',
    'Read its scan report for what was not read; use another version, or try again later.',
  ),
  read_only_mirror: code(405, 'This mirror only reads.', 'Send writes to the registry origin.'),
  method_not_allowed: code(405, 'This address does not take that method.', 'Use a method that the Allow header names.'),
  handle_taken: code(
    409,
    'The handle is taken.',
    'Choose another handle: a released one is kept for its holder, and look-alikes stay taken.',
  ),
  request_timeout: code(
    408,
    'The request arrived too slowly.',
    'Send it again over a faster connection, or a smaller bundle.',
  ),
  version_label_taken: code(
    409,
    'Another version carries this label.',
    'Publish with a label that the skill has not used.',
  ),
  conflict: code(409, 'Something else changed at the same time.', 'Read the current state and try again.'),
  skill_deprecated: code(
    410,
    'The author has deprecated this skill.',
    'Read the deprecation message for what to use instead.',
  ),
  gone: code(410, 'This operation is retired.', 'Follow the Link header to the policy and the replacement.'),
  payload_too_large: code(
    413,
    'The request is too large.',
    'Make the named part smaller; the limits are in the publishing guide.',
  ),
  unsupported_media_type: code(
    415,
    'The content type is not supported.',
    'Use one of the content types the description lists.',
  ),
  slug_invalid: code(
    422,
    'The slug can’t be used.',
    'Use 1–63 lowercase letters, digits and single hyphens, not a reserved word.',
  ),
  handle_invalid: code(
    422,
    'The handle can’t be used.',
    'Use 1–39 lowercase letters, digits and single hyphens, not a reserved word.',
  ),
  bundle_invalid: code(422, 'The bundle is not a skill.', 'Fix the file at the named path and publish again.'),
  frontmatter_invalid: code(
    422,
    'The frontmatter of SKILL.md is not valid.',
    'Start SKILL.md with a YAML mapping that has a string name and description; quote values with a colon.',
  ),
  signature_invalid: code(
    422,
    'The signature does not verify.',
    'Sign the exact statement bytes with a key bound to the author.',
  ),
  secret_found: code(
    422,
    'The bundle contains a secret.',
    'Remove and rotate the secret at the named place, then publish again.',
  ),
  client_upgrade_required: code(426, 'This client is too old to sync.', 'Upgrade to the named version.'),
  authorization_pending: code(
    428,
    'Nobody has approved this pairing yet.',
    'Approve it on the site under the code that the device shows; poll again after `interval` seconds.',
  ),
  slow_down: code(429, 'This polls too fast.', 'Wait as long as Retry-After says between two polls.'),
  rate_limited: code(429, 'Too many requests.', 'Wait as long as Retry-After says.'),
  internal: code(500, 'Something went wrong on our side.', 'Try again; if it stays, report the request_id.'),
  unavailable: code(503, 'The registry can’t answer this now.', 'Try again in a moment.'),
} as const satisfies Record<string, { status: ErrorStatus; message: string; remedy: string }>;

export type ErrorCode = keyof typeof errors;

/** Fields that a failure may carry apart from the six of SPEC.md, such as `path`, `parameter` or `allow`. */
type Extra = Record<string, unknown>;

/**
 * The one thing our code throws at a caller: a code of the table, never a status.
 * `extra` is merged into the error body, so it must not hold a secret.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, message: string = errors[code].message, extra: Extra = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.extra = extra;
  }

  get status(): ErrorStatus {
    return errors[this.code].status;
  }
}

/** Seconds until it is worth asking again, which answers say in `Retry-After`: of what passes by itself. */
export function retryAfter({ code, extra }: ApiError): number | undefined {
  const pause = extra['retry_after'];
  if (typeof pause === 'number') return pause;
  return code === 'unavailable' ? 5 : undefined;
}

/** The generated page with a section for each code. */
export const errorsPath = '/docs/errors';

/** The JSON body of a failure (SPEC.md, Errors). `siteUrl` is the public site, without a trailing slash. */
export function errorBody(error: ApiError, siteUrl: string, requestId?: string) {
  return {
    error: statuses[error.status],
    code: error.code,
    message: error.message,
    statusCode: error.status,
    docs: `${siteUrl}${errorsPath}#${error.code}`,
    ...(error.status >= 500 && requestId ? { request_id: requestId } : {}),
    ...error.extra,
  };
}
