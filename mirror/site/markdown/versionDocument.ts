/** A Markdown file of a version, ready to be shown. */
import { fileAddress } from '../addresses.ts';
import { bodyOf } from './body.ts';
import { type Document, longestDocument, renderDocument } from './document.ts';
import { resolverOf } from './reference.ts';
import { remembered } from './remembered.ts';

/** What is known of the version that a file is of. */
interface Manifest {
  author: string;
  slug: string;
  hash: string;
  files: readonly { path: string }[];
}

/** The file without its frontmatter, and as HTML; undefined where it is too long for that. */
export function versionDocument(
  manifest: Manifest,
  text: string,
  path = 'SKILL.md',
): { text: string; document: Document | undefined } {
  const body = bodyOf(text);
  if (body.length > longestDocument) return { text: body, document: undefined };
  const files = new Set(manifest.files.map((file) => file.path));
  const resolve = resolverOf(files, (target) => fileAddress(manifest, target), path);
  const { author, slug, hash } = manifest;
  const render = () => renderDocument(body, resolve);
  return { text: body, document: remembered(render, body, author, slug, hash, path, ...files) };
}
