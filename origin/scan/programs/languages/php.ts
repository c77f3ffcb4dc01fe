/** PHP. */

import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';
import { lowerWith } from './common.ts';
import { libraryOf } from './libraries.ts';

function nameOf(node: Node, low: Builder): string | undefined {
  if (/^(?:variable_name|name|dynamic_variable_name)$/.test(node.type))
    return low.textOf(node).replace(/^[${]+|\}$/g, '');
  return node.type === 'qualified_name' ? (low.textOf(node).split('\\').at(-1) ?? '') : undefined;
}

export const lowerPhp = lowerWith({ language: 'php', nameOf, library: libraryOf('php') });
