/**
 * A judged set: skills in skills.txt (author, slug, description, text of SKILL.md) and queries in queries.txt, each with
 * what answers it: slugs, or `@author` for any skill of theirs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../../../../origin/bundle/manifest.ts';
import type { Content } from '../../../../origin/scan/reader/readerProcess.ts';
import type { Db, Engine } from '../../../../origin/store/engine/engine.ts';
import { writeBlobs } from '../../../../origin/store/skills/blobs.ts';
import { insertSkills } from '../../../../scripts/bench/catalog/rows.ts';
import { addProfile } from '../../profiles.ts';

export interface Skill {
  author: string;
  slug: string;
  description: string;
  body: string;
}

export interface Query {
  kind: string;
  text: string;
  accepted: string[];
}

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n');

export const skills = linesOf('skills.txt').map((line): Skill => {
  const [name = '', description = '', body = ''] = line.split(' | ');
  const [author = '', slug = ''] = name.split(' ');
  return { author, slug, description, body };
});

export const queries = linesOf('queries.txt').map((line): Query => {
  const [, kind = '', text = '', accepted = ''] = /^(\w+): (.*) => (.*)$/.exec(line) ?? [];
  return { kind, text, accepted: accepted.split(' ') };
});

/** Publishes them, the first line first. */
export const publishAll = (engine: Engine): Promise<void> =>
  engine.write(async (db) => {
    const owners = new Map<string, number>();
    for (const handle of new Set(skills.map(({ author }) => author))) owners.set(handle, await addOwner(db, handle));
    const rows = skills.map(({ author, slug, description, body }, index) => ({
      ...{ id: index + 1, owner: { id: owners.get(author) ?? 0, handle: author }, slug, category: 'other' as const },
      installs: 0,
      versions: [{ id: index + 1, content: contentOf(slug, description, body), at: 1_790_000_000 + index }],
    }));
    await writeBlobs(
      db,
      rows.flatMap(({ versions }) => versions.flatMap(({ content }) => content.files)),
    );
    await insertSkills(db, rows);
  });

async function addOwner(db: Db, handle: string): Promise<number> {
  const id = await addProfile(db, handle);
  await db.updateTable('profiles').set({ handle }).where('id', '=', id).execute();
  return id;
}

function contentOf(slug: string, description: string, body: string): Content {
  const text = `---\nname: ${slug}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`;
  const bytes = Buffer.from(text);
  const files = [{ ...manifestFile({ path: 'SKILL.md', bytes }), bytes }];
  const capabilities = { programs: [], hosts: [], variables: [], filesRead: [], filesWritten: [], tools: [] };
  return {
    ...{
      name: slug,
      description,
      triggers: [],
      license: '',
      tags: [],
      tokenCount: 1,
      hash: `sha256:${slug}`,
      bundleDigest: '',
      files,
    },
    scan: {
      ...{ status: 'clean', findings: [], unread: [] },
      capabilities: { ...capabilities, packages: [], agentConfig: [], acts: [], more: [], unread: [] },
    },
  } as unknown as Content;
}

/** How well something finds them: the share of queries with an answer first and among five, and its mean reciprocal rank. */
export interface Score {
  first: number;
  five: number;
  rank: number;
}

type Find = (query: string) => Promise<Pick<Skill, 'author' | 'slug'>[]>;

export async function scoresOf(
  find: Find,
  missed: (query: Query, found: string[]) => void = () => undefined,
): Promise<Map<string, Score>> {
  const places = new Map<string, number[]>();
  for (const query of queries) {
    const found = (await find(query.text)).slice(0, 5);
    const answers = ({ author, slug }: Pick<Skill, 'author' | 'slug'>) =>
      query.accepted.includes(slug) || query.accepted.includes(`@${author}`);
    const place = found.findIndex(answers);
    places.set(query.kind, [...(places.get(query.kind) ?? []), place]);
    const slugs = found.map(({ slug }) => slug);
    if (place !== 0) missed(query, slugs);
  }
  return new Map([...places].map(([kind, of]) => [kind, scoreOf(of)]));
}

/** By their places; -1 is none. */
function scoreOf(places: readonly number[]): Score {
  const share = (count: (place: number) => number) =>
    places.reduce((sum, place) => sum + count(place), 0) / places.length;
  return {
    first: share((place) => (place === 0 ? 1 : 0)),
    five: share((place) => (place >= 0 ? 1 : 0)),
    rank: share((place) => (place >= 0 ? 1 / (place + 1) : 0)),
  };
}
