/** Why nothing came back, as one sentence with a way on. */

/** Nothing came, for as long as anyone waits. */
export class Silence extends Error {}

export const silenceAt = (host: string): string => `${host} does not respond. Try again later, or ask its operator.`;

/** What the libraries below call it; their errors are wrapped in one another. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    codes.push(code ?? at.name);
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap(codesOf));
  }
  return codes;
}

const hasCode = (codes: readonly string[], pattern: RegExp): string | undefined =>
  codes.find((code) => pattern.test(code));

/** The program's failure to reach an address, for a person. */
export function messageFor(error: unknown, url: URL): string {
  const codes = codesOf(error);
  const { origin, host, hostname } = url;
  if (hasCode(codes, /^ECONNREFUSED$/)) {
    return `Nothing answers at ${origin}: start the registry there, or name another one with --registry.`;
  }
  if (hasCode(codes, /^(ENOTFOUND|EAI_AGAIN)$/)) {
    return `Can’t find or reach ${hostname}. Check the name and your network, then try again.`;
  }
  if (hasCode(codes, /TIMEOUT|ETIMEDOUT/i)) return `${host} does not answer in time. Try again in a moment.`;
  const certificate = hasCode(codes, /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/);
  if (certificate) {
    return `The certificate of ${host} can’t be trusted (${certificate}): check the address; a company’s own authority goes into NODE_EXTRA_CA_CERTS.`;
  }
  const code = hasCode(codes, /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/);
  return `Lost the connection to ${host}${code ? ` (${code})` : ''}. Check your network, then try again.`;
}
