import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import type { Data, Effect } from '../../programs/effect.ts';
import { npmNames } from './lookalike-package.npm.data.ts';
import { pypiNames } from './lookalike-package.pypi.data.ts';
import { makers, tools } from './unpinned-package.data.ts';

export const unpinnedPackage: BundleDetector = {
  id: 'unpinned-package',
  severity: 'medium',
  consequence: 'advise',
  summary: 'The skill does its work by a little-known package of no fixed version.',
  explanation:
    'npx, uvx and their like fetch a package and run it at once. Without a version it is whatever its owner published last, so ' +
    'what was reviewed is not what runs tomorrow. Reported are little-known packages that a skill runs again and again, feeds with ' +
    'the output of other commands, hands to an agent as a server of tools, takes at a tag for unfinished versions, or ' +
    'runs from a repository without naming a commit or a release, or takes as a file from somebody’s server. A single run, widely used packages and known makers are ' +
    'left out. Name the version.',
  examples: {
    bad: { path: 'SKILL.md', text: '```sh\ngit diff | npx lampkeeper-review --all\n```\n' },
    good: {
      path: 'SKILL.md',
      text: '```sh\ngit diff | npx lampkeeper-review@1.4.2 --all\nnpx prettier --check .\n```\n',
    },
  },
  inspectBundle: unpinnedIn,
};

/** From so many places on, it is what the skill is made of. */
const many = 4;

function* unpinnedIn({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  const places = new Map<string, BundlePlace[]>();
  for (const effect of effects) {
    const spec = effect.does === 'run' ? runBy(effect) : effect.does === 'install' ? installed(effect) : undefined;
    if (spec !== undefined && isAddress(spec))
      yield { ...effect.at, message: 'A package is a file on somebody’s server.' };
    if (spec === undefined || isPinned(spec)) continue;
    if (isRepository(spec)) {
      yield { ...effect.at, message: 'A package is run from a repository without a fixed version.' };
      continue;
    }
    const { name, tag } = partsOf(spec);
    if (isKnown(name)) continue;
    const message = effect.does === 'run' ? wrongIn(effect, tag) : isUnfinished(tag) ? unfinished : undefined;
    if (message !== undefined) yield { ...effect.at, message };
    else if (effect.does === 'run' && places.size < 200)
      places.set(
        name,
        [...(places.get(name) ?? []), effect.at].slice(0, 60).map((at) => ({ ...at, message: wholly })),
      );
  }
  for (const found of places.values()) if (found.length >= many) yield* found;
}

const wholly = 'The skill does its work by a package of no fixed version.';
const unfinished = 'A package is taken at a tag that moves with each unfinished version.';

function wrongIn({ program, input }: Effect & { does: 'run' }, tag: string): string | undefined {
  if (isUnfinished(tag)) return unfinished;
  if (!isRunner(program)) return 'An agent gets tools from a package of no fixed version.';
  const isFed = input?.sources.some(({ origin }) => origin === 'output' || origin === 'file') ?? false;
  return isFed ? 'Data goes to a package of no fixed version.' : undefined;
}

const isUnfinished = (tag: string): boolean => /^(?:alpha|beta|next|canary|dev|nightly|rc|edge|preview)$/.test(tag);

const runners = /^(?:npx|bunx|uvx|pnpx|pipx|uv|pnpm|yarn|npm|bun)$/;

const isRunner = (program: string): boolean => runners.test(program);

/** What a command runs from a registry or a repository. */
function runBy({ program, words }: Effect & { does: 'run' }): string | undefined {
  const texts = words.map(textOf);
  if (isRunner(program)) return specIn(program, texts);
  const at = texts.findIndex((word) => /^(?:npx|bunx|uvx|pnpx|pipx)$/.test(word));
  const isServer =
    at > 0 &&
    /^(?:claude|codex|gemini|qwen|code|openclaw|clawdbot|mcporter)$/.test(program) &&
    texts.includes('mcp') &&
    texts.includes('add');
  return isServer ? specIn(texts[at] ?? '', texts.slice(at + 1)) : undefined;
}

const textOf = ({ texts }: Data): string => texts[0] ?? '';

/** How each of them says that it runs something and doesn't only install it. */
const verbs: ReadonlyMap<string, RegExp> = new Map([
  ['pipx', /^run$/],
  ['uv', /^(?:run|tool)$/],
  ['pnpm', /^dlx$/],
  ['yarn', /^dlx$/],
  ['npm', /^(?:exec|x)$/],
  ['bun', /^x$/],
]);

function specIn(program: string, words: readonly string[]): string | undefined {
  const verb = verbs.get(program);
  const at = verb ? words.findIndex((word) => verb.test(word)) : -1;
  if (verb && at === -1) return undefined;
  const rest = words.slice(at + 1);
  const source = rest.findIndex((word) => /^(?:--from|--spec|--package|-p)$/.test(word));
  const given =
    source === -1
      ? rest.map((word) => /^--(?:from|spec|package)=(.{1,300})$/.exec(word)?.[1]).find(Boolean)
      : rest[source + 1];
  // `uv run` runs a file of the project.
  if (given !== undefined || program === 'uv') return given ?? (rest[0] === 'run' ? rest[1] : undefined);
  return rest.find((word) => !word.startsWith('-'));
}

const installed = ({ manager, name }: Effect & { does: 'install' }): string | undefined =>
  /^(?:npm|pnpm|yarn|bun)$/.test(manager) || (/^(?:pip3?|pipx|uv)$/.test(manager) && isAddress(name))
    ? name
    : undefined;

/** A package that is a file on somebody’s server, apart from the releases of code hosts and the servers of registries. */
const isAddress = (spec: string): boolean =>
  /^https?:\/\/[^\s]{1,300}\.(?:tgz|tar\.gz|whl|zip)$/.test(spec) &&
  !/^https:\/\/(?:github\.com|gitlab\.com|codeload\.github\.com|files\.pythonhosted\.org|registry\.npmjs\.org|download\.pytorch\.org|storage\.googleapis\.com|huggingface\.co)\//.test(
    spec,
  );

const isRepository = (spec: string): boolean => /\bgit\+(?:https|ssh):|^(?:github|gitlab|bitbucket):/.test(spec);

/** A version that begins with a number, a release of a repository, or a commit. A range counts: it has a floor. */
const isPinned = (spec: string): boolean => /.[@#=~<>^]{1,3}v?\d|[@#][0-9a-f]{7,40}$|[@#]v?\d{1,4}\.\d/.test(spec);

function partsOf(spec: string): { name: string; tag: string } {
  const at = spec.indexOf('@', 1);
  const name = (at === -1 ? spec : spec.slice(0, at)).replace(/\[[^\]]{0,60}\]$/, '');
  return { name, tag: at === -1 ? '' : spec.slice(at + 1) };
}

const popular: ReadonlySet<string> = new Set([...npmNames, ...pypiNames, ...tools]);

/** Paths, gaps and options of documentation are no names either. */
function isKnown(name: string): boolean {
  if (
    !/^(?:@[a-z0-9][\w.-]{0,60}\/)?[a-z0-9][\w.-]{1,80}$/i.test(name) ||
    /^(?:create-|your-|my-|some-|package\b|example|foo\b|pkg\b)/i.test(name)
  )
    return true;
  const [scope = '', own = ''] = name.split('/');
  return own === '' ? popular.has(name) : makers.has(scope);
}
