/** Reads XML as strictly as a feed reader's parser, in the part of it that feeds use. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What XML 1.0 takes for a character (section 2.2), but for `<`. */
const characters = /^[\t\n\r\u{20}-\u{3B}\u{3D}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

/**
 * The root element of a document.
 * @throws Error at whatever isn't well-formed.
 */
export function parseXml(document: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(declaration)) throw new Error('No XML declaration.');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [piece] of document.slice(declaration.length).matchAll(/<[^<>]*>|[^<]+|[\s\S]/g)) {
    const parent = open.at(-1) as Element;
    if (!piece.startsWith('<')) parent.text += textOf(piece);
    else if (piece.startsWith('</')) {
      if (piece !== `</${parent.name}>` || open.length === 1) throw new Error(`${piece} closes ${parent.name}.`);
      open.pop();
    } else {
      const element = elementOf(piece);
      parent.children.push(element);
      if (!piece.endsWith('/>')) open.push(element);
    }
  }
  const [only, ...more] = root.children;
  if (open.length > 1 || !only || more.length > 0 || root.text.trim()) throw new Error('Not one whole element.');
  return only;
}

function elementOf(tag: string): Element {
  const [, name, list = ''] = /^<([a-z][\w:]*)((?:\s+[\w:]+="[^"<]*")*)\s*\/?>$/i.exec(tag) ?? [];
  if (!name) throw new Error(`Not a tag: ${tag}`);
  const attributes = [...list.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, textOf(value)]);
  return { name, attributes: Object.fromEntries(attributes), children: [], text: '' };
}

function textOf(text: string): string {
  if (!characters.test(text)) throw new Error(`No text of XML: ${JSON.stringify(text)}`);
  return text.replace(/&([^;]*;?)/g, (whole, reference: string) => {
    const character = entities[reference.slice(0, -1)];
    if (!reference.endsWith(';') || character === undefined) throw new Error(`No entity: ${whole}`);
    return character;
  });
}

/** The only child of a name; more or fewer of it are an error. */
export function childOf({ name: parent, children }: Element, name: string): Element {
  const [only, ...more] = children.filter((child) => child.name === name);
  if (!only || more.length > 0) throw new Error(`<${parent}> has ${more.length + (only ? 1 : 0)} <${name}>.`);
  return only;
}
