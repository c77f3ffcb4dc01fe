/** Data on stdout, everything else on stderr. */
import { createInterface } from 'node:readline/promises';
import { Failure } from '../failure.ts';
import { harmless, plain, type Style, styled, styles } from './printable.ts';

export interface Terminal {
  /** Whether the command's outcome is printed as JSON. */
  json: boolean;
  /** A person watches and can answer; never in CI. */
  isInteractive: boolean;
  /** A sentence on stderr. */
  note(line: string): void;
  /** How far a long command is: drawn over itself where a person watches, nothing elsewhere. */
  progress(done: number, total: number, what: string): void;
  /** Asks yes or no; the answer is `fallback` where nobody can answer. */
  confirm(question: string, fallback: boolean): Promise<boolean>;
  /** Asks for a line; the answer is `fallback` where nobody can answer or nothing is typed. */
  ask(question: string, fallback: string): Promise<string>;
  /** Colours for people; the text itself where there are none (NO_COLOR, no terminal), which printing decides. */
  style: Record<Style, (text: string) => string>;
  /** Prints data on stdout, as it is for programs: `bytes` where nobody watches. */
  print(text: string, bytes?: Uint8Array): Promise<void>;
}

export interface Streams {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

interface Options {
  streams: Streams;
  environment: Record<string, string | undefined>;
  json: boolean;
  signal: AbortSignal;
}

export function createTerminal({ streams, environment, json, signal }: Options): Terminal {
  const { stdin, stdout, stderr } = streams;
  const inCi = Boolean(environment['CI']) && environment['CI'] !== 'false';
  const isInteractive = Boolean(stdin.isTTY && stderr.isTTY) && !inCi;
  const wantsColour = !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  const drawn = (text: string, stream: NodeJS.WriteStream) =>
    stream.isTTY && wantsColour ? styled(harmless(text)) : plain(harmless(text));
  const isDrawn = Boolean(stderr.isTTY) && !inCi && environment['TERM'] !== 'dumb';
  for (const stream of [stdout, stderr]) stream.on('error', ignoreGone);
  let progressShown = false;
  const clear = () => {
    if (progressShown) stderr.write('\r\x1b[K');
    progressShown = false;
  };
  const ask = async (question: string): Promise<string> => {
    clear();
    const reader = createInterface({ input: stdin, output: stderr });
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        reader.once('SIGINT', () => reject(new Failure('Stopped.')));
        reader.once('close', () => resolve(''));
        reader.question(drawn(question, stderr), { signal }).then(resolve, reject);
      });
      return answer.trim();
    } finally {
      reader.close();
    }
  };
  return {
    json,
    isInteractive,
    note: (line) => {
      clear();
      stderr.write(`${drawn(line, stderr)}\n`);
    },
    progress: (done, total, what) => {
      if (!isDrawn) return;
      clear();
      if (done >= total) return;
      stderr.write(drawn(`${what} ${done}/${total}`, stderr).slice(0, (stderr.columns || 80) - 1));
      progressShown = true;
    },
    confirm: async (question, fallback) => {
      if (!isInteractive) return fallback;
      const answer = await ask(`${question} [${fallback ? 'Y/n' : 'y/N'}] `);
      return answer === '' ? fallback : /^y(es)?$/i.test(answer);
    },
    ask: async (question, fallback) => {
      if (!isInteractive) return fallback;
      return (await ask(`${question}${fallback && ` [${fallback}]`}: `)) || fallback;
    },
    style: styles,
    print: (text, bytes) => {
      clear();
      if (bytes && !stdout.isTTY) return write(stdout, bytes);
      return text === '' ? Promise.resolve() : write(stdout, `${drawn(text, stdout)}\n`);
    },
  };
}

/** A reader that went away (`| head`) is no failure. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Resolves when it is out, or nobody reads any more. */
const write = (stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(data, (error) => {
      const isGone = (error as NodeJS.ErrnoException | null | undefined)?.code === 'EPIPE';
      if (error && !isGone) reject(error);
      else resolve();
    });
  });
