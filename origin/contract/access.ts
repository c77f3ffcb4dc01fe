/** Who may do what: token classes, their scopes and lifetimes (SPEC.md, Authentication; CONTRACT.md, Writes). */

export const scopes = ['read', 'sync', 'publish', 'claim'] as const;
export type Scope = (typeof scopes)[number];

const day = 24 * 60 * 60;

/** A token's class is fixed by its prefix, its scopes by its class. `lifetime` is in seconds, sliding; null lasts until revoked. */
export const tokenClasses = {
  session: { prefix: 'svc_s_', scopes: ['read', 'sync', 'publish', 'claim'], lifetime: 30 * day },
  device: { prefix: 'svc_d_', scopes: ['read', 'sync'], lifetime: 90 * day },
  kit: { prefix: 'svc_k_', scopes: ['read', 'sync'], lifetime: null },
  mcp: { prefix: 'svc_m_', scopes: ['read'], lifetime: null },
} as const satisfies Record<string, { prefix: string; scopes: readonly Scope[]; lifetime: number | null }>;

export type TokenClass = keyof typeof tokenClasses;

export const tokenClassNames = Object.keys(tokenClasses) as TokenClass[];

/**
 * What an operation asks of its caller. `anonymous` still takes a bearer, which then needs `read`;
 * a scope asks for a bearer that carries it.
 */
export type Access = 'anonymous' | Scope;
