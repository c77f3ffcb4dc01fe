/** Addresses in a text, and whose they are. */

export interface Address {
  /** In small letters, without port and user. */
  host: string;
  /** From the slash on; empty where there is none. */
  path: string;
  index: number;
}

/** What stands behind `http://` and `https://`. */
export function* addressesIn(text: string): Generator<Address> {
  for (const { 1: authority = '', 2: path = '', index } of text.matchAll(
    /\bhttps?:\/\/([^\s/"'`<>()[\]{}|\\?#,]{1,253})([^\s"'`<>()|\\]{0,300})/gi,
  )) {
    const host = authority
      .replace(/^.{0,200}@/, '')
      .replace(/:\d{1,5}$/, '')
      .replace(/\.$/, '')
      .toLowerCase();
    yield { host, path, index };
  }
}

/** Whether a host is one of the names or below one. */
export function isUnder(host: string, names: ReadonlySet<string>): boolean {
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '')
    if (names.has(rest)) return true;
  return false;
}
