import type { Site } from '../reading.ts';

/** What is made of a registry's addresses alone and takes a while: made when it is first asked for, and kept with them. */
export function perSite<T>(make: (site: Site) => T): (site: Site) => T {
  const made = new WeakMap<Site, { value: T }>();
  return (site) => {
    const known = made.get(site) ?? { value: make(site) };
    made.set(site, known);
    return known.value;
  };
}
