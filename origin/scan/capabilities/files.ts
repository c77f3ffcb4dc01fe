/** Files and folders that programs read and write. */
import { chosenAtRunTime } from '../../contract/scanned.ts';
import { type Data, type Effect, hole } from '../programs/effect.ts';
import type { Capability } from './capabilities.ts';

export function* pathsIn(effects: readonly Effect[], does: 'read' | 'write'): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does !== does) continue;
    for (const name of pathNames(effect.path)) yield { name, ...effect.at };
    if (isUnknown(effect.path)) yield { name: chosenAtRunTime, ...effect.at };
  }
}

/** Whether nothing of it is known. */
export const isUnknown = ({ texts }: Data): boolean =>
  texts.length === 0 || texts.some((text) => text.includes(hole) && /^[\s./\\]*$/.test(text.replaceAll(hole, '')));

/** What is not known of a path is `*`; nothing is left of one of which nothing is known. */
export function pathNames({ texts }: Data): string[] {
  return texts.flatMap((text) => {
    const path = text.trim().replaceAll(hole, '*').replace(/\*+/g, '*').replace(/^\.\//, '').replaceAll('\\', '/');
    const isNone =
      path === '' ||
      /^[*./-]+$|^\/dev\/|^&?\d$|:\/\/|^[{<][^/]*[}>]$|\n|^-|\[\]|^\/?path\/to\/|^\*\.\w+$/.test(path) ||
      path.length > 200;
    return isNone ? [] : [path];
  });
}
