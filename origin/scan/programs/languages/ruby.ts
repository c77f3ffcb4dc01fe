/** Ruby. */

import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';
import { lowerWith } from './common.ts';
import { libraryOf } from './libraries.ts';

function nameOf(node: Node, low: Builder): string | undefined {
  if (/^(?:identifier|constant|instance_variable|class_variable|global_variable)$/.test(node.type))
    return low.textOf(node).replace(/^[@$]+/, '');
  if (node.type !== 'scope_resolution') return undefined;
  return low.textOf(node).replace(/^::/, '').replaceAll('::', '.').replace(/\s+/g, '');
}

export const lowerRuby = lowerWith({ language: 'ruby', nameOf, library: libraryOf('ruby') });
