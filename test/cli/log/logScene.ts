/** What tests of the transparency log have in common: what is published, what a machine saw of it, what it is told of it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import type { Machine } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

/** The hash of a version that the mirror has. `skill`: `ada:pdf`. */
export async function publishTo(served: Served, skill: string, text = 'one', settings = {}): Promise<string> {
  const files = { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', text) };
  const { hash } = await published(served.registry, skill, files, settings);
  await served.publishSnapshot();
  return hash;
}

/** Publishes, and approves for bob. */
export async function approveAt(served: Served, skill: string): Promise<string> {
  const hash = await publishTo(served, skill);
  await install(served.registry, 'bob', skill);
  return hash;
}

/** The same name and key, and nothing of what was before. */
export async function otherHistory(signer: LogSigner): Promise<Served> {
  const other = await serveRegistry(undefined, undefined, { signer });
  for (const slug of ['a', 'b', 'c', 'd']) await publishTo(other, `eve:${slug}`);
  return other;
}

/** Where a machine keeps what it saw of the one registry that it knows. */
export async function seenBy({ home }: Machine): Promise<string> {
  const sync = join(home, '.local/share/skill-registry/sync');
  return join(sync, (await readdir(sync))[0] ?? '');
}

/** Answers as a registry that says this of itself. */
export const saying =
  (said: unknown): NonNullable<Served['tamper']> =>
  (path, answer) =>
    path === '/.well-known/skill-registry.json' ? Response.json(said) : answer;

/** Of one that keeps no log. */
export const withoutLog = { read: '', write: '' };

/** Answers as a registry that had a log, and has none. */
export const logGone: NonNullable<Served['tamper']> = (path, answer) =>
  path === '/log/checkpoint'
    ? Response.json({ code: 'not_found', message: 'x' }, { status: 404 })
    : saying(withoutLog)(path, answer);
