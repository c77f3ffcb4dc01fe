/** What a skill runs or installs with, of what people choose by: read off its capability record, as `needs:` of search is. */
import type { Runtime } from '../../contract/subjects/facets.ts';
import type { Capabilities } from '../../scan/capabilities/capabilities.ts';

/** Programs without their versions. */
const programs: Record<Runtime, string> = {
  python: 'python pip pipx uv uvx poetry conda pytest jupyter',
  node: 'node npm npx yarn pnpm bun bunx deno tsx ts-node',
  shell: 'bash sh zsh',
  docker: 'docker docker-compose podman',
  git: 'git',
  curl: 'curl wget',
  jq: 'jq',
  homebrew: 'brew',
  go: 'go',
  rust: 'cargo rustc rustup',
  java: 'java javac mvn gradle',
  ruby: 'ruby gem bundle',
  php: 'php composer',
  browser: 'playwright puppeteer chromium chrome google-chrome agent-browser',
  claude: 'claude',
  openclaw: 'openclaw clawdbot clawhub clawdhub moltbot',
};

/** What installs packages: `npm:left-pad`. */
const installers: Record<string, Runtime> = {
  ...{
    npm: 'node',
    pip: 'python',
    pypi: 'python',
    uv: 'python',
    brew: 'homebrew',
    cargo: 'rust',
    gem: 'ruby',
    go: 'go',
  },
  ...{ composer: 'php', maven: 'java' },
};

const runtimeOf = new Map(
  Object.entries(programs).flatMap(([runtime, names]) => names.split(' ').map((name) => [name, runtime as Runtime])),
);

const script = /\.(?:sh|bash|zsh)$/;

export function runtimesIn(capabilities: Pick<Capabilities, 'programs' | 'packages'> | undefined): Runtime[] {
  if (!capabilities) return [];
  const found = capabilities.programs.map(({ name }) => {
    const program = name.toLowerCase().replace(/[\d.]+$/, '');
    return script.test(name) ? 'shell' : runtimeOf.get(program);
  });
  const installed = capabilities.packages.map(({ name }) => installers[name.split(':')[0] ?? '']);
  return [...new Set([...found, ...installed].filter((runtime) => runtime !== undefined))];
}
