/** What the app's buttons do: the commands of the same names, and what they say. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { verify as verifyMachine } from '../commands/verify.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { projectAt } from '../project/project.ts';
import { namesIn } from '../reference.ts';
import { waitingEntries } from '../registry/library.ts';
import { rememberedProjects } from '../sync/places/projects.ts';
import { noteProblems, outcomeOf } from '../sync/report.ts';
import { sync as syncOnce } from '../sync/sync.ts';
import { explain } from '../terminal/explain.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Result } from './pages/frame.ts';

/** Nobody can be asked, and what is noted stands with the result. */
export function notingTerminal(): Terminal & { notes: string[] } {
  const notes: string[] = [];
  const asIs = (text: string) => text;
  return {
    notes,
    json: false,
    isInteractive: false,
    note: (line) => void notes.push(line),
    progress: () => undefined,
    confirm: async (_question, fallback) => fallback,
    ask: async (_question, fallback) => fallback,
    style: { bold: asIs, dim: asIs, green: asIs, red: asIs, yellow: asIs },
    print: async () => undefined,
  };
}

type Form = URLSearchParams;

/** By the first segment of the path that is posted to; what follows it is `of`. */
const actions: Readonly<
  Record<string, { title: string; act: (context: Context, form: Form, of: string) => Promise<Outcome> }>
> = {
  sync: { title: 'Sync', act: (context) => sync(context, {}) },
  restore: { title: 'Restore', act: (context) => sync(context, { force: true }) },
  verify: {
    title: 'Verify',
    act: (context, _, of) => (of ? verifyProject(context, of) : verifyMachine(context, [], { machine: true })),
  },
  approve: { title: 'Approve', act: approve },
  skip: { title: 'Skip', act: skip },
};

/** Undefined where there is no such action. Never rejects: what fails is a result too. */
export async function act(
  newContext: (terminal: Terminal) => Promise<Context>,
  path: string,
  form: Form,
): Promise<Result | undefined> {
  const [name = '', of = ''] = path.split('/');
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return undefined;
  const terminal = notingTerminal();
  const { title } = action;
  try {
    const { text, exitCode = exitCodes.done } = await action.act(await newContext(terminal), form, of);
    return { title, text: [...terminal.notes, text].join('\n').trim(), isWell: exitCode === exitCodes.done };
  } catch (error) {
    const text = [...terminal.notes, explain(error).message].join('\n');
    return { title: `${title} failed`, text, isWell: false };
  }
}

async function sync(context: Context, options: { force?: true }): Promise<Outcome> {
  const report = await syncOnce(context, options);
  noteProblems(report, context.terminal);
  return outcomeOf(report);
}

async function verifyProject(context: Context, id: string): Promise<Outcome> {
  const known = (await rememberedProjects(context.config.dataDirectory)).find((one) => one.id === id);
  if (!known) throw new Failure('There is no such project on this machine any more.');
  const verify = await import('../commands/project/verify.ts');
  return verify.verifyProject(context, projectAt(known.root, context), []);
}

/** Exactly the version that the page showed. Errors: `Failure` where another one waits by now. */
async function shownEntry(context: Context, form: Form) {
  const name = form.get('skill') ?? '';
  const registry = await context.registry();
  const [entry] = await waitingEntries(registry, [name]);
  if (entry?.pending.hash === form.get('hash')) return { registry, entry };
  throw new Failure(
    entry
      ? `${name} has a newer version by now. Review that one.`
      : `No version of ${name} waits for approval any more.`,
  );
}

async function approve(context: Context, form: Form): Promise<Outcome> {
  const { registry, entry } = await shownEntry(context, form);
  const body = { hash: entry.pending.hash, pinned: entry.pinned };
  const json = await registry.origin.putLibrarySkill({ ...namesIn(entry.skill_id), body });
  const what = `${nameOf(entry.skill_id)} ${oneLine(entry.pending.version_label)}`;
  return { text: `Approved ${what}. It is installed with the next sync.`, json };
}

async function skip(context: Context, form: Form): Promise<Outcome> {
  const { registry, entry } = await shownEntry(context, form);
  const body = { hash: entry.pending.hash };
  const json = await registry.origin.skipLibraryVersion({ ...namesIn(entry.skill_id), body });
  const what = `${nameOf(entry.skill_id)} ${oneLine(entry.pending.version_label)}`;
  return { text: `Skipped ${what}. You will be asked about the next version.`, json };
}
