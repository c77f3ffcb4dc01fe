/** How an operation says that it will go: headers before, 410 after (SPEC.md, Versioning; RFC 9745, RFC 8594, RFC 8288). */

/** Times are Unix seconds. */
export interface Deprecation {
  /** When it was deprecated; absent while no date is claimed. */
  since?: number;
  /** When it stops answering; at least 90 days after `since`. */
  sunset?: number;
}

/** Operations that have stopped answering: 410 `gone` for good. */
export const retired = [{ method: 'POST', path: '/signup' }] as const;

export const deprecationPolicyPath = '/docs/versioning';

const noticeDays = 90;

/** The headers of a deprecated operation's every answer. `siteUrl` is the public site, without a trailing slash. */
export function deprecationHeaders({ since, sunset }: Deprecation, siteUrl: string): Record<string, string> {
  return {
    deprecation: since === undefined ? 'true' : `@${since}`,
    link: `<${siteUrl}${deprecationPolicyPath}>; rel="deprecation"`,
    ...(sunset !== undefined && { sunset: new Date(sunset * 1000).toUTCString() }),
  };
}

/** What is wrong with a planned deprecation, or undefined. A removal is announced, with its date, 90 days ahead. */
export function deprecationProblem({ since, sunset }: Deprecation): string | undefined {
  if (sunset === undefined) return undefined;
  if (since === undefined) return 'A sunset needs the date since when the operation is deprecated.';
  const days = (sunset - since) / (24 * 60 * 60);
  return days < noticeDays
    ? `The sunset is ${Math.floor(days)} days after the announcement; ${noticeDays} are promised.`
    : undefined;
}

/** The policy in sentences, as its page shows it. */
export const versioningPolicy = [
  'The version of the API is its path prefix, /api/v1. A path under it keeps its meaning for as long as the prefix answers; breaking changes ship under a new prefix, and the old one keeps answering.',
  'Not breaking: a new field in a response, a new member of an enum, a new optional query parameter, a new endpoint. Treat values you do not know as unrecognized, not as errors.',
  'Breaking: a field removed or retyped, an error code that changes its meaning, an endpoint removed.',
  `Before anything is removed, its answers carry a Deprecation header (RFC 9745) and a link to this page. Once a date is set they also carry Sunset (RFC 8594), at least ${noticeDays} days ahead. After that date the address answers 410 with the code gone.`,
  'Deprecating a skill is its author’s decision and has nothing to do with the API: the skill answers 410 with the author’s message, and its versions stay readable by hash.',
];
