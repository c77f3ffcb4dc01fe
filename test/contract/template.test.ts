import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathTemplate } from '../../origin/contract/template.ts';

const handle = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/);
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);
const hash = fc.stringMatching(/^[a-f0-9]{64}$/).map((hex) => `sha256:${hex}`);
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._ -]{0,30}$/), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'));

describe('a path template', () => {
  const file = pathTemplate('skills/{author}/{slug}/versions/{hash}/file/{path}~.json');
  const page = pathTemplate('/{author}/{slug}.md');

  it('gives back the values it was formatted with', () => {
    fc.assert(
      fc.property(fc.record({ author: handle, slug, hash, path }), (values) => {
        expect(file.parse(file.format(values))).toEqual(values);
        const { author, slug } = values;
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
