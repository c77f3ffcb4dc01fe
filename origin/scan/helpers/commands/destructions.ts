/** Commands after which there is nothing left. */
import { commandOf } from './shell.ts';

/** What a command destroys, in a sentence. */
export function destructionOf(stage: string): string | undefined {
  const inner = withoutCaller(stage);
  const { program, words } = commandOf(inner);
  const options = words.filter((word) => word.startsWith('-')).join(' ');
  const operands = words.filter((word) => !word.startsWith('-')).map((word) => word.replaceAll(/["']/g, ''));
  const isRecursive = /(?:^|\s)-\w{0,9}[rR]|--recursive/.test(options);
  switch (program.split('.')[0]) {
    case 'rm':
      if (/--no-preserve-root/.test(options) || (isRecursive && operands.some((operand) => everything.test(operand))))
        return 'The command removes the root or a home folder.';
      return isRecursive && operands.some((operand) => fromRoot.test(operand))
        ? 'The command removes the root if its variable is empty.'
        : undefined;
    case 'mkfs':
    case 'wipefs':
    case 'blkdiscard':
    case 'sgdisk':
      return words.some((word) => device.test(word)) &&
        (program !== 'wipefs' || /-\w{0,5}a|--all/.test(options)) &&
        (program !== 'sgdisk' || /-Z|--zap/.test(options))
        ? 'The command destroys what is on a disk.'
        : undefined;
    case 'dd':
      return words.some((word) => word.startsWith('of=') && device.test(word.slice(3)))
        ? 'The command writes over a disk.'
        : undefined;
    case 'shred':
      return operands.some((operand) => device.test(operand)) ? 'The command writes over a disk.' : undefined;
    case 'diskutil':
      return /^(?:erase|zero|random|secureErase)/.test(words[0] ?? '') && /\bdisk\d/.test(inner)
        ? 'The command destroys what is on a disk.'
        : undefined;
    case 'chmod':
    case 'chown':
      return isRecursive && operands.length > 1 && operands.slice(1).some((operand) => /^\/(?:\*|\.)?$/.test(operand))
        ? 'The command changes who may read and write the whole system.'
        : undefined;
    case 'find':
      return /^(?:\/|~\/?|\$\{?HOME\}?\/?)$/.test(operands[0] ?? '') && isUnconditional(words)
        ? 'The command removes the root or a home folder.'
        : undefined;
    default:
      return /(?<!\d)>\s{0,3}\/dev\/(?:sd[a-z]|nvme\d|disk\d|hd[a-z]|vd[a-z])/.test(inner) && !/^\s{0,9}#/.test(inner)
        ? 'The command writes over a disk.'
        : onWindows(program, words, inner);
  }
}

/** Inside the string or list that a program hands to a shell: `os.system("rm -rf /")`. */
const withoutCaller = (stage: string): string =>
  stage
    .replace(
      /^.{0,200}(?:\b(?:system|popen|Popen|run|call|check_call|check_output|exec|execSync|spawn|spawnSync)\s{0,3}\(\s{0,3}\[?|\s-c|\bssh\s{1,3}[\w.@$-]{1,100})\s{0,3}["'`](?=(?:sudo\s{1,9})?(?:rm|mkfs|dd|shred|chmod|find)\b)/,
      '',
    )
    .replaceAll(/["'],\s{0,3}["']/g, ' ');

/** The root, a home folder, or all that is in one of them, with any slashes. */
const everything =
  /^(?:\/{1,9}(?:\.{0,2}\/{0,9})(?:\*|\.\*)?|~\/{0,9}(?:\*|\.\*|\.)?|\$\{?HOME\}?\/{0,9}(?:\*|\.\*|\.)?|\/(?:home|Users|etc|usr|var|bin|boot|lib|root|System)\/?\*?)$/;

/** A variable that names all there is before the slash: empty, it leaves the root. */
const fromRoot = /^\$(?:[A-Za-z_]\w{0,40}|\{[A-Za-z_]\w{0,40}\})\/\*$/;

const device = /^["']?\/dev\/(?:r?disk\d|sd[a-z]|sdX|nvme\d|hd[a-z]|vd[a-z]|xvd[a-z]|mmcblk\d)/;

/** Whether `find` removes all it finds: no test, such as a name or an age, comes before. */
const isUnconditional = (words: readonly string[]): boolean =>
  (words.includes('-delete') || (words.includes('-exec') && words.includes('rm'))) &&
  !words.some(
    (word) =>
      /^-(?:i?name|i?path|i?regex|[acm](?:time|min)|size|newer|user|group|perm|empty|maxdepth|inum|links)/.test(word) ||
      word === 'd',
  );

function onWindows(program: string, words: readonly string[], stage: string): string | undefined {
  const drive = /(?:^|[\s"'])[A-Za-z]:\\{0,2}(?:\*(?:\.\*)?)?["']?(?=\s|$|["'`)])/;
  const lower = words.map((word) => word.toLowerCase());
  switch (program) {
    case 'format':
      return /^[a-z]:$/.test(lower[0] ?? '') &&
        /format(?:\.com)? [a-z]:/i.test(stage) &&
        (words.length === 1 || lower.some((word) => word.startsWith('/')))
        ? 'The command formats a drive.'
        : undefined;
    case 'rd':
    case 'rmdir':
    case 'del':
    case 'erase':
      return lower.includes('/s') && drive.test(stage) ? 'The command removes all of a drive.' : undefined;
    case 'remove-item':
    case 'ri':
      return /-r(?:ecurse)?\b/i.test(stage) &&
        (drive.test(stage) || /\s["']?(?:~|\$env:USERPROFILE|\$HOME)[\\/]?\*?["']?(?=\s|$)/i.test(stage))
        ? 'The command removes all of a drive or a home folder.'
        : undefined;
    case 'vssadmin':
      return lower[0] === 'delete' && /^shadows/.test(lower[1] ?? '')
        ? 'The backups of Windows are deleted.'
        : undefined;
    case 'wbadmin':
      return lower[0] === 'delete' ? 'The backups of Windows are deleted.' : undefined;
    case 'format-volume':
    case 'clear-disk':
      return words.length > 0 ? 'The command destroys what is on a disk.' : undefined;
    default:
      return undefined;
  }
}
