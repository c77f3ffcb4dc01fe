import type { Detector } from '../../detector.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';

export const gatekeeperBypass: Detector = {
  id: 'gatekeeper-bypass',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A command turns off what an operating system checks programs with.',
  explanation:
    'macOS marks what was downloaded and asks before it starts; Windows scans it. Stealers that come as a disk image have ' +
    'their victims take the mark away first. Reported are commands that remove the quarantine mark, turn Gatekeeper or ' +
    'Defender off, or exclude a folder from its scans. Showing the mark, and warnings, are left out. Ship a signed program.',
  examples: {
    bad: { path: 'SKILL.md', text: '```sh\nxattr -rd com.apple.quarantine /Applications/Helper.app\n```\n' },
    good: { path: 'SKILL.md', text: '```sh\nxattr -p com.apple.quarantine Helper.app\n```\n' },
  },
  inspect: (file) =>
    /xattr|spctl|MpPreference|DisableAntiSpyware|csrutil/i.test(file.text) ? placesByLine(file, messageFor) : [],
};

const messageFor = (line: string): string | undefined =>
  !warnsAgainst(line) &&
  (/\bxattr\s{1,5}(?:-[a-z]{1,4}\s{1,5}){0,3}-[a-z]{0,3}(?:d[a-z]{0,3}\s{1,5}com\.apple\.quarantine|c[a-z]{0,3}\s)/.test(
    line,
  ) ||
    /\bspctl\s{1,5}--(?:master|global)-disable\b|\bcsrutil\s{1,5}disable\b/.test(line) ||
    /\b(?:Set|Add)-MpPreference\b.{0,200}-(?:Disable\w{3,40}\s{1,5}(?:\$true|1)|ExclusionPath|ExclusionProcess|ExclusionExtension)\b/i.test(
      line,
    ) ||
    /\bDisableAntiSpyware\b.{0,60}\b1\b/i.test(line))
    ? 'The line turns off what the system checks programs with.'
    : undefined;
