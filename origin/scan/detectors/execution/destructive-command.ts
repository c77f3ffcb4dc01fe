import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { destructionOf } from '../../helpers/commands/destructions.ts';
import { pipelinesOf } from '../../helpers/commands/shell.ts';
import { commandLinesOf } from '../../helpers/text/lines.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const destructiveCommand: Detector = {
  id: 'destructive-command',
  severity: 'high',
  consequence: 'advise',
  summary: 'A command destroys a disk, a home folder or the whole system.',
  explanation:
    'An agent that follows it has nothing left to go back to. Reported are removals of the root, of a home folder or of ' +
    'all that is in them, file systems and bytes written over a device, fork bombs, permissions taken off the whole ' +
    'system, and the removal of Windows backups. Removing a folder by its name is fine, such as node_modules or one ' +
    'under /tmp; so are lists of strings that a program blocks, and warnings. Name the very folder that is to go, and ' +
    'guard a variable with “:?”.',
  examples: {
    bad: { path: 'clean.sh', text: 'sudo rm -rf --no-preserve-root /\n' },
    good: { path: 'clean.sh', text: 'rm -rf node_modules "$HOME/.cache/tool" /tmp/build-*\n' },
  },
  inspect: destructionsIn,
};

const mayDestroy =
  /\brm\b|mkfs|\bdd\b|shred|wipefs|chmod|chown|\(\)\s{0,3}\{|format|\brd\b|rmdir|\bdel\b|vssadmin|wbadmin|bcdedit|-delete|-exec|Remove-Item|\bri\b|rmtree|rmSync|diskutil|blkdiscard|sgdisk|>\s{0,3}\/dev/i;

function* destructionsIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayDestroy.test(file.text)) return;
  const isWarning = warningsIn(file);
  const isProse = /\.(?:md|mdx|markdown|txt)$/i.test(file.path);
  let last = 0;
  for (const { number, text: line } of commandLinesOf(file.text)) {
    if (number === last || !mayDestroy.test(line)) continue;
    const message = isMention(line, isProse) ? undefined : messageFor(line);
    if (message === undefined || isWarning(number, line)) continue;
    last = number;
    yield { line: number, message };
  }
}

/** An element of a list, in a program or in prose, that nobody is told to run; and what a search looks for. */
const isMention = (line: string, isProse: boolean): boolean =>
  /^\s{0,40}(?:-\s{1,9})?(?:["'].{0,200}["'],?|r["'].{0,200}["'],?)\s{0,9}$/.test(line) ||
  /\b(?:grep|rg|ag)\s|[=:]\s{0,9}\[\s{0,9}r?["']/.test(line) ||
  (isProse &&
    line.includes('`') &&
    !/```/.test(line) &&
    !/\b(?:run|execute|type|enter|use|call|paste|first|then|to)\b/i.test(line));

function messageFor(line: string): string | undefined {
  if (isInjected(line)) return undefined;
  for (const stages of pipelinesOf(line)) {
    for (const stage of stages) {
      const message = destructionOf(stage);
      if (message !== undefined) return message;
    }
  }
  if (
    /(?:^|[\s;`])(\w{1,20}|:)\s{0,3}\(\)\s{0,3}\{\s{0,3}\1\s{0,3}\|\s{0,3}\1\s{0,3}&\s{0,3}\}\s{0,3};\s{0,3}\1/.test(
      line,
    )
  )
    return 'A fork bomb stops the machine.';
  if (
    /\b(?:shutil\.rmtree|fs\.rm(?:dir)?(?:Sync)?|rimraf(?:\.sync)?|FileUtils\.rm_rf)\s{0,3}\(\s{0,9}(?:["'](?:\/|~|\/home|\/Users|C:\\{1,2})["']|os\.path\.expanduser\(\s{0,3}["']~\/?["']\s{0,3}\)|Path\.home\(\)\s{0,3}[,)]|(?:os|require\(["'](?:node:)?os["']\))\.homedir\(\)\s{0,3}[,)]|process\.env\.HOME\s{0,3}[,)])/.test(
      line,
    )
  ) {
    return 'A program removes the root or a home folder.';
  }
  return /\bGet-WmiObject\s{1,9}Win32_ShadowCopy\b/i.test(line) && /Delete\b/i.test(line)
    ? 'The backups of Windows are deleted.'
    : undefined;
}

/** What a text about injections passes as a value: a string that goes on after its value, `"name; rm -rf /"`. */
const isInjected = (line: string): boolean =>
  /["'][^"']{0,80};\s{0,3}rm\s[^"';]{0,40}["']/.test(line) &&
  !/\b(?:system|popen|run|exec\w{0,8}|ssh|sh|eval)\b/i.test(line);
