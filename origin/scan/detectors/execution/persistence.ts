import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { commandOf, pipelinesOf } from '../../helpers/commands/shell.ts';
import { commandLinesOf } from '../../helpers/text/lines.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const persistence: Detector = {
  id: 'persistence',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Something is set up to start by itself.',
  explanation:
    'What runs at every login, at every shell or by a clock goes on after the skill is gone, and out of sight. Reported ' +
    'are scheduled jobs, launch agents, user services, Run keys, keys added to authorized_keys, commands written into a ' +
    'shell profile, and files written over that say who may log in or become root. Lines that only set a variable, a path, an alias or a completion there are left out, and so are ' +
    'listing and editing jobs by hand, and warnings. Say in the skill what stays behind and how to remove it, and ask ' +
    'before it is set up.',
  examples: {
    bad: { path: 'setup.sh', text: '(crontab -l; echo "*/5 * * * * ~/.sync/run.sh") | crontab -\n' },
    good: { path: 'setup.sh', text: `echo 'export PATH="$HOME/.tool/bin:$PATH"' >> ~/.zshrc\n` },
  },
  inspect: settingsIn,
};

const mayPersist =
  /cron|launchctl|Library[\\/]+Launch|systemctl|systemd|authorized_keys|\.(?:bashrc|zshrc|zshenv|zprofile|profile|bash_profile|bash_login)\b|CurrentVersion|schtasks|ScheduledTask|login item|Startup|\bat\s|enable-linger|\/etc\/(?:ssh\/|sudoers|pam\.d|shadow|passwd)/i;

function* settingsIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayPersist.test(file.text)) return;
  const isWarning = warningsIn(file);
  let last = 0;
  for (const { number, text: line } of commandLinesOf(file.text)) {
    if (number === last || !mayPersist.test(line)) continue;
    const message = messageFor(line);
    if (message === undefined || isWarning(number, line)) continue;
    last = number;
    yield { line: number, message };
  }
}

function messageFor(line: string): string | undefined {
  for (const stages of pipelinesOf(line)) {
    for (const [at, stage] of stages.entries()) {
      const message = settingOf(stage, at > 0);
      if (message !== undefined) return message;
    }
  }
  if (overwritesLogin(line)) return 'The settings by which people log in to the machine are written over.';
  return onWindows(line) ?? (writesProfile(line) ? 'A command is written into a shell profile.' : undefined);
}

function settingOf(stage: string, isPiped: boolean): string | undefined {
  const { program, words } = commandOf(stage);
  switch (program) {
    case 'crontab': {
      const rest = words.filter((word, at) => word !== '-u' && words[at - 1] !== '-u');
      const isFile = rest.length === 1 && /^["']?[\w$~{}/-]{0,100}[./][\w$~{}/.-]{1,100}["']?$/.test(rest[0] ?? '');
      const isInput =
        rest[0] === '-' ||
        /^<{1,3}[^<]{0,100}$/.test(rest[0] ?? '') ||
        (isPiped && rest.length === 0 && /^\s/.test(stage));
      return isFile || isInput ? 'A scheduled job is set up (crontab).' : undefined;
    }
    case 'at':
      return isPiped && /^(?:now|midnight|noon|teatime|tomorrow|\d)/.test(words[0] ?? '')
        ? 'A job is set up to run later (at).'
        : undefined;
    case 'launchctl':
      return /^(?:load|bootstrap|enable|submit)$/.test(words[0] ?? '') && words.length > 1
        ? 'A launch agent is set up (launchctl).'
        : undefined;
    case 'systemctl':
      return words.includes('--user') &&
        /^(?:enable|reenable|link)$/.test(words.find((word) => !word.startsWith('-')) ?? '') &&
        words.length > 2
        ? 'A service is set up to start by itself (systemctl).'
        : undefined;
    case 'loginctl':
      return words[0] === 'enable-linger' ? 'Services of a user are kept running after logout.' : undefined;
    default:
      return writtenBy(stage, program, words);
  }
}

/** Files that something starts from, written by a redirection or as the last argument of a command that copies. */
function writtenBy(stage: string, program: string, words: readonly string[]): string | undefined {
  const redirected = />{1,2}\s{0,9}["']?([^\s"']{1,300})/.exec(stage)?.[1];
  const paths = words.filter((word) => !word.startsWith('-'));
  const copied = program === 'tee' ? paths[0] : copiers.has(program) && paths.length > 1 ? paths.at(-1) : undefined;
  const target = [redirected, copied].find((path) => path !== undefined && startsFrom.test(path)) ?? '';
  if (/cron/.test(target)) return 'A scheduled job is set up (cron).';
  if (/Launch/.test(target)) return 'A launch agent is set up.';
  if (target !== '') return 'A service or a program is set up to start by itself.';
  const isKey =
    /authorized_keys$/.test(redirected ?? copied ?? '') &&
    /\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w{1,20}) AAAA/.test(stage);
  return isKey ? 'A key is added that may log in from elsewhere.' : undefined;
}

/** Who may log in, and who becomes root; in a text that a program writes, too. A copy for safety’s sake is none. */
function overwritesLogin(line: string): boolean {
  const at = line.search(/ ["']?\/etc\/(?:ssh\/|sudoers|pam\.d\/|shadow|passwd)/);
  if (at === -1 || line.slice(at + 1).includes('.bak')) return false;
  const before = line.slice(Math.max(0, at - 80), at);
  return /\btee(?: -a)?$|>$/.test(before) || /(?:cp|mv) [\w*/.~$-]{1,60}$/.test(before);
}

const copiers = new Set('cp mv ln install'.split(' '));

const startsFrom =
  /^["']?(?:\/etc\/cron(?:\.\w{1,10}\/|tab)|\/var\/spool\/cron\/|\/etc\/(?:rc\.local|init\.d\/|profile\.d\/)|[\w~$/{}]{0,100}\/?Library\/Launch(?:Agents|Daemons)\b|[\w~$/{}]{0,100}\/\.config\/autostart\/|[\w~$./{}]{0,100}\/systemd\/(?:system|user)\/(?:$|[\w@.$\\{}-]{1,100}\.(?:service|timer|socket|path)\b))/;

const onWindows = (line: string): string | undefined => {
  if (/\bschtasks(?:\.exe)?["']?\s.{0,9}\/create\b/i.test(line) || /\bRegister-ScheduledTask\s/i.test(line))
    return 'A scheduled task is set up.';
  const isRunKey =
    /\\CurrentVersion\\{1,2}Run(?:Once)?\b/i.test(line) &&
    /\breg(?:\.exe)?\s{1,9}add\b|\b(?:New|Set)-ItemProperty\b|\bSetValueEx\b/i.test(line);
  if (isRunKey) return 'A program is set up to start at login (Run key).';
  if (
    /\b(?:copy|xcopy|cp|mv|move|Copy-Item|CreateShortcut)\b/i.test(line) &&
    /Start Menu\\{1,2}Programs\\{1,2}Startup\b/i.test(line)
  )
    return 'A program is set up to start at login (Startup).';
  return /\bosascript\b/.test(line) && /\bmake\s{1,9}(?:new\s{1,9})?login item\b/i.test(line)
    ? 'A program is set up to start at login.'
    : undefined;
};

const profile =
  /(?:~|\$\{?HOME\}?|\/root|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40})\/\.(?:bashrc|zshrc|zshenv|zprofile|profile|bash_profile|bash_login)\b|\$\{?(?:PROFILE|SHELL_RC|RC_FILE)\}?\b/;

/** Whether a line appends something to a shell profile that does more than set the shell up. */
function writesProfile(line: string): boolean {
  const target = /(?:>>?\s{0,9}|\btee\s{1,9}(?:-a\s{1,9})?|\bsed\s{1,9}-i\b.{0,200}\s)["']?(?=[~$/])/.exec(line);
  if (!target || !profile.test(line.slice(target.index))) return false;
  const written = line.slice(0, target.index);
  return isActive.test(written) && !/^\s{0,40}(?:cat|sed|grep|touch)\b/.test(written);
}

/** Fetches, sends, runs in the background, or hides what it runs. */
const isActive =
  /\b(?:curl|wget|nc|ncat|socat|nohup|setsid|disown|base64|osascript|PROMPT_COMMAND|LD_PRELOAD|DYLD_INSERT_LIBRARIES)\b|(?:^|[;&'"\s])(?:python3?|node|perl|ruby|bash|sh)\s{1,9}(?!-)[\w~$./{-]|[^&>|]&\s{0,3}["')]|&>|\/dev\/tcp\//;
