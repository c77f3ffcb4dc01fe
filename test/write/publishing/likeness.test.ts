import { describe, expect, it } from 'vitest';
import { missingFingerprints, storeFingerprints } from '../../../origin/store/likeness/fingerprints.ts';
import { findLikes, storeLikes, toCompare } from '../../../origin/store/likeness/likes.ts';
import { compareTexts, suggestNoQuarantined } from '../../../origin/write/likeness.ts';
import { answerOf, published } from '../../answers.ts';
import { type EngineName, engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { quarantine } from '../../store/rows.ts';

const subjects = ['the ledger', 'each invoice', 'a receipt', 'the bank statement', 'every refund', 'the tax form'];
const steps = ['compare', 'copy', 'round', 'sort', 'check', 'mark', 'total', 'archive', 'label'];
const ends = ['by date', 'by hand', 'with the owner', 'before noon', 'twice', 'in euros', 'to the cent'];
/** Sentences of our own, no two the same. */
const text = (first = 0, sentences = 40): string =>
  Array.from({ length: sentences }, (_, index) => {
    const at = first + index;
    const [step, subject, end] = [steps[at % 9], subjects[Math.floor(at / 3) % 6], ends[Math.floor(at / 5) % 7]];
    return `${step} ${subject} ${end}, then write number ${at} next to it.`;
  }).join('\n');

const skillMd = (body: string, name = 'sums', description = 'Adds up what was spent.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

async function opened(name: EngineName = 'sqlite') {
  const registry = await openRegistry(name);
  const mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const background = { engine: registry.engine, now: () => registry.clock.now };
  const compare = async () => {
    const done = await compareTexts(background);
    await suggestNoQuarantined(background);
    await mirrored.snapshot.step();
    return done;
  };
  return {
    registry,
    mirrored,
    compare,
    publish: (skill: string, md: string, options = {}) => published(registry, skill, { 'SKILL.md': md }, options),
    /** What the page says, at both hosts alike. */
    pageOf: async (path: string) => {
      const [mirror, origin] = [await mirrored.mirror.request(path), await registry.app.request(path)];
      const html = await mirror.text();
      expect(html).toBe(await origin.text());
      const [, words = '', author, slug] = /notice mild"[^<]*>([\w ]+) <a href="\/(\w+)\/([\w-]+)"/.exec(html) ?? [];
      const suggested = /<h2 id="similar">.*?<\/section>/s.exec(html)?.[0] ?? '';
      return {
        copyOf: author ? { author, slug, kind: kinds[words] } : undefined,
        related: [...suggested.matchAll(/entry-name"><a href="\/\w+\/([\w-]+)"/g)].map(([, slug]) => slug ?? ''),
      };
    },
    sameAs: async (registry: TestRegistry, path: string) =>
      (await answerOf('getSkill', await registry.get(`/skills${path}`))).same_as,
    [Symbol.asyncDispose]: async () => {
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

const kinds: Record<string, string> = {
  'The same text as': 'same',
  'Nearly the same text as': 'near',
  'Contains the whole text of': 'within',
};

const words = text().split(' ');
const changed = {
  'another name and description': [skillMd(text(), 'tally', 'Something else entirely.'), 'same'],
  'other white space and line breaks': [skillMd(text().replaceAll(' ', '  ').replaceAll('\n', '\r\n\r\n')), 'same'],
  'capitals and markup': [
    skillMd(`# Sums\n\n${text()}`.replace('# Sums\n\n', '').replaceAll('the ', '**The** ')),
    'same',
  ],
  'characters of no width': [skillMd(text().replaceAll('e', 'e\u200b')), 'same'],
  'a word joiner and soft hyphens': [skillMd(text().replaceAll('o', 'o\u2060\u00ad')), 'same'],
  'letters that look alike': [skillMd(text().replaceAll('invoice', 'invоicе')), 'same'],
  'one word replaced': [skillMd(words.with(100, 'elephant').join(' ')), 'near'],
  'a paragraph at the end': [skillMd(`${text()}\n\n${text(500, 15)}`), 'within'],
  'a paragraph in front': [skillMd(`${text(500, 15)}\n\n${text()}`), 'within'],
} as const;

describe('a text that somebody else published before', () => {
  it.each(Object.entries(changed))('is recognized with %s', async (_, [copy, kind]) => {
    await using at = await opened();
    await at.publish('ada:sums', skillMd(text()));
    await at.publish('bob:other', skillMd(text(1000), 'other', 'Nothing like it.'));
    // The clock tells nothing.
    at.registry.clock.now -= 90 * 86400;
    await at.publish('eve:tally', copy);
    expect(await at.compare()).toBe(3);
    expect((await at.pageOf('/eve/tally')).copyOf).toEqual({ author: 'ada', slug: 'sums', kind });
    expect((await at.pageOf('/ada/sums')).copyOf).toBeUndefined();
    expect((await at.pageOf('/bob/other')).copyOf).toBeUndefined();
    expect(await at.sameAs(at.registry, '/eve/tally')).toBe(kind === 'same' ? 'ada:sums' : undefined);
  });

  it('is none where a text only shares its subject, or is too short to tell', async () => {
    await using at = await opened();
    await at.publish('ada:sums', skillMd(text(0, 40)));
    await at.publish('eve:tally', skillMd(text(30, 40)));
    await at.publish('ada:brief', skillMd('Run it.'));
    await at.publish('eve:brief', skillMd('Run it.'));
    await at.compare();
    for (const page of ['/eve/tally', '/eve/brief']) expect((await at.pageOf(page)).copyOf).toBeUndefined();
  });

  it('is an author’s own who had it in an earlier version, and nobody else’s who took it over in a later one', async () => {
    await using at = await opened();
    await at.publish('eve:old', skillMd(text(2000)));
    await at.publish('ada:sums', skillMd(text()));
    await at.publish('eve:copy', skillMd(text()));
    await at.publish('eve:old', skillMd(text()));
    await at.publish('ada:sums', skillMd(words.with(50, 'zebra').join(' ')));
    await at.compare();
    expect((await at.pageOf('/ada/sums')).copyOf).toBeUndefined();
    for (const page of ['/eve/old', '/eve/copy'])
      expect((await at.pageOf(page)).copyOf).toMatchObject({ author: 'ada', slug: 'sums' });
  });

  it('is compared once, and what others publish later changes nothing on a page', async () => {
    await using at = await opened();
    await at.publish('ada:sums', skillMd(text()));
    await at.publish('eve:tally', skillMd(text()));
    expect(await at.compare()).toBe(2);
    const newest = async () =>
      (await at.registry.engine.db.selectFrom('changes').selectAll().where('kind', '=', 'skill').execute()).length;
    const before = await newest();
    expect(await at.compare()).toBe(0);
    for (let copy = 0; copy < 30; copy += 1) await at.publish(`mallory:copy-${copy}`, skillMd(text(), `copy-${copy}`));
    expect(await at.compare()).toBe(30);
    // One for each publish, and one for each page that says more since.
    expect(await newest()).toBe(before + 60);
    const named = await at.registry.engine.db.selectFrom('skill_likes').select('other_id').execute();
    const most = Math.max(...named.map(({ other_id }) => named.filter((one) => one.other_id === other_id).length));
    expect([named.length >= 31, most <= 24]).toEqual([true, true]);
  });
});

describe.each(engineNames)('on %s', (name) => {
  it('a text that is withdrawn while it is compared is named nowhere', async () => {
    await using at = await opened(name);
    const { engine } = at.registry;
    const { hash } = await at.publish('ada:sums', skillMd(text()));
    await at.publish('ada:sums', skillMd(text(900)));
    await at.publish('eve:tally', skillMd(text()));
    const due = await toCompare(engine.db, 0, 10);
    for (const { id } of due)
      await engine.write(async (db) => storeFingerprints(db, await missingFingerprints(db, id)));
    const { id = 0, version_id = 0 } = due.at(-1) ?? {};
    const likes = await findLikes(engine, id, version_id);
    expect(likes).toMatchObject([{ kind: 'same' }]);
    await at.registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada');
    await engine.write((db) =>
      storeLikes(db, { skillId: id, versionId: version_id, likes, now: at.registry.clock.now }),
    );
    await at.mirrored.snapshot.step();
    expect((await at.pageOf('/eve/tally')).copyOf).toBeUndefined();
  });

  it('a text that can’t be read holds up none of the others', async () => {
    await using at = await opened(name);
    const { engine, clock } = at.registry;
    const background = { engine, now: () => clock.now };
    await at.publish('ada:broken', skillMd(text(3000)));
    await engine.write((db) => db.deleteFrom('blobs').execute());
    await at.publish('ada:sums', skillMd(text()));
    await at.publish('eve:tally', skillMd(text()));
    const failed = new Set<number>();
    await expect(compareTexts(background, failed)).rejects.toThrow('could not be compared');
    expect(await at.sameAs(at.registry, '/eve/tally')).toBe('ada:sums');
    expect(await compareTexts(background, failed)).toBe(0);
  });

  it('a text that is withdrawn, hidden or private is named nowhere, and comes back with its skill', async () => {
    await using at = await opened(name);
    const { registry } = at;
    const { hash } = await at.publish('ada:sums', skillMd(text()));
    await at.publish('eve:tally', skillMd(text()));
    await at.compare();
    const copyOf = async () => (await at.pageOf('/eve/tally')).copyOf?.slug;
    expect(await copyOf()).toBe('sums');
    await registry.send('PATCH', '/skills/ada/sums', 'ada', { visibility: 'private' });
    await at.compare();
    expect(await copyOf()).toBeUndefined();
    await registry.send('PATCH', '/skills/eve/tally', 'eve', { category: 'data' });
    await at.compare();
    expect(await at.mirrored.catalog.db.selectFrom('skill_likes').selectAll().execute()).toEqual([]);
    expect(await at.sameAs(registry, '/eve/tally')).toBeUndefined();
    await registry.send('PATCH', '/skills/ada/sums', 'ada', { visibility: 'public' });
    await at.compare();
    expect(await copyOf()).toBe('sums');
    await at.publish('ada:sums', skillMd(text(900)));
    await registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada');
    await at.compare();
    expect(await copyOf()).toBeUndefined();
    expect(
      await registry.engine.db.selectFrom('skill_likes').where('kind', '<>', 'related').selectAll().execute(),
    ).toEqual([]);
  });

  it('a text that was private when another was published was not published before', async () => {
    await using at = await opened(name);
    await at.publish('ada:diary', skillMd(text()), { visibility: 'private' });
    await at.publish('eve:tally', skillMd(text()));
    await at.compare();
    expect(await at.registry.engine.db.selectFrom('fingerprints').selectAll().execute()).toHaveLength(1);
    expect((await at.pageOf('/eve/tally')).copyOf).toBeUndefined();
  });

  it('skills about the same are suggested: no copies, none that is flagged or given up, nothing of an author under quarantine', async () => {
    await using at = await opened(name);
    const { registry } = at;
    const about = (slug: string, from: number, description: string) => skillMd(text(from), slug, description);
    for (const [index, other] of ['gardens', 'weather', 'music', 'chess', 'poems', 'maps'].entries())
      await at.publish(`zoe:${other}`, about(other, 4000 + index * 100, `About ${other} and nothing more.`));
    await at.publish('bob:pdf-forms', about('pdf-forms', 100, 'Fills PDF forms from a spreadsheet.'));
    await at.publish('carol:form-filler', about('form-filler', 200, 'Fills PDF forms by their fields.'));
    await at.publish('mallory:pdf-grabber', about('pdf-grabber', 300, 'Fills PDF forms and more.'));
    const harmful = await at.publish('mallory:harmful', about('harmful', 400, 'Harmful.'));
    await at.publish('ada:pdf-filler', about('pdf-filler', 500, 'Fills PDF forms in one go.'));
    await at.compare();
    const related = async () => (await at.pageOf('/ada/pdf-filler')).related.sort();
    expect(await related()).toEqual(['form-filler', 'pdf-forms', 'pdf-grabber']);
    await registry.send('PATCH', '/skills/bob/pdf-forms', 'bob', { deprecated: true });
    await at.compare();
    expect(await related()).toEqual(['form-filler', 'pdf-grabber']);
    await quarantine(registry, 'mallory:harmful', harmful.hash);
    await at.compare();
    expect(await related()).toEqual(['form-filler']);
    await registry.send('PATCH', '/skills/carol/form-filler', 'carol', { visibility: 'private' });
    await at.compare();
    expect(await related()).toEqual([]);
  });
});
