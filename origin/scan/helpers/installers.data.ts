/**
 * Where the documentation of well-known tools says to pipe their installer into a shell. Advice on these would be noise
 * in every second skill that has a prerequisite. Each is an address under which nobody but that project publishes; a
 * GitHub one names the repository.
 */
export const installers: readonly { under: string; of: string }[] = [
  { under: 'https://astral.sh/', of: 'uv and ruff, tools for Python' },
  { under: 'https://sh.rustup.rs', of: 'rustup, the installer of Rust' },
  { under: 'https://bun.sh/install', of: 'Bun' },
  { under: 'https://bun.com/install', of: 'Bun' },
  { under: 'https://deno.land/install.sh', of: 'Deno' },
  { under: 'https://deno.land/x/install/', of: 'Deno, its former address' },
  { under: 'https://get.pnpm.io/', of: 'pnpm' },
  { under: 'https://get.volta.sh', of: 'Volta' },
  { under: 'https://fnm.vercel.app/install', of: 'fnm' },
  { under: 'https://deb.nodesource.com/', of: 'packages of Node.js' },
  { under: 'https://raw.githubusercontent.com/nvm-sh/nvm/', of: 'nvm' },
  { under: 'https://raw.githubusercontent.com/Homebrew/install/', of: 'Homebrew' },
  { under: 'https://raw.githubusercontent.com/helm/helm/', of: 'Helm' },
  { under: 'https://install.python-poetry.org', of: 'Poetry' },
  { under: 'https://pyenv.run', of: 'pyenv' },
  { under: 'https://pixi.sh/', of: 'pixi' },
  { under: 'https://mise.run', of: 'mise' },
  { under: 'https://get.docker.com', of: 'Docker' },
  { under: 'https://get.sdkman.io', of: 'SDKMAN!' },
  { under: 'https://nixos.org/nix/install', of: 'Nix' },
  { under: 'https://install.determinate.systems/', of: 'Nix, the installer of Determinate Systems' },
  { under: 'https://ollama.com/install.sh', of: 'Ollama' },
  { under: 'https://tailscale.com/install.sh', of: 'Tailscale' },
  { under: 'https://fly.io/install.sh', of: 'flyctl' },
  { under: 'https://aka.ms/InstallAzureCLIDeb', of: 'Azure CLI' },
  { under: 'https://aka.ms/InstallAzureCli', of: 'Azure CLI' },
  { under: 'https://cursor.com/install', of: 'Cursor' },
  { under: 'https://claude.ai/install', of: 'Claude Code' },
  { under: 'https://get.scoop.sh', of: 'Scoop' },
  { under: 'https://foundry.paradigm.xyz', of: 'Foundry' },
  { under: 'https://starship.rs/install.sh', of: 'Starship' },
];
