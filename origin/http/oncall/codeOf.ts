/** The code of what failed at the bottom, such as `ECONNREFUSED`: that names no host and nobody. Undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return codeOfCause(cause) ?? (typeof code === 'string' ? code : undefined);
}

const codeOfCause = (cause: unknown): string | undefined => (cause instanceof Error ? codeOf(cause) : undefined);
