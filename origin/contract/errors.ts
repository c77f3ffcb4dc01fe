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
    'Add the named parameter. It may be empty only where the API description says so.',
  ),
  offset_too_deep: code(
    400,
    'The offset is too deep.',
    'To read everything, use the activity feed or the sitemap instead.',
  ),
  malformed_body: code(
    400,
    'The request body could not be read.',
    'Send a complete body that matches the Content-Type header.',
  ),
  unauthorized: code(
    401,
    'This needs a bearer token.',
    'Send `Authorization: Bearer <token>`. To get a token, sign in, pair a device or create one in Settings.',
  ),
  token_invalid: code(
    401,
    'The token is not valid.',
    'Check that you copied the whole token: its checksum or its record does not match.',
  ),
  token_expired: code(401, 'The token has expired.', 'Sign in or pair again to get a new token.'),
  token_revoked: code(401, 'The token was revoked.', 'Create a new token. A revoked token never works again.'),
  insufficient_scope: code(
    403,
    'The token does not have the required scope.',
    'Use a token of a class that has the named scope. A token’s scopes never change.',
  ),
  reauthentication_required: code(
    403,
    'Confirm that it’s you first.',
    `Use a passkey at \`POST /session/confirmation\`, or sign in again, and repeat the request within ${inMinutes(proofLifetime)}. The site’s own pages ask for the passkey.`,
  ),
  forbidden: code(403, 'You don’t have permission to do this.', 'Ask an owner, or sign in as one.'),
  quota_exceeded: code(
    403,
    'You have reached a daily quota.',
    'Wait until `frees_at`, or ask the operator of the registry for more. Settings shows how much of each quota you have used.',
  ),
  csrf_refused: code(
    403,
    'The request came from another site.',
    'Send it from the registry’s own site, or use a bearer token.',
  ),
  not_found: code(404, 'There is nothing at this address.', 'Check the path against the API description.'),
  skill_not_found: code(404, 'There is no such skill.', 'Check author and slug. Search finds all public skills.'),
  skill_ambiguous: code(
    409,
    'Several authors have a skill of this name.',
    'Name the author too. Only programs of other registries can leave it out: see the guide about them.',
  ),
  version_not_found: code(
    404,
    'This skill has no such version.',
    'List the skill’s versions and use one of their hashes.',
  ),
  file_not_found: code(404, 'This version has no such file.', 'List the version’s files. Paths must match exactly.'),
  kit_not_found: code(404, 'There is no such kit.', 'Check the owner and the slug of the kit.'),
  advisory_not_found: code(404, 'There is no such advisory.', 'List the advisories. Ids must match exactly.'),
  profile_not_found: code(404, 'There is no such profile.', 'Check the handle.'),
  version_quarantined: code(
    404,
    'This version is quarantined.',
    'Read its scan report for the reasons, and use another version.',
  ),
  version_held: code(
    404,
    'This version is held until the scan has read all of it.',
    'Read its scan report for what was not read. Use another version, or try again later.',
  ),
  proof_not_found: code(
    404,
    'The transparency log has no entry of this version.',
    'Ask again in a moment: a version is entered soon after it is published. Where it stays so, the registry owes you an explanation.',
  ),
  not_mirrored: code(
    404,
    'This mirror holds a part of a registry, and this is not in it.',
    'Ask the registry that it copies, which the Link header and `mirror_of` name: it may be there.',
  ),
  read_only_mirror: code(405, 'This mirror is read-only.', 'Send writes to the registry origin.'),
  method_not_allowed: code(
    405,
    'This address does not support that method.',
    'Use a method that the Allow header lists.',
  ),
  handle_taken: code(
    409,
    'The handle is taken.',
    'Choose another handle. A released handle is kept for its owner, and look-alikes are not available either.',
  ),
  request_timeout: code(
    408,
    'The request arrived too slowly.',
    'Send it again over a faster connection, or send a smaller bundle.',
  ),
  version_label_taken: code(
    409,
    'Another version has this label.',
    'Publish with a label that this skill has not used.',
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
    'Make the named part smaller. The publishing guide lists the limits.',
  ),
  unsupported_media_type: code(
    415,
    'The content type is not supported.',
    'Use one of the content types that the API description lists.',
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
  picture_invalid: code(
    422,
    'The picture is not a PNG that the registry takes.',
    'Send what the message asks for. The site’s own pages make it out of any picture.',
  ),
  bundle_invalid: code(422, 'The bundle is not a valid skill.', 'Fix the file at the named path and publish again.'),
  frontmatter_invalid: code(
    422,
    'The frontmatter of SKILL.md is not valid.',
    'Start SKILL.md with a YAML mapping that has a name and a description, both strings. Put quotes around values that contain a colon.',
  ),
  upload_invalid: code(
    422,
    'The file is not the one that was announced.',
    'Announce each file, send exactly its bytes, and publish within half an hour.',
  ),
  signature_invalid: code(
    422,
    'The signature is not valid.',
    'Sign the exact bytes of the statement with the author’s signing key.',
  ),
  secret_found: code(
    422,
    'The bundle contains a secret.',
    'Remove the secret at the named place, replace it where it was valid, then publish again.',
  ),
  client_upgrade_required: code(426, 'This client is too old to sync.', 'Upgrade to the named version.'),
  authorization_pending: code(
    428,
    'Nobody has approved this pairing yet.',
    'Enter the code from the device on the site to approve it. Poll again after `interval` seconds.',
  ),
  slow_down: code(429, 'You are polling too fast.', 'Wait as long as Retry-After says between polls.'),
  rate_limited: code(429, 'Too many requests.', 'Wait as long as Retry-After says.'),
  internal: code(500, 'Something went wrong on our side.', 'Try again. If it happens again, report the request_id.'),
  unavailable: code(503, 'The registry can’t answer right now.', 'Try again in a moment.'),
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

/** Nothing is wrong, neither with the request nor here: there is more to do than there is room or time for. */
export class Overload extends ApiError {
  constructor(message: string) {
    super('unavailable', message, { retry_after: 5 });
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
