/** What programs that are started by name do, as data. */
import type { Origin } from '../effect.ts';
import type { Language } from '../program.ts';

/** They run what comes after their options, or what they are given by `-c`, or read. */
export const interpreters: ReadonlyMap<string, Language> = new Map<string, Language>([
  ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'].map((name) => [name, 'bash'] as const),
  ...['python', 'python2', 'python3', 'py', 'pypy3'].map((name) => [name, 'python'] as const),
  ...['node', 'nodejs', 'bun', 'deno', 'tsx', 'ts-node'].map((name) => [name, 'javascript'] as const),
  ...['powershell', 'pwsh', 'powershell.exe', 'pwsh.exe'].map((name) => [name, 'powershell'] as const),
  ['ruby', 'ruby'],
  ['php', 'php'],
  ['perl', 'ruby'],
]);

/** They start another program with what comes after their own options. */
export const starters: ReadonlySet<string> = new Set(
  'sudo doas env nohup time timeout nice ionice setsid xargs command builtin exec stdbuf caffeinate unbuffer watch chroot su busybox start'.split(
    ' ',
  ),
);

/** What they print is the content of files that they are given, or of what they read. */
export const readers: ReadonlySet<string> = new Set(
  'cat head tail less more tac nl tee grep egrep fgrep rg sed awk cut sort uniq tr jq yq strings xxd od hexdump base64 base32 gzip bzip2 xz zstd zip tar 7z openssl gpg wc fold paste rev iconv column type get-content gc findstr select-string convertto-json out-string plutil sqlite3 find dd'.split(
    ' ',
  ),
);

/** Their output is decoded where one of these is among the words. */
export const decoding: ReadonlyMap<string, RegExp> = new Map([
  ['base64', /^(?:-[a-zA-Z]{0,3}[dD]|--decode)/],
  ['base32', /^(?:-d|--decode)/],
  ['xxd', /^-[a-z]{0,3}r/],
  ['openssl', /^-d$/],
  ['gunzip', /^/],
  ['zcat', /^/],
  ['gzip', /^-[a-z]{0,3}d/],
  ['uudecode', /^/],
]);

export const givers: ReadonlyMap<string, Origin> = new Map<string, Origin>([
  ['pbpaste', 'clipboard'],
  ['wl-paste', 'clipboard'],
  ['get-clipboard', 'clipboard'],
  ['printenv', 'environment'],
  ['secret-tool', 'keychain'],
  ['kwallet-query', 'keychain'],
  ['op', 'secret'],
]);

export const packageManagers: ReadonlyMap<string, RegExp> = new Map([
  ['pip', /^install$/],
  ['pip3', /^install$/],
  ['pipx', /^install$/],
  ['uv', /^(?:add|install)$/],
  ['npm', /^(?:install|i|add)$/],
  ['pnpm', /^(?:install|i|add)$/],
  ['yarn', /^add$/],
  ['bun', /^(?:add|install|i)$/],
  ['brew', /^install$/],
  ['apt', /^install$/],
  ['apt-get', /^install$/],
  ['gem', /^install$/],
  ['cargo', /^install$/],
  ['go', /^(?:install|get)$/],
]);
