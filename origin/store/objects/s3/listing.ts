/** A page of a listing, out of XML that is believed only where it is whole and says what was asked. */
import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { BucketError } from './refusals.ts';

export interface Page {
  keys: string[];
  /** Leads to the next page; undefined for the last. */
  next: string | undefined;
}

/** Bytes: a thousand names with all that is said of them are less than half. */
const largestPage = 8 * 1024 * 1024;

/** Rejects with `BucketError` where it is cut, foreign or contradicts itself. `after`: the last name of the page before. */
export function pageOf(xml: Buffer, { prefix, after }: { prefix: string; after: string | undefined }): Page {
  try {
    if (xml.length > largestPage) throw new Error('it is too long');
    return read(xml.toString(), prefix, after);
  } catch (error) {
    const why = error instanceof Unlike ? `: ${error.message}` : '';
    throw new BucketError(`The server’s listing can’t be read${why}.`, 'BadListing');
  }
}

/** What is wrong with it, in words of ours. */
class Unlike extends Error {}

function read(text: string, prefix: string, after: string | undefined): Page {
  if (text.includes('<!DOCTYPE')) throw new Unlike('it declares a type');
  const root = parseXml(text).root;
  if (root?.name !== 'ListBucketResult') throw new Unlike('it is none');
  const all = elementsOf(root);
  const one = (name: string): string | undefined => {
    const found = all.filter((element) => element.name === name);
    if (found.length > 1) throw new Unlike(`it has ${name} twice`);
    return found[0]?.text;
  };
  const isEncoded = one('EncodingType') === 'url';
  const keys = all.filter(({ name }) => name === 'Contents').map((element) => keyOf(element, isEncoded));
  const count = one('KeyCount');
  if (count !== undefined && Number(count) !== keys.length) throw new Unlike('it lacks names');
  let last = after;
  for (const key of keys) {
    if (!key.startsWith(prefix)) throw new Unlike('it has names that were not asked for');
    if (last !== undefined && Buffer.compare(Buffer.from(key), Buffer.from(last)) <= 0)
      throw new Unlike('its names are not in order');
    last = key;
  }
  const [isTruncated, next] = [one('IsTruncated'), one('NextContinuationToken')];
  if (isTruncated !== 'true' && isTruncated !== 'false') throw new Unlike('it does not say whether it ends');
  if (isTruncated === 'true' && (!next || keys.length === 0)) throw new Unlike('it leads nowhere');
  return { keys, next: isTruncated === 'true' ? next : undefined };
}

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => child.type === 'element');

function keyOf(contents: XmlElement, isEncoded: boolean): string {
  const keys = elementsOf(contents).filter(({ name }) => name === 'Key');
  const [key] = keys;
  if (keys.length !== 1 || !key?.text) throw new Unlike('it has an object without a name');
  return isEncoded ? decodeURIComponent(key.text.replaceAll('+', ' ')) : key.text;
}
