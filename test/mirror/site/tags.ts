/** Reads a page the way a browser does, but stricter: what isn't plainly a tag or plainly text is refused. */

export interface Tag {
  name: string;
  attributes: Map<string, string>;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an attribute or element, its character references resolved. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });

const attribute = /\s+([^\s"'<>/=]+)(?:="([^"]*)")?/y;

/**
 * Every opening tag of a page, in order.
 * @throws Error at a `<` that opens no well-formed tag: escaped text has none.
 */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const start = /<(?:!doctype html>|\/[a-z][a-z\d]*>|([a-z][a-z\d]*))/iy;
    start.lastIndex = at;
    const match = start.exec(html);
    if (!match) throw new Error(`Not a tag at ${at}: ${html.slice(at, at + 80)}`);
    at = start.lastIndex;
    if (match[1] === undefined) continue;
    const attributes = new Map<string, string>();
    for (attribute.lastIndex = at; ; at = attribute.lastIndex) {
      const found = attribute.exec(html);
      if (!found) break;
      attributes.set(found[1]?.toLowerCase() ?? '', unescaped(found[2] ?? ''));
    }
    const end = /\s*\/?>/y;
    end.lastIndex = at;
    if (!end.test(html)) throw new Error(`A tag is not closed at ${at}: ${html.slice(at, at + 80)}`);
    at = end.lastIndex;
    tags.push({ name: match[1].toLowerCase(), attributes });
  }
  return tags;
}

/** The types of script elements that browsers run nothing of (HTML, data blocks). */
const dataTypes = ['application/ld+json'];

/** Whether an element may run something. Data in a script element runs nothing. */
export const isScript = ({ name, attributes }: Tag): boolean =>
  name === 'script' && !(dataTypes.includes(attributes.get('type') ?? '') && attributes.size === 1);

/** The records that a page is about, as machines read them out of its data. */
export function recordsOf(html: string): Record<string, unknown>[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  return blocks.flatMap(([, json = '']) => JSON.parse(json)['@graph']);
}

/** Every value of one attribute. */
export const valuesOf = (html: string, name: string): string[] =>
  tagsOf(html).flatMap(({ attributes }) => attributes.get(name) ?? []);

/** What a reader sees: the page without its data and tags, character references resolved, runs of space as one. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<script[^>]*>[^<]*<\/script>/g, '').replace(/<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
