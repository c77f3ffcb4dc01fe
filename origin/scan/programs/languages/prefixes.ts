/** Programs that run the command that follows them in their arguments: `sudo`, `env`, `timeout`, … */

/** By name: the options that take a value, and how many words precede the command. */
const prefixes: Record<string, { valued?: string; skips?: number }> = {
  sudo: { valued: '-u -g -p -C -D -h -R -r -t -T -U --user --group --prompt --chdir --host' },
  doas: { valued: '-u -C' },
  env: { valued: '-u -C -S --unset --chdir' },
  nohup: {},
  setsid: {},
  command: {},
  builtin: {},
  exec: { valued: '-a' },
  time: { valued: '-f -o' },
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n -p' },
  stdbuf: { valued: '-i -o -e' },
  timeout: { valued: '-s -k --signal --kill-after', skips: 1 },
  gtimeout: { valued: '-s -k --signal --kill-after', skips: 1 },
  xargs: { valued: '-I -n -P -L -d -s -a -E --max-args --max-procs --delimiter --arg-file --replace' },
  parallel: { valued: '-j --jobs -a --arg-file' },
  watch: { valued: '-n --interval' },
  chroot: { valued: '--userspec --groups', skips: 1 },
  busybox: {},
  caffeinate: { valued: '-t -w' },
  proxychains: { valued: '-f' },
  proxychains4: { valued: '-f' },
  torsocks: {},
  unbuffer: {},
  coproc: {},
  flock: { valued: '-w -E', skips: 1 },
  arch: {},
  strace: { valued: '-e -o -p -s' },
  xvfbrun: {},
  'xvfb-run': { valued: '-s -n -e --server-args' },
};

/** Builtins of the shell; and `env`, which by itself prints all variables. */
const builtins = new Set(['command', 'builtin', 'exec', 'time', 'coproc', 'env']);

export interface Wrapped {
  /** Where the command begins in the words. */
  inner: number;
  isProgram: boolean;
}

/** Where the command begins that a prefix runs; `undefined` where the words are no such command, or it has none. */
export function wrappedBy(words: readonly (string | undefined)[]): Wrapped | undefined {
  const name = nameOfProgram(words[0] ?? '');
  const prefix = Object.hasOwn(prefixes, name) ? prefixes[name] : undefined;
  if (!prefix) return undefined;
  const valued = new Set(prefix.valued?.split(' '));
  let skips = prefix.skips ?? 0;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--') continue;
    if (word?.startsWith('-') && word.length > 1) {
      // `command -v x` and `sudo -l` ask, and run nothing.
      if (name === 'command' && /^-[vV]/.test(word)) return undefined;
      if (valued.has(word)) at += 1;
    } else if (word !== undefined && assignment.test(word)) {
    } else if (skips > 0) {
      skips -= 1;
    } else return { inner: at, isProgram: !builtins.has(name) };
  }
  return undefined;
}

const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** The last part of a path, without `.exe`, in lower case: what rules know a program by. */
export const nameOfProgram = (word: string): string =>
  word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase();
