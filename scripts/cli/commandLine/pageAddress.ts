/** Addresses of the registry's pages, accepted wherever a name is: people copy what their browser shows. */
import { kitId, type Reference, reference } from '../../../origin/contract/grammar/ids.ts';
import { checkHandle } from '../../../origin/contract/grammar/names.ts';
import { template } from '../../../origin/contract/grammar/template.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { type Context, exitCodes, Failure } from '../context.ts';

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const forms = {
  kit: template(pages.kitPage.path),
  skill: template(pages.skillPage.path),
  profile: template(pages.profilePage.path),
} as const;

/**
 * The name on a page: `author/skill[@version]`, `owner/kit` or a handle. Where no registry was ever named, the page's is
 * used; a page of another registry than the one in use is refused, since a token may be meant for this one. Errors:
 * `Failure` (usage).
 */
export async function nameOnPage(context: Context, text: string): Promise<string> {
  const refuse = (why: string) => new Failure(`${text} ${why}`, exitCodes.usage);
  if (!URL.canParse(text)) throw refuse('is not an address.');
  const { origin, pathname } = new URL(text);
  const base = await baseOf(context, origin, pathname);
  if (base === undefined) {
    const here = context.config.registryUrl;
    throw refuse(`is not at this registry, which is ${here}. To use the other one, add --registry ${origin}`);
  }
  const name = nameIn(decoded(pathname.slice(base.length)));
  if (name === undefined) throw refuse('is not the page of a skill, a kit or a person.');
  return name;
}

/** The path of the registry that a page is below, without a trailing slash. */
async function baseOf(context: Context, origin: string, pathname: string): Promise<string | undefined> {
  const { config } = context;
  if (config.isUnnamed && config.givenToken === undefined) {
    config.registryUrl = origin;
    config.isUnnamed = false;
    return '';
  }
  const below = (address: string) => {
    const url = new URL(address);
    const path = url.pathname.replace(/\/$/, '');
    return url.origin === origin && pathname.startsWith(`${path}/`) ? path : undefined;
  };
  const known = below(config.registryUrl);
  if (known !== undefined) return known;
  const { mirrorUrl, originUrl } = await context.registry();
  return below(mirrorUrl) ?? below(originUrl);
}

/** Where its encoding is broken, as it stands. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What belongs to a page, and not to a name on it. */
const suffix = /(?:\.md|\.rss|\.svg|\.png|\.tar\.gz|\/diff|\/files|\/followers|\/following)?\/*$/;

function nameIn(path: string): string | undefined {
  const plain = path.replace(/\/+$/, '').replace(suffix, '');
  const kit = forms.kit.parse(plain);
  if (kit) return isHandle(kit.owner) ? kitId.format(kit) : undefined;
  const [, page = plain, wanted] = /^(\/[^/]+\/[^/]+)\/v\/([^/]+)$/.exec(plain) ?? [];
  const skill: Reference | undefined = forms.skill.parse(page);
  if (skill) return isHandle(skill.author) ? reference.format({ ...skill, ...(wanted && { wanted }) }) : undefined;
  const profile = forms.profile.parse(plain);
  return profile && isHandle(profile.author) ? profile.author : undefined;
}

/** The registry's own pages begin with words that nobody can claim. */
function isHandle(text: string): boolean {
  try {
    checkHandle(text);
    return true;
  } catch {
    return false;
  }
}
