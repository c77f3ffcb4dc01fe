/** What starts the app with a person's session, by system: a file, and the commands that turn it on and off. Pure. */
import path from 'node:path';
import { Failure } from '../failure.ts';

export interface Session {
  platform: NodeJS.Platform;
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The program and what it is called with. */
  command: readonly string[];
  /** The number of the person, where systems have them. */
  uid: number;
  /** Where files may stand that no system looks at. Absolute. */
  folder: string;
}

export interface SessionFile {
  /** Absolute. Written there, it does nothing until it is turned on. */
  path: string;
  text: string;
  encoding: 'utf8' | 'utf16le';
  /** One after the other; each a program and its arguments. */
  enable: string[][];
  disable: string[][];
  /** What is left when it was turned off. */
  leftovers: string[];
}

/** Variables of a shell that say where things are, which a session may not have. */
const places = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME'];

const description = 'skill-registry app: a page on this machine about its skills';
const label = 'skill-registry-app';

/** Errors: `Failure` where the command can't be written down. */
export function sessionFile(session: Session): SessionFile {
  const { command, environment, platform } = session;
  const set = places.flatMap((name): [string, string][] => (environment[name] ? [[name, environment[name]]] : []));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a line of the file
  if ([...command, ...set.flat()].some((word) => /[\x00-\x1f]/.test(word)))
    throw new Failure('A path of this program has a control character in it, which no such file can have.');
  if (platform === 'darwin') return launchAgent(session, set);
  if (platform === 'win32') return task(session);
  return unit(session, set);
}

/** systemd.exec(5), systemd.service(5): words in quotes, with what has a meaning there written twice. */
function unit({ home, environment, command }: Session, set: readonly [string, string][]): SessionFile {
  const quoted = (word: string) => `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
  const config = environment['XDG_CONFIG_HOME'];
  const folder = path.posix.join(config?.startsWith('/') ? config : path.posix.join(home, '.config'), 'systemd/user');
  const name = `${label}.service`;
  return {
    path: path.posix.join(folder, name),
    encoding: 'utf8',
    text: `[Unit]
Description=${description}

[Service]
ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
${set.map(([variable, value]) => `Environment=${quoted(`${variable}=${value}`)}\n`).join('')}Restart=on-failure
RestartSec=30
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`,
    enable: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', name],
    ],
    disable: [['systemctl', '--user', 'disable', '--now', name]],
    leftovers: [path.posix.join(folder, 'default.target.wants', name)],
  };
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** launchd.plist(5). launchd takes what stands in `LaunchAgents` at the next login: so it stands elsewhere until then. */
function launchAgent({ home, folder, command, uid }: Session, set: readonly [string, string][]): SessionFile {
  const file = `${label}.plist`;
  const own = path.posix.join(folder, file);
  const active = path.posix.join(home, 'Library/LaunchAgents', file);
  const string = (text: string) => `    <string>${xml(text)}</string>\n`;
  const variables = set.map(([name, value]) => `    <key>${name}</key>\n${string(value)}`).join('');
  return {
    path: own,
    encoding: 'utf8',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${command.map(string).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}  </dict>
  <key>RunAtLoad</key>
  <true/>
</dict>
</plist>
`,
    enable: [
      ['mkdir', '-p', path.posix.dirname(active)],
      ['cp', own, active],
      ['launchctl', 'bootstrap', `gui/${uid}`, active],
    ],
    disable: [['launchctl', 'bootout', `gui/${uid}/${label}`]],
    leftovers: [active],
  };
}

/** Task Scheduler’s schema 1.2. A task that starts for anyone needs an administrator; one's own does not. */
function task({ folder, command, environment }: Session): SessionFile {
  const [program = '', ...words] = command;
  const user = `${environment['USERDOMAIN'] ?? ''}\\${environment['USERNAME'] ?? ''}`.replace(/^\\/, '');
  const file = path.win32.join(folder, `${label}.xml`);
  return {
    path: file,
    encoding: 'utf16le',
    text: `\ufeff<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${description}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>${xml(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(words.map(windowsWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`,
    enable: [['schtasks', '/Create', '/F', '/TN', label, '/XML', file]],
    disable: [['schtasks', '/Delete', '/F', '/TN', label]],
    leftovers: [],
  };
}

/** As CommandLineToArgvW reads it: backslashes are doubled before a quote alone. */
const windowsWord = (word: string): string =>
  /^[^\s"]+$/.test(word) ? word : `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** As a person types a command in a shell of the system. */
export const typed = (command: readonly string[], platform: NodeJS.Platform): string =>
  command
    .map((word) =>
      /^[\w./:=@\\-]+$/.test(word) ? word : platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`,
    )
    .join(' ');
