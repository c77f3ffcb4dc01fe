/** What is acted against, as a page names it: an account, a skill, or one version of it. */
interface Version {
  author: string;
  slug: string;
  hash: string;
}

const shownDigits = 12;

/** The version that a target names; undefined for a skill or an account. */
export function versionOf(target: string): Version | undefined {
  const [skill = '', hash] = target.split('@');
  const [author = '', slug = ''] = skill.split(':');
  return hash ? { author, slug, hash } : undefined;
}

/** The target as people read it: a version's hash shortened. */
export function shownTarget(target: string): string {
  const [named = '', digits = ''] = target.split('@sha256:');
  return digits ? `${named} @ ${digits.slice(0, shownDigits)}` : named;
}

/** Puts the target where a copy has a part for it: shortened, the whole of it in the title, as a link if it is one. */
export function showTarget(row: HTMLElement, target: string): void {
  const place = row.querySelector<HTMLElement>('[data-part="target"]');
  if (!place) return;
  place.textContent = shownTarget(target);
  place.title = target;
  if (place instanceof HTMLAnchorElement) place.href = `/${target.split('@')[0]?.replace(':', '/')}`;
}
