/** Who may do what: token classes, their scopes and lifetimes (SPEC.md, Authentication; CONTRACT.md, Writes). */

export const scopes = ['read', 'sync', 'publish', 'claim'] as const;
export type Scope = (typeof scopes)[number];

const day = 24 * 60 * 60;

/** A token's class is fixed by its prefix, its scopes by its class. `lifetime` is in seconds, sliding; null lasts until revoked, or until the end it was given. */
export const tokenClasses = {
  session: { prefix: 'svc_s_', scopes: ['read', 'sync', 'publish', 'claim'], lifetime: 30 * day },
  device: { prefix: 'svc_d_', scopes: ['read', 'sync'], lifetime: 90 * day },
  kit: { prefix: 'svc_k_', scopes: ['read', 'sync'], lifetime: null },
  mcp: { prefix: 'svc_m_', scopes: ['read'], lifetime: null },
} as const satisfies Record<string, { prefix: string; scopes: readonly Scope[]; lifetime: number | null }>;

export type TokenClass = keyof typeof tokenClasses;

export const tokenClassNames = Object.keys(tokenClasses) as TokenClass[];

/** How far ahead an end may be set when a token is minted, in seconds: what is meant to last for ever has none. */
export const furthestEnd = 10 * 365 * day;

/** Seconds for which a sign-in, or a passkey used to confirm, opens the rows marked `recent`. */
export const proofLifetime = 10 * 60;
export const inMinutes = (seconds: number): string => `${seconds / 60} minutes`;

/**
 * What an operation asks of its caller. `anonymous` still takes a bearer, which then needs `read`; a scope asks for a
 * bearer, or the site's session cookie, that carries it. `site` is for pages of the registry's own site, signed in or
 * not, `account` for those signed in, and `operator` for those of them who run the registry: none of these takes a
 * bearer, so a token that leaks can't become a sign-in, mint another token, or moderate.
 */
export type Access = 'anonymous' | Scope | SiteAccess;
type SiteAccess = 'site' | 'account' | 'operator';

/** Whether it is for pages of the site alone, whose session is a cookie. */
export const isForPages = (access: Access): access is SiteAccess =>
  access === 'site' || access === 'account' || access === 'operator';

/** The scope that a bearer needs; anonymous operations take one with `read` too (SPEC.md, Authentication rule 1). */
export const scopeOf = (access: Access): Scope => (access === 'anonymous' || isForPages(access) ? 'read' : access);

/** What a person is in a team. Owners decide on people and the profile, maintainers publish too, members see. */
export const roles = ['owner', 'maintainer', 'member'] as const;
export type Role = (typeof roles)[number];

/** What one may do under a handle, and the roles in a team that may. The holder of a handle may do everything. */
export const rights = {
  see: { roles: ['owner', 'maintainer', 'member'], who: 'members' },
  publish: { roles: ['owner', 'maintainer'], who: 'owners and maintainers' },
  manage: { roles: ['owner'], who: 'owners' },
} as const satisfies Record<string, { roles: readonly Role[]; who: string }>;
export type Right = keyof typeof rights;

/**
 * What the caller has to be to what the request names: someone with a right under a handle. A caller without
 * it is refused with `forbidden`, or, where they don't see what it is about, told that it is not there.
 */
export interface Rule {
  right: Right;
  /** The parameter of the path, or field of the body, that has the handle. */
  under: 'author' | 'owner' | 'handle';
  /** What the request is about: the holder of the handle, or what its `slug` names below it. */
  of: 'profile' | 'team' | 'skill' | 'kit';
  /** Operators may too. */
  orOperator?: true;
  /** The parameter with the handle of somebody who may do it to themselves, without the right. */
  orSelf?: 'member';
}

/** Seconds that an invitation to a team stays open, and that a declined one can't be repeated. */
export const invitationLifetime = 30 * day;

/** SSHSIG namespaces: a signature made for one says nothing in the other (CONTRACT.md, Signatures). */
export const signatureNamespaces = { publish: 'skill-publish', key: 'skill-key' } as const;

/** Seconds that a new key waits where no old key vouches for it. */
export const keyDelay = 72 * 60 * 60;
