/** Go. Packages are told by their last name, as programs call them. */

import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';
import { lowerWith } from './common.ts';
import { libraryOf } from './libraries.ts';

function nameOf(node: Node, low: Builder): string | undefined {
  if (/^(?:identifier|field_identifier|package_identifier|type_identifier)$/.test(node.type)) return low.textOf(node);
  if (node.type !== 'selector_expression') return undefined;
  const name = low.textOf(node);
  return /^[\w.]{1,120}$/.test(name) ? name : undefined;
}

export const lowerGo = lowerWith({ language: 'go', nameOf, library: libraryOf('go') });
