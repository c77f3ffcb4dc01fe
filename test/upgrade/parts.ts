/** What a rehearsal of an upgrade is made of: programs of two checkouts on one data folder, and who asks them meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Program {
  child: ChildProcess;
  said(): string;
  /** Asks it to end, and waits. */
  end(): Promise<void>;
}

/** A script of a checkout under the Node that comes with it. `output` is all that it printed, once it ended well. */
export function runScript(checkout: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(join(checkout, 'node_modules/.bin/node'), args, { cwd: checkout, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'close');
  return {
    child,
    said: () => said,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function outputOf(checkout: string, args: string[], env: NodeJS.ProcessEnv) {
  const program = runScript(checkout, args, env);
  const [code] = await once(program.child, 'close');
  return { code: Number(code), text: program.said().trim() };
}

/** Waits until `url` is answered with 200. */
export async function untilServed(url: string, program: Program): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return performance.now() - began;
    if (program.child.exitCode !== null) throw new Error(`ended before it served ${url}:\n${program.said()}`);
    await wait(20);
  }
}

/** Asks for one thing after the other until it is told to stop, and counts the answers by what they were. */
export function asking(urls: () => readonly string[], good: readonly number[] = [200]) {
  const counts = new Map<string, number>();
  let slowest = 0;
  let isOver = false;
  let firstBad: string | undefined;
  const work = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const list = urls();
      const url = list[turn % list.length] as string;
      const began = performance.now();
      const what = await fetch(url).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: Error) => `failed (${(error.cause as { code?: string })?.code ?? error.message})`,
      );
      slowest = Math.max(slowest, performance.now() - began);
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (!good.map(String).includes(what)) firstBad ??= `${url}: ${what}`;
      // Below the rate that one address may ask at.
      await wait(40);
    }
  })();
  return async () => {
    isOver = true;
    await work;
    const each = [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
    return {
      text: `${each}, slowest ${Math.round(slowest)} ms${firstBad ? `; first other: ${firstBad}` : ''}`,
      firstBad,
    };
  };
}

/** Publishes one skill after the other, and keeps those that were acknowledged: none may ever be missing. */
export function publishing(origin: () => string, token: string, ledger: string[], prefix: string) {
  const counts = new Map<string, number>();
  let isOver = false;
  const work = (async () => {
    for (let number = 1; !isOver; number += 1) {
      const slug = `${prefix}-${number}`;
      const text = `---\nname: ${slug}\ndescription: Says the number ${number} of ${prefix}.\n---\n\n# ${slug}\n`;
      const answer = await fetch(`${origin()}/api/v1/skills/upgrader/${slug}/versions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ files: [{ path: 'SKILL.md', text }] }),
      }).catch(() => undefined);
      const what = String(answer?.status ?? 'failed');
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (answer?.status === 201) ledger.push(slug);
      await answer?.body?.cancel();
      await wait(10);
    }
  })();
  return async () => {
    isOver = true;
    await work;
    return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
  };
}

/** Those of the ledger that an address does not have. What the mirror has not yet is waited for. */
export async function missingOf(ledger: readonly string[], base: string, patience = 30_000): Promise<string[]> {
  let missing = [...ledger];
  for (const until = performance.now() + patience; ; await wait(200)) {
    const left: string[] = [];
    for (const slug of missing) {
      const answer = await fetch(`${base}/api/v1/skills/upgrader/${slug}`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status !== 200) left.push(slug);
    }
    missing = left;
    if (missing.length === 0 || performance.now() > until) return missing;
  }
}
