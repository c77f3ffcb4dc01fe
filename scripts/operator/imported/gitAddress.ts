/** Addresses of git repositories: which are taken, whose they are, and where a folder of theirs is seen on the web. */
import { isIP } from 'node:net';
import { limits } from '../../../origin/contract/fields.ts';

export interface GitAddress {
  /** Normalised: https, no user, no query, no trailing slash. */
  url: string;
  host: string;
  port: number;
  /** The first segment of its path where there is more than the repository's name: an account or an organisation. */
  owner: string | undefined;
  /** The last segment, without `.git`. */
  name: string;
}

/** Whether an import's source is meant as an address, good or bad, and not as a directory. */
export const looksLikeAddress = (source: string): boolean =>
  source.startsWith('-') || /^[a-z][a-z\d+.-]*(?::\/\/|::)/i.test(source) || /^[^/\\]+@[^/\\]+:/.test(source);

/** Sites whose web addresses of a repository go on after its name. */
const twoSegmentHosts = new Set(['github.com', 'codeberg.org', 'bitbucket.org']);

/** Reads an address. Throws one sentence that says what is wrong with it and never repeats a password. */
export function readGitAddress(text: string): GitAddress {
  refuseOtherProtocols(text);
  const url = URL.parse(text);
  if (!url) throw new Error('That is not an address. Write https://<host>/<owner>/<repository>.');
  if (url.username || url.password) {
    throw new Error('An address with a user name or a password is refused: only public repositories can be imported.');
  }
  if (url.search || url.hash) throw new Error('Give only the address of the repository, without "?" and "#".');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host.endsWith('.')) throw new Error(`Give the host without the dot at its end, not "${host}".`);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const name = readable(segments.at(-1) ?? '').replace(/\.git$/, '');
  if (name === '') throw new Error(`"${url.origin}" is a host without a repository.`);
  if (twoSegmentHosts.has(host) && segments.length > 2) {
    throw new Error(`Give the repository’s own address, ${url.origin}/${segments.slice(0, 2).join('/')}.`);
  }
  return {
    url: `${url.origin}/${segments.join('/')}`,
    host,
    port: Number(url.port || 443),
    owner: segments.length > 1 ? readable(segments[0] as string) : undefined,
    name,
  };
}

function refuseOtherProtocols(text: string): void {
  if (text.startsWith('-')) throw new Error('An address can’t start with a hyphen.');
  if (/^[a-z][a-z\d+.-]*::/i.test(text)) throw new Error('Git’s transport helpers ("ext::" and others) are refused.');
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'https') return;
  if (scheme === 'http')
    throw new Error('http:// is refused because anyone on the network could change it. Use https://.');
  if (scheme === 'git')
    throw new Error('git:// is refused because anyone on the network could change it. Use https://.');
  if (scheme === 'file') throw new Error('file:// is refused. Give the directory itself.');
  if (scheme && /ssh/.test(scheme)) {
    throw new Error('ssh is refused because it would use your keys. Give the https:// address.');
  }
  if (scheme) throw new Error(`${scheme}:// is refused: only https:// addresses can be imported.`);
  if (/^[^/\\]+@/.test(text))
    throw new Error('ssh is refused because it would use your keys. Give the https:// address.');
  throw new Error('That is not an https:// address.');
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How sites show a folder at a commit. */
const treeForms: readonly { hosts: RegExp; tree(commit: string): string }[] = [
  { hosts: /^github\.com$/, tree: (commit) => `/tree/${commit}` },
  { hosts: /^gitlab\./, tree: (commit) => `/-/tree/${commit}` },
  { hosts: /^(?:codeberg\.org$|gitea\.|forgejo\.)/, tree: (commit) => `/src/commit/${commit}` },
  { hosts: /^bitbucket\.org$/, tree: (commit) => `/src/${commit}` },
];

/** Where people read `folder` (empty: the root) at a commit; on an unknown site, the repository. */
export function folderUrl({ url, host }: GitAddress, commit: string, folder: string): string {
  const repository = url.replace(/\.git$/, '');
  const form = treeForms.find(({ hosts }) => isIP(host) === 0 && hosts.test(host));
  if (!form) return repository;
  const path = folder === '' ? '' : `/${folder.split('/').map(encodeURIComponent).join('/')}`;
  const whole = repository + form.tree(commit) + path;
  return whole.length > limits.urlLength ? repository : whole;
}
