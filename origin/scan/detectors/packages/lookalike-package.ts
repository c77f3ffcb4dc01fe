import leven from 'leven';
import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { linesOf, warnsAgainst } from '../../helpers/text/lines.ts';
import { npmNames } from './lookalike-package.npm.data.ts';
import { pypiNames } from './lookalike-package.pypi.data.ts';

export const lookalikePackage: Detector = {
  id: 'lookalike-package',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A package is installed whose name is one letter away from a widely used one.',
  explanation:
    'Typing mistakes are registered by attackers as packages of their own, and agents repeat the mistakes of texts. Names in ' +
    'package.json, requirements files and installation commands are compared with the most used packages of npm and PyPI; ' +
    'what is among those itself, short names, plurals and names within a scope are left out. Look at whether it is the ' +
    'package that you mean.',
  examples: {
    bad: { path: 'SKILL.md', text: '```sh\npip install reqeusts\n```\n' },
    good: { path: 'SKILL.md', text: '```sh\npip install requests\nnpm install @example/lodahs\n```\n' },
  },
  inspect: namesIn,
};

interface Registry {
  known: ReadonlySet<string>;
  /** Those worth imitating, by their length. */
  targets: ReadonlyMap<number, readonly string[]>;
}

const targetCount = 700;

function registryOf(names: readonly string[]): Registry {
  const targets = new Map<number, string[]>();
  for (const name of names.slice(0, targetCount))
    if (name.length >= 5) targets.set(name.length, [...(targets.get(name.length) ?? []), name]);
  return { known: new Set(names), targets };
}

const npm = registryOf(npmNames);
const pypi = registryOf(pypiNames);

/** A file may name the same many times. */
const maxNames = 500;

function* namesIn({ path, text, isText }: ScannedFile): Generator<Place> {
  if (!isText) return;
  const seen = new Set<string>();
  const isManifest = /(?:^|\/)package\.json$/i.test(path);
  const isRequirements = /(?:^|\/)requirements[\w.-]{0,40}\.(?:txt|in)$/i.test(path);
  if (!isManifest && !isRequirements && !/\binstall\b|\bnpx\b|\buvx\b|\badd\b/.test(text)) return;
  for (const { number, text: line } of linesOf(text)) {
    for (const [registry, name] of namesOf(line, isManifest, isRequirements)) {
      if (seen.size === maxNames) return;
      if (seen.has(name) || warnsAgainst(line)) continue;
      seen.add(name);
      if (registry === npm && /[a-z]I[a-z]/.test(name)) {
        yield { line: number, message: `The package “${name.slice(0, 40)}” has a capital I that reads as an l.` };
        continue;
      }
      const meant = imitated(registry, name);
      if (meant)
        yield { line: number, message: `The package “${name.slice(0, 40)}” is one letter away from “${meant}”.` };
    }
  }
}

function* namesOf(line: string, isManifest: boolean, isRequirements: boolean): Generator<[Registry, string]> {
  if (isManifest) {
    const name = /^\s{0,20}"([a-z][\w.-]{3,60})"\s{0,5}:\s{0,5}"[\^~>=<]{0,2}\d/.exec(line)?.[1];
    if (name) yield [npm, name];
    return;
  }
  if (isRequirements) {
    const name = /^\s{0,9}([A-Za-z][\w.-]{3,60})\s{0,3}(?:[[=<>~!;#]|$)/.exec(line)?.[1];
    if (name) yield [pypi, plain(name)];
    return;
  }
  const command =
    /(?<![\w-])(npm|pnpm|yarn|bun|npx|bunx|pip3?|pipx|uvx?)\s{1,5}(?:pip\s{1,5})?((?:install|i|add|tool install)\s{1,5})?([^`|&;#()<>"']{3,300})/.exec(
      line,
    );
  if (!command || (!command[2] && !/^(?:npx|bunx|uvx)$/.test(command[1] ?? ''))) return;
  const registry = /^(?:pip|uv)/.test(command[1] ?? '') ? pypi : npm;
  for (const word of (command[3] ?? '').split(/\s+/, 12)) {
    const name = /^([A-Za-z][\w.-]{3,60})(?:[@=<>~![].{0,60})?$/.exec(word)?.[1];
    if (!name) {
      if (/^-/.test(word)) continue;
      return;
    }
    yield [registry, registry === pypi ? plain(name) : name];
    if (/x$/.test(command[1] ?? '')) return;
  }
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[._]/g, '-');

/** The widely used package that a name differs from by a letter: one more, one less, another, or two that are swapped. */
function imitated({ known, targets }: Registry, name: string): string | undefined {
  if (name.length < 5 || known.has(name) || known.has(name.replaceAll('-', ''))) return undefined;
  for (const length of [name.length - 1, name.length, name.length + 1])
    for (const target of targets.get(length) ?? []) if (isNear(name, target)) return target;
  return undefined;
}

function isNear(name: string, target: string): boolean {
  if (name === `${target}s` || target === `${name}s` || /\d/.test(name) !== /\d/.test(target)) return false;
  const distance = leven(name, target, { maxDistance: 2 });
  if (distance === 1) return target.length > 5 || name.charAt(0) === target.charAt(0);
  return distance === 2 && name.length === target.length && isSwapped(name, target);
}

function isSwapped(name: string, target: string): boolean {
  const at = [...name].findIndex((letter, index) => letter !== target.charAt(index));
  return (
    name.charAt(at) === target.charAt(at + 1) &&
    name.charAt(at + 1) === target.charAt(at) &&
    name.slice(at + 2) === target.slice(at + 2)
  );
}
