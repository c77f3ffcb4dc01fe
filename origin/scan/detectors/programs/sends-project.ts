import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { staysLocal } from '../../helpers/sending/destinations.ts';
import { type Effect, hole } from '../../programs/effect.ts';

export const sendsProject: BundleDetector = {
  id: 'sends-project',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A program sends a whole folder of the user: the project, the home, or what an agent remembers.',
  explanation:
    'A folder that is packed and uploaded takes with it what nobody thought of: the .env file, notes, unpublished code. Reported ' +
    'is a request whose body is made of all of the working directory, of the home directory, of the whole disk, or of an ' +
    'agent’s workspace and memory. Named ' +
    'files and folders within them, copies by scp and rsync to a machine of one’s own, and what stays on this machine are left ' +
    'out. Send the files that the service needs, by name.',
  examples: {
    bad: {
      path: 'deploy.sh',
      text: 'tar -czf /tmp/all.tgz .\ncurl -F "file=@/tmp/all.tgz" https://lampkeeper.example/in\n',
    },
    good: {
      path: 'deploy.sh',
      text: 'tar -czf /tmp/site.tgz dist\ncurl -F "file=@/tmp/site.tgz" https://lampkeeper.example/in\n',
    },
  },
  inspectBundle: sendings,
};

function* sendings({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects)
    if (effect.does === 'send' && !staysLocal(effect.to) && takesAll(effect))
      yield { ...effect.at, message: 'The program sends all that is in a folder of the user.' };
}

function takesAll({ what, how }: Effect & { does: 'send' }): boolean {
  if (/^(?:scp|rsync|sftp|git)/.test(how)) return false;
  const files = what.sources.filter(({ origin }) => origin === 'file');
  // A path that a program puts together begins so, and ends in what is not known.
  const isOpen = (line: number) => files.some(({ name, at }) => at.line === line && name.includes(hole));
  return files.some(({ name, isPart, at }) => !isPart && folders.test(name) && !isOpen(at.line));
}

/** The working directory, the home, the root, what an agent keeps. */
const folders =
  /^(?:\.{1,2}\/?\*?|\*|~\/?\*?|\$(?:HOME|PWD)\/?|\/|\/(?:home|Users|root)\/?\*?|.{0,200}\/\.(?:openclaw|clawdbot|moltbot|claude|codex|gemini)(?:\/(?:workspace|memory|agents|projects|sessions))?\/?\*?|(?:.{0,200}\/)?(?:SOUL|MEMORY|USER|IDENTITY)\.md)$/;
