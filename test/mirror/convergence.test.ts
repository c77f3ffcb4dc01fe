import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../mirror/snapshot/build.ts';
import type { Sink } from '../../mirror/snapshot/sink.ts';
import type { Engine } from '../../origin/store/engine.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, changeKit, follow, install, suspend } from '../scene.ts';
import { quarantine } from '../store/rows.ts';
import { contentsOf, type Mirrored, openMirrored } from './mirrored.ts';

const authors = ['ada', 'registry'] as const;
const slugs = ['one', 'two'] as const;

const author = fc.constantFrom(...authors);
const skill = fc.record({ author, slug: fc.constantFrom(...slugs) });
const text = fc.constantFrom('alpha', 'beta', 'gamma');

/** What people do to a registry. An action that the registry refuses changes nothing and is as good as any. */
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      skill,
      text,
      visibility: fc.constantFrom('public', 'private', undefined),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      skill,
      body: fc.constantFrom(
        { visibility: 'private' },
        { visibility: 'public' },
        { deprecated: true },
        { deprecated: false },
        { category: 'data' },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), skill, text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kit' as const),
      author,
      skills: fc.uniqueArray(fc.record({ author, slug: fc.constantFrom(...slugs), pinned: fc.option(text) }), {
        maxLength: 3,
        selector: ({ author, slug }) => `${author}:${slug}`,
      }),
      visibility: fc.constantFrom('public' as const, 'private' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropKit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quarantine' as const), skill, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('install' as const), author, skill }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow' as const), author }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), author, suspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 8 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

describe('the snapshot', () => {
  it('made step by step is the same as one made at once, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action, step: fc.boolean() }), { minLength: 1, maxLength: 14 }),
        async (story) => {
          await using registry = await openRegistry();
          await using followed = await openMirrored(registry);
          const act = actor(registry);
          await followed.snapshot.step();
          for (const action of opening) await act(action);
          await followed.snapshot.step();
          for (const { action, step } of story) {
            await act(action);
            if (step) await followed.snapshot.step();
          }
          await followed.snapshot.step();
          await expectLikeFull(registry, followed);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('ends the same after a crash at any file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 12 }),
        async (story, first, second) => {
          await using registry = await openRegistry();
          await using followed = await openMirrored(registry);
          const act = actor(registry);
          await followed.snapshot.step();
          await act({ do: 'publish', skill: { author: 'ada', slug: 'one' }, text: 'alpha', visibility: 'public' });
          await crashing(await followed.reopened(failingAfter(followed.sink, first)));
          for (const action of story) await act(action);
          await crashing(await followed.reopened(failingAfter(followed.sink, second)));
          await (await followed.reopened()).step();
          await expectLikeFull(registry, followed);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it('takes in a change with work that does not grow with the catalog', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirrored(registry);
    const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    const filesFor = async (slug: string) => {
      await publish(slug);
      const counts = await mirrored.snapshot.step();
      return (counts?.written ?? 0) + (counts?.unchanged ?? 0);
    };
    await mirrored.snapshot.step();
    await filesFor('first');
    const few = await filesFor('second');
    for (let index = 0; index < 30; index += 1) await publish(`more-${index}`);
    await mirrored.snapshot.step();
    expect(await filesFor('last')).toBe(few);
  });

  it('rests when nothing has changed', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    expect(await mirrored.snapshot.step()).toBeUndefined();
  });
});

/** Something to change: every skill published, and a kit of three, two of one name and one pinned. */
const opening: Action[] = [
  ...authors.flatMap((author) =>
    slugs.map((slug): Action => ({ do: 'publish', skill: { author, slug }, text: 'alpha', visibility: 'public' })),
  ),
  {
    do: 'kit',
    author: 'registry',
    skills: [
      { author: 'ada', slug: 'one', pinned: null },
      { author: 'registry', slug: 'one', pinned: null },
      { author: 'registry', slug: 'two', pinned: 'alpha' },
    ],
    visibility: 'public',
  },
];

function actor(registry: TestRegistry): (action: Action) => Promise<unknown> {
  const kits: number[] = [];
  const files = (slug: string, text: string) => ({
    'SKILL.md': skillMd(slug, `About ${text}.`),
    [`references/${text}.md`]: text,
  });
  const hashes = new Map<string, string>();
  const ignoreMissing = (error: unknown) => {
    if (!String(error).includes('no result')) throw error;
  };
  return async (action) => {
    registry.clock.now += 60;
    switch (action.do) {
      case 'publish': {
        const { skill, text, visibility } = action;
        const answer = await registry.publish(
          skill.author,
          skill.slug,
          files(skill.slug, text),
          visibility ? { visibility } : {},
        );
        const { hash } = (await answer.json()) as { hash?: string };
        if (hash) hashes.set(`${skill.slug} ${text}`, hash);
        return;
      }
      case 'change':
        return registry.send(
          'PATCH',
          `/skills/${action.skill.author}/${action.skill.slug}`,
          action.skill.author,
          action.body,
        );
      case 'withdraw': {
        const hash = hashes.get(`${action.skill.slug} ${action.text}`);
        return (
          hash &&
          registry.send(
            'DELETE',
            `/skills/${action.skill.author}/${action.skill.slug}/versions/${hash}`,
            action.skill.author,
          )
        );
      }
      case 'kit':
        return addKit(
          registry,
          action.author,
          `kit-${kits.length}`,
          action.skills.map(({ author, slug, pinned }) => {
            const hash = hashes.get(`${slug} ${pinned}`);
            return `${author}:${slug}${hash ? `@${hash}` : ''}`;
          }),
          action.visibility,
        ).then((id) => kits.push(id), ignoreMissing);
      case 'dropKit': {
        const id = kits.pop();
        return id && changeKit(registry, id, { remove: true });
      }
      case 'quarantine': {
        const hash = hashes.get(`${action.skill.slug} ${action.text}`);
        return hash && quarantine(registry, `${action.skill.author}:${action.skill.slug}`, hash).catch(ignoreMissing);
      }
      case 'install':
        return install(registry, action.author, `${action.skill.author}:${action.skill.slug}`).catch(ignoreMissing);
      case 'follow':
        return follow(registry, `reader-${registry.clock.now}`, action.author);
      case 'suspend':
        return suspend(registry, action.author, action.suspended).catch(ignoreMissing);
      case 'sleep':
        registry.clock.now += action.days * 24 * 60 * 60;
    }
  };
}

async function expectLikeFull(registry: TestRegistry, followed: Mirrored): Promise<void> {
  await using fresh = await openMirrored(registry);
  await fresh.snapshot.full();
  expect(await contentsOf(followed)).toEqual(await contentsOf(fresh));
  expect(await rowsOf(followed.catalog)).toEqual(await rowsOf(fresh.catalog));
}

/** Every row of every table of the catalog, but for the journal's own. */
async function rowsOf({ db }: Engine): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' and name not like 'snapshot_%' and sql not like '%fts5%' and name not glob '*_folded_*'
    and name not glob '*_tokens_*'`.execute(db);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** A sink whose process dies at its nth operation, before or after that one is done. */
function failingAfter(sink: Sink, operations: number): Sink {
  let left = operations;
  const dying = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left < 0) throw new Error('crash');
    left -= 1;
    const result = left >= 0 || operations % 2 ? await work() : undefined;
    if (left < 0) throw new Error('crash');
    return result as T;
  };
  return {
    holds: (file, answer) => sink.holds(file, answer),
    files: () => sink.files(),
    put: (file, answer) => dying(() => sink.put(file, answer)),
    remove: (file) => dying(() => sink.remove(file)),
  };
}

async function crashing(snapshot: Snapshot): Promise<void> {
  await snapshot.step().catch((error: Error) => {
    if (error.message !== 'crash') throw error;
  });
}
