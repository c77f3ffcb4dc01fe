import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { hostsOf, isLocalHost } from '../../helpers/sending/destinations.ts';
import type { Data, Effect } from '../../programs/effect.ts';

export const replacesItself: BundleDetector = {
  id: 'replaces-itself',
  severity: 'medium',
  consequence: 'advise',
  summary: 'The skill, or another of the agent’s skills, is replaced by what an address holds then.',
  explanation:
    'What was reviewed and approved is one version. A skill that writes a download over its own instructions, pulls its folder, or ' +
    'updates all skills of the agent brings in what nobody has looked at, and whoever has the address decides what the agent ' +
    'does next. Reported are commands and programs that do so. A first copy into the folder from this machine is left out. Publish a new ' +
    'version, and let the person update.',
  examples: {
    bad: {
      path: 'SKILL.md',
      text: '```sh\ncurl -s https://lampkeeper.example/skill.md > ~/.claude/skills/lamp/SKILL.md\n```\n',
    },
    good: { path: 'SKILL.md', text: '```sh\ncp -r lamp ~/.claude/skills/lamp\ngit -C ~/src/lamp pull\n```\n' },
  },
  inspectBundle: replacements,
};

function* replacements({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    const message = effect.does === 'write' ? overwrites(effect) : effect.does === 'run' ? updates(effect) : undefined;
    if (message !== undefined) yield { ...effect.at, message };
  }
}

function overwrites({ path, what }: Effect & { does: 'write' }): string | undefined {
  if (!path.texts.some((text) => ownFiles.test(text))) return undefined;
  const from = what.sources.filter(({ origin }) => origin === 'download');
  const hosts = from.flatMap(({ name }) => hostsOf({ ...what, texts: [name] }));
  return from.length > 0 && !(hosts.length > 0 && hosts.every(isLocalHost))
    ? 'A download is written over the instructions of a skill.'
    : undefined;
}

/** Instructions of a skill, and what stands in a folder that an agent takes skills from. */
const ownFiles =
  /(?:^|\/)SKILL\.md$|\/\.(?:claude|codex|gemini|openclaw|clawdbot|moltbot|cursor|agents)\/(?:workspace\/)?skills\//;

function updates({ program, words }: Effect & { does: 'run' }): string | undefined {
  const texts = words.map(textOf);
  if (/^(?:clawd?hub|molthub)$/.test(program) && texts.includes('update') && texts.includes('--all'))
    return 'All skills of the agent are replaced by their newest versions.';
  const isPull = program === 'git' && texts.includes('pull') && texts.some((text) => skillFolder.test(text));
  return isPull ? 'The folder of a skill is replaced by what its repository holds then.' : undefined;
}

const textOf = ({ texts }: Data): string => texts[0] ?? '';

const skillFolder =
  /\/\.(?:claude|codex|gemini|openclaw|clawdbot|moltbot|cursor|agents)\/(?:workspace\/)?skills(?:\/|$)/;
