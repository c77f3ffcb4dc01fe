/** Files and folders that programs read and write. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import { chosenAtRunTime } from '../../contract/subjects/scanned.ts';
import { type Data, type Effect, hole } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

export function* pathsIn(effects: readonly Effect[], does: 'read' | 'write'): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does !== does && !(effect.does === 'opens' && effect.to === does)) continue;
    for (const name of pathNames(effect.path)) yield { name, ...effect.at };
    if (isUnknown(effect.path)) yield { name: chosenAtRunTime, ...effect.at };
  }
}

/** Whether nothing of it is known. */
const isUnknown = ({ texts }: Data): boolean =>
  texts.length === 0 || texts.some((text) => text.includes(hole) && /^[\s./\\]*$/.test(text.replaceAll(hole, '')));

/** Databases that a program opens and whose tables it changes. */
export function* databasesIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  const changing = new Set(files.filter(({ text }) => changes.test(text)).map(({ path }) => path));
  for (const effect of effects) {
    if (effect.does !== 'read' || !changing.has(effect.at.path) || /\.(?:sh|bash|zsh|md)$/.test(effect.at.path))
      continue;
    for (const name of pathNames(effect.path)) if (/\.(?:db|sqlite3?)$/.test(name)) yield { name, ...effect.at };
  }
}

const changes = /\b(?:CREATE TABLE|INSERT (?:OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|ALTER TABLE|DROP TABLE)\b/i;

/** Folders that commands make. */
export function* foldersIn(effects: readonly Effect[]): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does !== 'run') continue;
    const made = madeBy(lastSegment(effect.program), effect.words);
    for (const path of made) for (const name of pathNames(path)) yield { name, ...effect.at };
  }
}

function madeBy(program: string, words: readonly Data[]): readonly Data[] {
  const first = words.map(({ texts }) => texts[0] ?? '');
  if (program === 'mkdir') return given(words, /^-(?:m|-mode)$/);
  if (program === 'git' && first[0] === 'clone')
    return given(words.slice(1), /^(?:-[bocju]|--(?:branch|depth|origin|config|jobs|filter|reference))$/).slice(1, 2);
  const isVenv = /^python[\d.]*$/.test(program) && first[0] === '-m' && /^(?:venv|virtualenv)$/.test(first[1] ?? '');
  return isVenv ? given(words.slice(2), /^--(?:prompt|python)$/) : [];
}

/** The words that are no options, nor what follows one that takes a value. */
const given = (words: readonly Data[], valued: RegExp): Data[] =>
  words.filter(({ texts: [text = ''] }, at) => !text.startsWith('-') && !valued.test(words[at - 1]?.texts[0] ?? ''));

/** What is not known of a path is `*`; nothing is left of one of which nothing is known. */
export function pathNames({ texts }: Data): string[] {
  // `(HOME || '') + '/.a'` is `~/.a` wherever anybody runs it.
  const atHome = new Set(texts.filter((text) => text.startsWith('~/')).map((text) => text.slice(1)));
  return texts.flatMap((text) => {
    if (atHome.has(text)) return [];
    const path = text.trim().replaceAll(hole, '*').replace(/\*+/g, '*').replace(/^\.\//, '').replaceAll('\\', '/');
    const isNone =
      path === '' ||
      path === ':memory:' ||
      /[<>"]/.test(path) ||
      /^[*./-]+$|^\/dev\/|^&?\d$|:\/\/|^[{<][^/]*[}>]$|\n|^-|\[\]|\||^\[|^\/?path\/to\/|^\*\.\w+$/.test(path) ||
      path.length > 200;
    return isNone ? [] : [path];
  });
}
