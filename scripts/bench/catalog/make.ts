/** Makes a catalog in an empty store: skills with their authors, versions, files and installs, spread as in life. */
import { Category } from '../../../origin/contract/fields.ts';
import type { Content } from '../../../origin/scan/reader/readerProcess.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { writeBlobs } from '../../../origin/store/skills/blobs.ts';
import { contentsLike, contentsOf, versionsEach } from './bundles.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import { insertInstalls, installsOf } from './installs.ts';
import { type Named, namesFrom } from './names.ts';
import type { PoolFile } from './pool.ts';
import { drawsFrom, longTailed } from './random.ts';
import { insertSkills, type PublishedSkill } from './rows.ts';

export interface CatalogPlan {
  skills: number;
  names: readonly Named[];
  pool: readonly PoolFile[];
  /** Unix seconds of the last publish; the first is two years before. */
  until: number;
}

/** Skills of an author, median. */
const skillsAnAuthor = 20;
const skillsAtOnce = 5000;
/** So many skills are read as a publish reads them; others take after these in what that would say. */
const readWhole = 5000;
const span = 2 * 365 * 24 * 60 * 60;
const day = 24 * 60 * 60;

/** `onProgress` is given the number of skills. */
export async function makeCatalog(
  engine: Engine,
  { skills: count, names, pool, until }: CatalogPlan,
  onProgress: (done: number) => void,
): Promise<void> {
  const draw = drawsFrom(count);
  const authors = await makeAuthors(engine, Math.ceil(count / skillsAnAuthor), until - span);
  // Each would have all of its versions entered at once; so they are as after an upgrade to a version with a log, in pieces.
  await engine.write((db) => db.deleteFrom('log_queue').execute());
  const stored = new Set<string>();
  const installs = installsOf(count, authors);
  const installCounts = new Uint32Array(count + 1);
  for (const { skill_id } of installs) installCounts[skill_id] = (installCounts[skill_id] ?? 0) + 1;
  const indexes = await engine.write(dropIndexes);
  const read: Content[][] = [];
  let done = 0;
  let batch: PublishedSkill[] = [];
  let writing: Promise<void> = Promise.resolve();
  const source = namesFrom(names);
  while (done + batch.length < count) {
    const number = done + batch.length;
    const named = source.next().value;
    const like = read[number % readWhole];
    const contents = like ? contentsLike(like, named, number, pool) : await contentsOf(named, number, pool);
    if (!contents) continue;
    if (!like) read.push(contents);
    const firstAt = until - span + Math.floor((number / count) * (span - day));
    const owner = authors[Math.floor(authors.length * draw() ** 2)];
    if (!owner) throw new Error('A catalog needs an author.');
    batch.push({
      ...{ id: number + 1, owner, slug: named.slug, installs: installCounts[number + 1] ?? 0 },
      category: Category.options[longTailed(draw, Category.options.length)] ?? 'other',
      versions: contents.map((content, index) => ({
        ...{ id: number * versionsEach + index + 1, content },
        at: firstAt + Math.floor(index * draw() * (until - firstAt)),
      })),
    });
    if (batch.length < skillsAtOnce && number + 1 < count) continue;
    const full = batch;
    await writing;
    writing = engine.write((db) => insertBatch(db, full, stored));
    done += full.length;
    batch = [];
    onProgress(done);
  }
  await writing;
  await engine.write((db) => insertInstalls(db, { installs, people: authors, at: until }));
  await engine.write((db) => makeIndexes(db, indexes));
}

/** `stored` names the contents that are there already, and learns of these. */
async function insertBatch(db: Db, skills: readonly PublishedSkill[], stored: Set<string>): Promise<void> {
  const files = skills.flatMap(({ versions }) => versions.flatMap(({ content }) => content.files));
  const fresh = files.filter(({ hash }) => !stored.has(hash) && stored.add(hash));
  await writeBlobs(db, fresh);
  await insertSkills(db, skills);
}

const makeAuthors = (engine: Engine, count: number, at: number): Promise<PublishedSkill['owner'][]> =>
  engine.write(async (db) => {
    const authors = [];
    for (let number = 0; number < count; number += 1) {
      const handle = handleOf(number);
      authors.push({ id: (await createProfile(db, { handle }, at)).id, handle });
    }
    return authors;
  });

/** Handles that look alike are refused: these letters don't. */
const letters = 'abcdefghjkmnpqrstuvwxyz';

const handleOf = (number: number): string =>
  Array.from({ length: 5 }, (_, place) => letters[Math.floor(number / letters.length ** place) % letters.length])
    .reverse()
    .join('');
