import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filled, partsOf, written } from '../../origin/contract/grammar/paths.ts';
import { type Template, template } from '../../origin/contract/grammar/template.ts';
import { pathOf } from '../../origin/contract/operations/row.ts';
import { operationIds, operationOf, operationPath } from '../../origin/contract/operations.ts';
import { pageIds, pagePath, pages } from '../../origin/contract/pages.ts';

const handle = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/);
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);
const hash = fc.stringMatching(/^[a-f0-9]{64}$/).map((hex) => `sha256:${hex}`);
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._ -]{0,30}$/), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'));
const values = fc.record({
  author: handle,
  owner: handle,
  slug,
  hash,
  path,
  shard: fc.stringMatching(/^[a-f0-9]{2}$/),
  guide: fc.constantFrom('start', 'publish'),
  tile: fc.constantFrom('0/000', '1/x001/002', '63/999.p/255'),
  bundle: fc.constantFrom('000', 'x001/002.p/1'),
  label: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
});

const pick = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? expect.fail(`Name ${name}.`)]));

describe('a template', () => {
  const file = template('skills/{author}/{slug}/versions/{hash}/file/{path}~.json');
  const page = template('/{author}/{slug}.md');

  it('gives back the values it was formatted with', () => {
    fc.assert(
      fc.property(values, (all) => {
        const named = pick(all, ['author', 'slug', 'hash', 'path']) as Record<(typeof file)['names'][number], string>;
        expect(file.parse(file.format(named))).toEqual(named);
        const { author, slug } = all;
        expect(page.parse(page.format({ author, slug }))).toEqual({ author, slug });
      }),
    );
  });

  it('takes nothing that it could not have made', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const values = page.parse(text);
        if (values) expect(page.format(values)).toBe(text);
      }),
    );
    for (const text of ['/Ada/sums.md', '/ada/sums', '/ada/../sums.md', '/ada/sums.md/', '//sums.md']) {
      expect(page.parse(text), text).toBeUndefined();
    }
  });
});

describe('a path', () => {
  it('of every page is read as what it was made of, its hash with the prefix or without', () => {
    fc.assert(
      fc.property(values, (all) => {
        for (const id of pageIds) {
          const grammar: Template = template(pages[id].path);
          const named = pick(all, grammar.names);
          expect(grammar.parse(pagePath(id, named as never))).toEqual(named);
          const { hash: _, ...rest } = named;
          const bare = named['hash'] ? { ...rest, hash: named['hash'].slice('sha256:'.length) } : named;
          expect(pagePath(id, bare as never)).toBe(pagePath(id, named as never));
        }
      }),
    );
  });

  it('of every operation lies below its prefix and has each value once, encoded', () => {
    for (const id of operationIds) {
      const path = pathOf(operationOf(id));
      const { names } = partsOf(path);
      const odd = Object.fromEntries(names.map((name, index) => [name, `${index}/é %2f?#:`]));
      const made = new URL(operationPath(id, odd as never), 'http://origin.test').pathname;
      const grammar = new RegExp(`^${written(path, () => '([^/]+)')}$`);
      expect(grammar.exec(made)?.slice(1).map(decodeURIComponent)).toEqual(Object.values(odd));
    }
  });

  it('lacks no value, and keeps a colon legible', () => {
    expect(filled('/{a}/{b}', { a: 'sha256:0', b: 1 })).toBe('/sha256:0/1');
    expect(() => filled('/{a}/{b}', { a: 'x' })).toThrow('/{a}/{b} needs b.');
  });
});
