/** In which folder each file of the bundle works: what its `cd` said last, so that names of files mean what they mean there. */
import { hole, type Place } from '../effect.ts';
import type { Value } from './value.ts';

export interface Folders {
  /** Where that is known by its whole path, by home, or by a hidden folder, or that it is none that a file names. */
  enter(path: Value, at: Place): void;
  /** The same path as from where the bundle stands; of a folder that no file names, all of it is no folder of the user's. */
  within(path: Value, at: Place): Value;
}

export function trackFolders(): Folders {
  const folders = new Map<string, string | typeof unnamed>();
  return {
    enter: (path, at) => {
      const [to] = path.texts;
      const base = folders.get(at.path);
      const isWhole = to !== undefined && isAnchored.test(to);
      const isFurther = to !== undefined && typeof base === 'string' && /^[\w.]/.test(to);
      if (isWhole) folders.set(at.path, joined('', to));
      else if (isFurther) folders.set(at.path, joined(base, to));
      else if (to === undefined || to.includes(hole)) folders.set(at.path, unnamed);
      else folders.delete(at.path);
    },
    within: (path, at) => {
      const folder = folders.get(at.path);
      if (folder === unnamed) {
        if (!path.texts.some((text) => isAll.test(text))) return path;
        return { ...path, texts: path.texts.map((text) => (isAll.test(text) ? `${hole}/${text}` : text)) };
      }
      if (folder === undefined || !path.texts.some((text) => isRelative.test(text))) return path;
      return { ...path, texts: path.texts.map((text) => (isRelative.test(text) ? joined(folder, text) : text)) };
    },
  };
}

/** A folder that is given as the program runs. */
const unnamed = Symbol('unnamed');
const isAll = /^\.\/?\*?$|^\*$/;
const isAnchored = /^(?:[~/]|\.\w|[A-Za-z]:[\\/])/;
/** A name of a file, and no option, address or unknown. */
const isRelative = /^(?![A-Za-z][A-Za-z\d+.-]{0,20}:)[\w.*][^\n\uFFFC]{0,300}$/;

function joined(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path
    .replaceAll('\\', '/')
    .replace(/\/{1,9}$/, '')
    .split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '~') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/').slice(0, 300);
}
