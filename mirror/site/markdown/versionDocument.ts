/** A Markdown file of a version, ready to be shown. */
import { fileAddress, pictureAddress } from '../addresses.ts';
import { bodyOf } from './body.ts';
import { type Document, longestDocument, renderDocument } from './document.ts';
import { pathsFrom, resolverOf } from './reference.ts';
import { remembered } from './remembered.ts';
import { others, suspects } from './writer.ts';

/** What is known of the version that a file is of. */
interface Manifest {
  author: string;
  slug: string;
  hash: string;
  files: readonly { path: string }[];
}

interface Options {
  /** Where it is in the bundle. */
  path?: string;
  /** Whether links that leave the bundle lead nowhere, and no picture is shown: the scan warns of the version. */
  isInert?: boolean;
  /** The files that are shown as pictures where it refers to them. */
  pictures?: readonly { path: string; width: number; height: number }[];
  /** Whether the end of a long one is folded. */
  isFolded?: boolean;
}

/** The file without its frontmatter, and as HTML; undefined where it is too long for that. */
export function versionDocument(
  manifest: Manifest,
  text: string,
  { path = 'SKILL.md', isInert = false, pictures = [], isFolded = false }: Options = {},
): { text: string; document: Document | undefined } {
  const body = bodyOf(text);
  if (body.length > longestDocument) return { text: body, document: undefined };
  const files = new Set(manifest.files.map((file) => file.path));
  const resolve = resolverOf(files, (target) => fileAddress(manifest, target), path);
  const { author, slug, hash } = manifest;
  const pathOf = pathsFrom(path);
  const shown = new Map(isInert ? [] : pictures.map((picture) => [picture.path, picture]));
  const picture = (target: string) => {
    const found = shown.get(pathOf(target) ?? '');
    return found && { ...found, source: pictureAddress(manifest, found.path) };
  };
  const render = () => renderDocument(body, resolve, { writer: isInert ? suspects : others, isFolded, picture });
  return {
    text: body,
    document: remembered(
      render,
      body,
      author,
      slug,
      hash,
      path,
      JSON.stringify([isInert, isFolded, ...shown]),
      ...files,
    ),
  };
}
