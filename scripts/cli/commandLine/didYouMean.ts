/** What is wrong with a command line, and what it was probably meant to be, as a whole line that can be typed. */
import { printableJson } from '../terminal/printable.ts';
import { createTerminal, type Streams } from '../terminal/terminal.ts';

/** Words of other programs, and what does the same here. */
const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    browse: 'open',
    check: 'lint',
    ci: 'install --frozen',
    create: 'init',
    deploy: 'publish',
    devices: 'device list',
    download: 'install',
    find: 'search',
    get: 'install',
    inbox: 'notifications',
    keys: 'key list',
    kits: 'kit list',
    me: 'whoami',
    new: 'init',
    news: 'notifications',
    push: 'publish',
    release: 'publish',
    settings: 'config list',
    signin: 'login',
    signout: 'logout',
    subscribe: 'kit subscribe',
    subscriptions: 'kit list --mine',
    teams: 'team list',
    token: 'auth token',
    tokens: 'auth tokens',
    un: 'remove',
    undeprecate: 'deprecate --undo',
    unpublish: 'withdraw',
    unsubscribe: 'kit unsubscribe',
    validate: 'lint',
    yank: 'withdraw',
    'key create': 'add --new',
    'key new': 'add --new',
    'key remove': 'revoke',
    'key rm': 'revoke',
    'kit new': 'create',
    'team add': 'invite',
    'team kick': 'remove',
    'team promote': 'role',
  }),
);

/**
 * The same, with what is wrong put right; undefined where nothing is near.
 * @param said the parser's own words, which name the nearest
 */
function suggestion(typed: readonly string[], said: string): string | undefined {
  const [, unknown, quoted] = /unknown (command|option) '([^']*)'/.exec(said) ?? [];
  if (unknown === undefined || quoted === undefined) return undefined;
  const nearest = /Did you mean (?:one of )?([^,?)]+)/.exec(said)?.[1]?.trim();
  const at = typed.indexOf(quoted);
  const words = typed.slice(0, at + 1).filter((word) => !word.startsWith('-'));
  const meant = (unknown === 'command' ? elsewhere.get(words.join(' ')) : undefined) ?? nearest;
  if (meant === undefined || at === -1) return undefined;
  return ['skill-registry', ...typed.slice(0, at).map(shown), meant, ...typed.slice(at + 1).map(shown)].join(' ');
}

/** As a shell takes it. */
const shown = (word: string): string => (/^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Says it on stderr, with --json also as the one document. `said` is the parser's; what it prints by itself is out. */
export async function sayWhatIsWrong(
  said: string,
  { argv, env, stdin, stdout, stderr }: Pick<NodeJS.Process, 'argv' | 'env'> & Streams,
): Promise<void> {
  if (!said.startsWith('error: ')) return;
  const typed = argv.slice(2);
  const json = typed.includes('--json');
  const { signal } = new AbortController();
  const terminal = createTerminal({ streams: { stdin, stdout, stderr }, environment: env, json, signal });
  const meant = suggestion(typed, said);
  const wrong = said.slice('error: '.length).replace(/\n?\(Did you mean[\s\S]*$/, '');
  const next = said.includes('unknown command') ? 'For all commands: skill-registry help' : '';
  const message = [wrong, meant ? `Did you mean: ${meant}` : next].filter(Boolean).join('\n');
  if (json) await terminal.print(printableJson({ error: { code: 'usage', message } }));
  terminal.note(message);
}
