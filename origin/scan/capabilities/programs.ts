/** Programs that are run: by a shell, in a sentence, or from other programs. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import { chosenAtRunTime } from '../../contract/subjects/scanned.ts';
import { type Effect, hole } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

/** What a shell does itself, and words of its grammar. */
const builtins = new Set(
  `. : [ [[ ! alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown
  do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs
  let local logout mapfile popd printf pushd pwd read readarray readonly return select set setopt shift shopt source
  suspend test then time times trap true type typeset ulimit umask unalias unset until wait while { } < autoload
  write-host write-output write-error write-verbose write-warning foreach-object where-object select-object sort-object
  measure-object format-table format-list out-null new-object set-location get-location push-location pop-location
  add-type import-module convertto-json convertfrom-json join-path split-path test-path param iex invoke-expression
  get-date start-sleep read-host out-string % ?`.split(/\s+/),
);

/** What stands in examples for something else. */
const placeholder =
  /^(?:\.{2,}|…|[A-Z][A-Z0-9_]*|your[-_].*|path|x+|foo|bar|baz|<.*|\{.*\}|\[.*|cmd|options|args|arguments)$/;
/** Words of sentences that stand among commands: no program is called so. */
const words =
  /^(?:a|an|the|and|or|not|no|is|are|be|to|of|in|on|by|as|it|its|this|that|these|with|from|your|you|we|use|uses|used|using|can|will|should|must|when|any|all|each|etc|e\.g|i\.e|see|only|also|into|via)$/;
/** A word that begins a sentence, unless programs are called like it. */
const capitalized = /^[A-Z][a-z]{2,}$/;
const capitalPrograms = /^(?:Rscript|Xvfb|Xephyr|Code|Cursor|Blender|Chromium|Godot|Unity|Inkscape)$/;

/** A program's name as people write it: it begins with a letter, but for a few. */
const real = /^(?:[A-Za-z_][\w.+-]*|7z[a-z]?|2to3)$/;
const path = /^(?!.{0,4000}\/\/)[\w@.+~ /-]*[\w@.+~ -]$/;

export function* programsIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  const own = functionsIn(files);
  for (const effect of effects) {
    if (effect.does !== 'run') continue;
    const name = isUnknown(effect.program) ? chosenAtRunTime : programNamed(effect.program);
    if (name !== undefined && !own.has(name)) yield { name, ...effect.at };
  }
}

/** Functions of the bundle's shell scripts: what a text shows of one is no program. */
function functionsIn(files: readonly ProgramFile[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { path, text } of files) {
    if (!/\.(?:sh|bash|zsh|md)$/i.test(path)) continue;
    for (const [, named = '', plain = named] of text.matchAll(
      /^[ \t]*(?:function[ \t]+([\w-]{1,80})|([\w-]{1,80})[ \t]*\(\)[ \t]*\{)/gm,
    ))
      own.add(plain);
  }
  return own;
}

const isUnknown = (program: string): boolean => program.replaceAll(hole, '').trim() === '';

/** By the last part of a path outside the bundle, or by its path within. */
export function programNamed(written: string): string | undefined {
  const word = written
    .trim()
    .replace(/^(?:\{[\w.-]+\}|\$\{?\w+\}?|\uFFFC)[/\\]/, './')
    .replaceAll('\\', '/');
  if (
    word === '' ||
    /^\/(?:proc|etc|dev|sys|var)\//.test(word) ||
    // What a person types to an agent.
    /^\/[a-z][\w:-]*$/i.test(word) ||
    word.includes(hole) ||
    word.length > 120 ||
    /^-|:\/\/|\s{2}|^\d+$/.test(word)
  )
    return undefined;
  const last = lastSegment(word).replace(/\.exe$/i, '');
  if (builtins.has(last.toLowerCase()) || (placeholder.test(last) && last !== 'R')) return undefined;
  if (!word.includes('/') && (words.test(last) || (capitalized.test(last) && !capitalPrograms.test(last))))
    return undefined;
  if (!word.includes('/'))
    return real.test(last) && !/\.(?:md|json|txt|ya?ml|png|jpe?g|csv|html?|pdf)$/i.test(last) ? last : undefined;
  if (!path.test(word) || last === '' || !/[A-Za-z]/.test(last)) return undefined;
  return /^(?:\/|~)/.test(word) ? last : word.replace(/^(?:\.\/)+/, '');
}
