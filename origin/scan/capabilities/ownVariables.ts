/** Variables that a script or an example sets for itself: nobody has to set those. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import type { Place } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import { secretName } from './variableNames.ts';

/**
 * Whether a shell variable is the bundle's own: set further up in the same script or in one that it sources, or, where a text
 * shows a part of a script, anywhere in that. What is only set to itself or a default comes from outside.
 */
export function ownVariables(files: readonly ProgramFile[]): (at: Place, name: string) => boolean {
  const shells = files.filter(({ path }) => /\.(?:sh|bash|zsh)$/.test(path));
  const set = new Map(shells.map(({ path, text }) => [path, setIn(text)]));
  const inAny = new Set([...set.values()].flatMap((names) => [...names.keys()]));
  const byName = new Map(shells.map(({ path }) => [lastSegment(path), path]));
  const sourced = new Map(
    shells.map(({ path, text }) => {
      const lines = [...text.matchAll(/^[ \t]*(?:source|\.)[ \t]+(.{1,300})$/gm)].map(([, line = '']) => line);
      const others = lines.flatMap((line) => line.split(/["'/\s;]/).flatMap((word) => byName.get(word) ?? []));
      return [path, new Set(others.flatMap((other) => [...(set.get(other)?.keys() ?? [])]))];
    }),
  );
  const shown = new Map(files.filter(({ path }) => isText.test(path)).map(({ path, text }) => [path, setHere(text)]));
  return (at, name) => {
    if (shown.get(at.path)?.has(name)) return true;
    if (!set.has(at.path)) return inAny.has(name);
    const line = set.get(at.path)?.get(name);
    return (line !== undefined && line < at.line) || (sourced.get(at.path)?.has(name) ?? false);
  };
}

/** `A="${A:-b}"`. */
const usesItself = (name: string, value: string): boolean => value.includes(`$${name}`) || value.includes(`\${${name}`);

/** Where each is set first, from 1. */
function setIn(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    const [, name = '', value = ''] =
      /^[ \t]*(?:export[ \t]+|local[ \t]+|readonly[ \t]+|declare[ \t]+(?:-\w+[ \t]+)?)?([A-Za-z_]\w{0,63})=(.*)$/.exec(
        line,
      ) ?? [];
    const isOutside = usesItself(name, value);
    if (name !== '' && !isOutside && !lines.has(name)) lines.set(name, i + 1);
    const words = line.trim().split(/[ \t;]/);
    const asked = words.includes('read') ? (words.at(-1) ?? '') : '';
    if (/^[A-Za-z_]\w*$/.test(asked) && !lines.has(asked)) lines.set(asked, i + 1);
  }
  return lines;
}

const isText = /\.(?:md|mdx|markdown)$/i;

/** `HOOK_PATH=".git/hooks/pre-commit"`, and no path to fill in. */
const isOwnPath = (name: string, value: string): boolean =>
  /_(?:PATH|DIR)$/.test(name) && /^["']?[.~\w/]/.test(value) && !/path\/to|your|[<>]|\.\.\./i.test(value);

/**
 * Variables that an example's own commands set and use: nobody is told to set those, unless they are secrets with a value to
 * fill in.
 */
export function setHere(text: string): Set<string> {
  const used = new Set([...text.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name));
  const own = new Set<string>();
  for (const [, name = '', value = ''] of text.matchAll(/^[ \t]*([A-Z][A-Z0-9_]*)=(?=["'$`\w(.~/])(.{0,300})/gm)) {
    const isMade = /^"?(?:\$|`|\()/.test(value) && !usesItself(name, value);
    if (used.has(name) && (isMade || !secretName.test(name) || isOwnPath(name, value))) own.add(name);
  }
  return own;
}
