import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sessionFile, typed } from '../../../scripts/cli/app/sessionFile.ts';
import { newMachine } from '../machine.ts';

const odd = `/home/a b/$HOME "q" 100% <&>'\\x/skill-registry.mjs`;
const session = {
  home: '/home/ada',
  environment: { CODEX_HOME: '/home/ada/co dex', SKILL_REGISTRY_TOKEN: 'secret', USERDOMAIN: 'PC', USERNAME: 'a&b' },
  command: ['/usr/bin/node', odd, 'app', '--background'],
  uid: 501,
  folder: '/home/ada/.local/share/skill-registry/app',
};

it('is a systemd unit whose words arrive as they are, with the folders of the shell and none of its secrets', async () => {
  const { path, text, enable, leftovers } = sessionFile({ ...session, platform: 'linux' });
  expect(path).toBe('/home/ada/.config/systemd/user/skill-registry-app.service');
  expect(text).toContain(
    `ExecStart="/usr/bin/node" "/home/a b/$$HOME \\"q\\" 100%% <&>'\\\\x/skill-registry.mjs" "app" "--background"\n`,
  );
  expect(text).toContain('Environment="CODEX_HOME=/home/ada/co dex"\n');
  expect(text).not.toContain('secret');
  expect(enable.at(-1)).toEqual(['systemctl', '--user', 'enable', '--now', 'skill-registry-app.service']);
  expect(leftovers).toEqual(['/home/ada/.config/systemd/user/default.target.wants/skill-registry-app.service']);
});

it('is a property list that launchd looks at only once it is turned on', () => {
  const { path, text, enable, leftovers } = sessionFile({ ...session, platform: 'darwin' });
  expect(path).not.toContain('LaunchAgents');
  expect(leftovers).toEqual(['/home/ada/Library/LaunchAgents/skill-registry-app.plist']);
  expect(text).toContain(`<string>/home/a b/$HOME &quot;q&quot; 100% &lt;&amp;&gt;'\\x/skill-registry.mjs</string>`);
  expect(text).toContain('<key>CODEX_HOME</key>\n    <string>/home/ada/co dex</string>');
  expect(enable.at(-1)).toEqual(['launchctl', 'bootstrap', 'gui/501', leftovers[0]]);
});

it('is a task of the person alone on Windows, quoted as programs there read it', () => {
  const command = ['C:\\Program Files\\node.exe', 'C:\\a b\\', 'say "x\\"', 'app'];
  const { path, text, encoding } = sessionFile({ ...session, command, folder: 'C:\\data', platform: 'win32' });
  expect(path).toBe('C:\\data\\skill-registry-app.xml');
  expect(encoding).toBe('utf16le');
  expect(text).toContain('<UserId>PC\\a&amp;b</UserId>');
  expect(text).toContain('<RunLevel>LeastPrivilege</RunLevel>');
  expect(text).toContain('<Command>C:\\Program Files\\node.exe</Command>');
  expect(text).toContain('<Arguments>&quot;C:\\a b\\\\&quot; &quot;say \\&quot;x\\\\\\&quot;&quot; app</Arguments>');
});

it('is no file where a path would end a line of it', () => {
  const command = ['/usr/bin/node', '/tmp/x\nExecStart=/bin/evil'];
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(() => sessionFile({ ...session, command, platform })).toThrow('control character');
});

it('is turned on by commands that a shell reads as they are meant', () => {
  const command = ['printf', '%s|', `a b'c`, '$HOME', 'plain'];
  expect(execFileSync('sh', ['-c', typed(command, 'linux')], { encoding: 'utf8' })).toBe(`a b'c|$HOME|plain|`);
});

it('is written and shown when it is asked for, turned on only by a yes, and deleted again', async () => {
  await using machine = await newMachine({ registryUrl: 'http://127.0.0.1:9' });
  const systemctl = join(await mkdtemp(join(tmpdir(), 'bin-')), 'systemctl');
  await writeFile(systemctl, `#!/bin/sh\necho "$*" >> "${machine.home}/called"\n`, { mode: 0o755 });
  const environment = { PATH: `${join(systemctl, '..')}:${process.env['PATH']}` };
  const called = () => readFile(join(machine.home, 'called'), 'utf8').catch(() => '');
  const file = join(machine.home, '.config/systemd/user/skill-registry-app.service');

  const written = await machine.runWith({ environment }, 'app', '--at-login');
  expect(written).toMatchObject({ ended: 0, stderr: 'Written, and not turned on. To turn it on:\n' });
  const text = await readFile(file, 'utf8');
  expect(written.stdout).toContain(text.trim());
  expect(written.stdout).toContain('\nsystemctl --user enable --now skill-registry-app.service\n');
  expect(text).toContain('"--registry" "http://127.0.0.1:9" "app" "--background"');
  expect(await called()).toBe('');

  expect((await machine.runWith({ environment }, 'app', '--at-login', '--yes')).ended).toBe(0);
  expect(await called()).toBe('--user daemon-reload\n--user enable --now skill-registry-app.service\n');
  const off = await machine.runWith({ environment }, 'app', '--not-at-login');
  expect(off).toMatchObject({ ended: 0, stdout: 'The app no longer starts with a login.\n' });
  expect(await called()).toContain('--user disable --now skill-registry-app.service\n');
  expect(existsSync(file)).toBe(false);
  await rm(join(systemctl, '..'), { recursive: true });
});
