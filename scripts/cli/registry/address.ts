/** Addresses of registries, as people type them. */
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { exitCodes, Failure } from '../failure.ts';

export const defaultAddress = 'http://localhost:8788';

/**
 * An address without a trailing slash: `skills.example` becomes `https://skills.example`, and a machine's own names are
 * reached by http. Throws `Failure` (usage) for what is no http address.
 */
export function registryAddress(text: string): string {
  const refuse = (why: string) => new Failure(`"${text}" is not the address of a registry: ${why}.`, exitCodes.usage);
  const url = readUrl(text.trim());
  if (!url) throw refuse('write it like https://skills.example');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('it has to begin with https:// or http://');
  if (url.username || url.password)
    throw refuse('leave the name and password out; sign in with `skill-registry login`');
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(apiPrefix) ? path.slice(0, -apiPrefix.length) : path);
}

function readUrl(text: string): URL | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : undefined;
  const guess = `https://${text}`;
  if (text === '' || !URL.canParse(guess)) return undefined;
  return isLoopback(new URL(guess)) ? new URL(`http://${text}`) : new URL(guess);
}

/** Whether what is sent there stays on this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Whether a token may travel there: encrypted, or without leaving the machine. */
export const mayCarryTokens = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url);
