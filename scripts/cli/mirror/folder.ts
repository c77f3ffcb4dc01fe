/**
 * A folder with a copy of a registry. `public` is a link to the copy that is shown, so that one rename shows another, with its index
 * and its state. What is in `copies` besides is not finished, or was shown before.
 */
import { mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openSpool, type Spool } from '../../../mirror/followers/pass/spool.ts';
import { Failure } from '../failure.ts';
import { replaceFile, syncFolder, writeNewFile } from '../sync/store/durable.ts';
import { type FileIndex, openIndex } from './fileIndex.ts';

/** Whose copy it is: addresses of the registry’s origin and of its site. */
const About = z.object({ format: z.literal(1), registry: z.string(), site: z.string() });
export type About = Omit<z.output<typeof About>, 'format'>;

const State = z.object({
  /** What to ask for next; unset before anything came. */
  cursor: z.string().optional(),
  /** The log that the versions were held against, up to the checkpoint that came with them; unset of a registry without one. */
  log: z.object({ origin: z.string(), keys: z.array(z.string()), checkpoint: z.string() }).optional(),
  /** Versions that the log does not name any more, by the registry’s word. */
  unnamed: z.array(z.string()).optional(),
  /** Files that the registry had lost the bytes of. */
  lost: z.array(z.string()).optional(),
});
type State = z.output<typeof State>;
export type CopyLog = NonNullable<State['log']>;

export interface Copy {
  number: number;
  /** Where its files are. */
  root: string;
  state: State;
  save(state: State): Promise<void>;
  /** Read when it is asked for. Errors: `Failure` where it is damaged. */
  index(): Promise<FileIndex>;
}

export interface MirrorFolder {
  /** Undefined of a folder that is empty. */
  about: About | undefined;
  claim(about: About): Promise<void>;
  /** The one that is shown. */
  shown(): Promise<Copy | undefined>;
  /** One that was begun and not shown. */
  unfinished(): Promise<Copy | undefined>;
  /** A new one; nothing stays of another that was begun. */
  begin(): Promise<Copy>;
  /** Shows a copy in place of the one before, and takes that away. */
  show(copy: Copy): Promise<void>;
  /** Takes away what was shown before. */
  tidy(): Promise<void>;
  /** Takes away what is not shown, and what waits to be taken in. */
  giveUp(): Promise<void>;
  /** What changed of the copy that is shown, until all of it is there. */
  spool: Spool;
  /** Emptied by who writes files. */
  staging: string;
  /** Sets a copy that was refused aside; resolves to where. */
  setAside(copy: Copy): Promise<string>;
}

const aboutName = 'mirror.json';
/** What commands that ended early leave in a folder that was empty. */
const ownNames = /^(?:lock(?:-.*)?|mirror\.json\.unfinished)$/;

/** Errors: `Failure` of a folder that has something else in it. */
export async function openMirrorFolder(root: string): Promise<MirrorFolder> {
  const at = (name: string) => join(root, name);
  const [copies, staging, spool] = [at('copies'), at('staging'), openSpool(at('spool'))];
  const copyAt = async (number: number): Promise<Copy> => {
    const folder = join(copies, String(number));
    const file = join(folder, 'state.json');
    let index: Promise<FileIndex> | undefined;
    const copy: Copy = {
      ...{ number, root: join(folder, 'public'), state: await read(file, State) },
      save: async (state) => {
        await replace(file, { format: 1, ...state });
        copy.state = state;
      },
      index: () => {
        index ??= openIndex(join(folder, 'index.jsonl'));
        return index;
      },
    };
    return copy;
  };
  const numbers = async () => {
    const names = await readdir(copies).catch(unlessMissing<string[]>([]));
    return names.filter((name) => /^[1-9]\d{0,8}$/.test(name)).map(Number);
  };
  const shownNumber = async (): Promise<number | undefined> => {
    const target = await readlink(at('public')).catch(unlessMissing(''));
    return Number(/^copies\/([1-9]\d{0,8})\/public$/.exec(target)?.[1] ?? 0) || undefined;
  };
  const clear = async (isToGo: (number: number) => boolean): Promise<void> => {
    for (const number of (await numbers()).filter(isToGo)) {
      // First what says that it is one.
      await rm(join(copies, String(number), 'state.json'), { force: true });
      await rm(join(copies, String(number)), { recursive: true, force: true });
    }
  };
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR')
      throw new Failure(`${root} is a file. Name a folder that is empty, or not there yet.`);
    return unlessMissing<string[]>([])(error);
  });
  const about = names.includes(aboutName) ? await read(at(aboutName), About) : undefined;
  if (!about && names.some((name) => !ownNames.test(name)))
    throw new Failure(
      `${root} is not empty, and no copy of a registry. Name a folder that is empty, or not there yet.`,
    );
  return {
    about,
    claim: (about) => replace(at(aboutName), { format: 1, ...about }),
    shown: async () => {
      const number = await shownNumber();
      return number === undefined ? undefined : copyAt(number);
    },
    unfinished: async () => {
      const after = (await shownNumber()) ?? 0;
      const begun = (await numbers()).filter((number) => number > after);
      const isOne = async (number: number) =>
        (await readFile(join(copies, `${number}/state.json`)).catch(() => '')) !== '';
      for (const number of begun) if (await isOne(number)) return copyAt(number);
      return undefined;
    },
    begin: async () => {
      const after = (await shownNumber()) ?? 0;
      await clear((number) => number !== after);
      await mkdir(join(copies, `${after + 1}/public`), { recursive: true });
      await writeNewFile(join(copies, `${after + 1}/index.jsonl`), '');
      await replace(join(copies, `${after + 1}/state.json`), { format: 1 });
      return copyAt(after + 1);
    },
    show: async ({ number }) => {
      for (const folder of [join(copies, String(number)), copies]) await syncFolder(folder);
      await rm(at('public.next'), { force: true });
      await symlink(`copies/${number}/public`, at('public.next'));
      await rename(at('public.next'), at('public'));
      await syncFolder(root);
      await clear((other) => other !== number);
    },
    tidy: async () => {
      const after = await shownNumber();
      if (after !== undefined) await clear((number) => number < after);
    },
    giveUp: async () => {
      await spool.clear();
      const now = await shownNumber();
      await clear((number) => number !== now);
      await rm(staging, { recursive: true, force: true });
    },
    spool,
    staging,
    setAside: async ({ number }) => {
      await rm(at('refused'), { recursive: true, force: true });
      await rename(join(copies, String(number)), at('refused'));
      return at('refused');
    },
  };
}

async function read<T extends z.ZodType>(file: string, shape: T): Promise<z.output<T>> {
  const text = await readFile(file, 'utf8');
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${file} is damaged, or of a newer skill-registry. Copy into another folder, or update.`);
  }
}

async function replace(file: string, what: object): Promise<void> {
  // What a killed command left.
  await rm(`${file}.unfinished`, { force: true });
  await replaceFile(file, `${JSON.stringify(what, undefined, 2)}\n`, `${file}.unfinished`);
}

const unlessMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    // A file or a folder where the link is to be is no link.
    if (!['ENOENT', 'EINVAL'].includes(error.code ?? '')) throw error;
    return instead;
  };
