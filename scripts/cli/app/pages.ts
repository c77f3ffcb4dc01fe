/** The app's pages by their paths: read, and what is posted to them. */
import { randomUUID } from 'node:crypto';
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { reportLines } from '../publish/scanReport.ts';
import { changesOf, reportOf, waitingEntries } from '../registry/library.ts';
import { explain } from '../terminal/explain.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { act, notingTerminal } from './act.ts';
import { machineNow, projectsNow, waitingWatch } from './look.ts';
import { page, type Result } from './pages/frame.ts';
import type { Html } from './pages/html.ts';
import { overview } from './pages/overview.ts';
import { review } from './pages/review.ts';
import type { Answer, Pages } from './server.ts';
import { styles } from './styles.ts';

/** Milliseconds that a page waits for the registry before it shows what is known without. */
const patience = 6_000;
/** Results that can be looked at again. */
const maxResults = 20;

/** Styles are read once: an update of the program may replace them. */
export async function pagesFor(context: Context): Promise<(base: string) => Pages> {
  const css = await styles();
  const waitingNow = waitingWatch();
  const results = new Map<string, Result>();

  /** As the person's settings are now: they may have signed in meanwhile. */
  const newContext = async (terminal: Terminal, isBrief = false): Promise<Context> => {
    const { environment, config, signal } = context;
    const { home, registryUrl } = config;
    return createContext({
      terminal,
      config: await readConfig({ environment, home, registry: registryUrl }),
      environment,
      workingDirectory: home,
      signal: isBrief ? AbortSignal.any([signal, AbortSignal.timeout(patience)]) : signal,
    });
  };

  return (base) => {
    const failed = (title: string, message: string): Html =>
      page({ title, base, lead: message, side: [[base, 'Back']], body: '' });

    async function first(query: URLSearchParams): Promise<Html> {
      const now = await newContext(notingTerminal(), true);
      const registry = await now.registry().catch(() => undefined);
      const [machine, waiting, projects] = await Promise.all([
        machineNow(now, registry),
        waitingNow(() => now.registry()),
        projectsNow(now),
      ]);
      const result = results.get(query.get('result') ?? '');
      const { registryUrl } = context.config;
      return overview({ base, machine, waiting, projects, result, registryUrl, mirrorUrl: registry?.mirrorUrl });
    }

    async function reviewed(author: string, slug: string): Promise<Html> {
      const now = await newContext(notingTerminal());
      const name = skillId.parse(skillId.format({ author, slug }));
      if (!name) throw new Failure('That is not a skill.');
      const registry = await now.registry();
      const [entry] = await waitingEntries(registry, [`${author}/${slug}`]);
      if (!entry) throw new Failure(`No version of ${author}/${slug} waits for approval.`);
      const changes = await changesOf(registry, entry);
      const scan = changes ? [] : reportLines(now, '', await reportOf(registry, entry)).filter(Boolean);
      return review({ base, entry, changes, scan, mirrorUrl: registry.mirrorUrl });
    }

    async function get(path: string, query: URLSearchParams): Promise<Answer> {
      if (path === 'style.css') return { status: 200, type: 'text/css; charset=utf-8', body: css };
      const [room, author = '', slug = '', more] = path.split('/').map(decoded);
      try {
        if (path === '') return htmlAnswer(200, await first(query));
        if (room === 'review' && slug && more === undefined) return htmlAnswer(200, await reviewed(author, slug));
      } catch (error) {
        context.signal.throwIfAborted();
        return htmlAnswer(502, failed('Can’t show this page', explain(error).message));
      }
      return htmlAnswer(404, failed('No such page', 'The app has no page at this address.'));
    }

    async function post(path: string, form: URLSearchParams): Promise<Answer> {
      const result = await act(newContext, path, form);
      if (!result) return htmlAnswer(404, failed('No such action', 'The app has no action at this address.'));
      const id = randomUUID();
      results.set(id, result);
      for (const old of [...results.keys()].slice(0, -maxResults)) results.delete(old);
      return { ...htmlAnswer(303, ''), location: `${base}?result=${id}` };
    }

    return { get, post };
  };
}

const htmlAnswer = (status: number, body: Html | ''): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: String(body),
});

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
