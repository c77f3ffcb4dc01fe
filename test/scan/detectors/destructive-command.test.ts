import { describe, expect, it } from 'vitest';
import { destructiveCommand } from '../../../origin/scan/detectors/execution/destructive-command.ts';
import { inspect, linesFound } from './inspect.ts';

describe('destructive-command', () => {
  it.each([
    ['the root', 'rm -rf /'],
    ['the root, guarded no more', 'sudo /bin/rm -r --no-preserve-root -f /'],
    ['all that is in the root', 'cd /tmp && sudo rm -fr /* # never mind'],
    ['a home folder', 'rm -rf ~'],
    ['all that is in a home folder', 'rm -r -f "$HOME"/*'],
    ['the root by an empty variable', 'rm -rf "$BUILD_DIR"/*'],
    ['a system folder', 'rm --recursive --force /usr'],
    ['a command for another host', 'ssh web1 "sudo rm -rf /"'],
    ['a command of a program', 'os.system("rm -rf /")'],
    ['a command in pieces', 'subprocess.run(["rm", "-rf", "/"])'],
    ['a call', 'shutil.rmtree(Path.home())'],
    ['a sentence that asks for it', 'Then run `rm -rf ~/` to clean up.'],
    ['a new file system', 'sudo mkfs.ext4 -F /dev/nvme0n1'],
    ['bytes on a disk', 'dd if=/dev/zero of=/dev/sda bs=1M'],
    ['bytes on a disk by redirection', 'cat image.raw > /dev/sdb'],
    ['a shredded disk', 'shred -n 3 /dev/sdb'],
    ['wiped signatures', 'wipefs -a /dev/sda'],
    ['an erased disk of a Mac', 'diskutil eraseDisk JHFS+ Empty /dev/disk2'],
    ['a fork bomb', ':(){ :|:& };:'],
    ['a fork bomb with a name', 'bomb() { bomb | bomb & }; bomb'],
    ['permissions of everything', 'sudo chmod -R 777 /'],
    ['find', 'find ~ -type f -delete'],
    ['a formatted drive', 'format c: /q'],
    ['a folder of Windows', 'rd /s /q C:\\'],
    ['PowerShell', 'Remove-Item -Recurse -Force C:\\'],
    ['backups of Windows', 'vssadmin delete shadows /all /quiet'],
  ])('finds %s', (_, text) => {
    expect(linesFound(destructiveCommand, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it.each([
    ['a folder by its name', 'rm -rf node_modules ./dist /tmp/build "$HOME/.cache/tool"'],
    ['a variable by itself', 'rm -rf "$WORK_DIR"'],
    ['a guarded variable', `rm -rf "\${WORK_DIR:?}"/*`],
    ['package lists', 'rm -rf /var/lib/apt/lists/*'],
    ['a repository', 'rm -rf .git && git init && git clean -xfd'],
    ['old files', "find / -name core -delete && find ~ -type f -name '*.tmp' -delete"],
    ['an image', 'mkfs.ext4 disk.img && dd if=/dev/zero of=swapfile bs=1M'],
    ['a backup of a disk', 'dd if=/dev/sda of=disk.img'],
    ['a sink', 'echo done > /dev/null'],
    ['permissions of a folder', 'chmod -R 755 ./bin'],
    ['a part of a project', 'Remove-Item -Recurse -Force .\\dist'],
    ['words', 'Format: the date as day, month, year'],
    ['a warning', 'Never run `rm -rf /`.'],
    ['a mention', '- `rm -rf /` and `mkfs` need a second confirmation'],
    ['a list of what a program blocks', 'BLOCKED = ["rm -rf /", "mkfs.ext4 /dev/sda"]'],
    ['an element of such a list', '  "rm -rf /",\n  - "rm -rf ~"'],
    ['a search', 'grep -r "rm -rf /" .'],
    ['an injection', "new Config(host: 'localhost; rm -rf /');"],
    ['a section that warns', '## Dangerous commands\n\n```sh\nrm -rf /\n```'],
    ['a comment that warns', '# Do not do this:\nrm -rf /'],
  ])('lets %s be', (_, text) => {
    expect(inspect(destructiveCommand, text)).toEqual([]);
  });

  it('says what is lost', () => {
    expect(inspect(destructiveCommand, 'ls\nrm -rf $OUT/*\ndd of=/dev/sda')).toEqual([
      { line: 2, message: 'The command removes the root if its variable is empty.' },
      { line: 3, message: 'The command writes over a disk.' },
    ]);
  });
});
