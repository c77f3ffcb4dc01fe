import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, hashOf, isHash } from '../../origin/contract/grammar/grammar.ts';
import {
  kitId,
  kitSource,
  nameOf,
  reference,
  skillFileId,
  skillId,
  skillUri,
  target,
  versionId,
} from '../../origin/contract/grammar/ids.ts';
import { ModerationTarget } from '../../origin/contract/records/account.ts';

const handle = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/);
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);
const digits = fc.stringMatching(/^[a-f0-9]{64}$/);
const hash = digits.map((hex) => `sha256:${hex}`);
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._ -]{0,30}$/), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'));
const skill = fc.record({ author: handle, slug });
const kit = fc.record({ owner: handle, slug });

interface Form {
  format(parts: never): string;
  parse(text: string): unknown;
}

/** Each form with what it may name, and how one of them is written. */
const forms: Record<string, [form: Form, parts: fc.Arbitrary<unknown>, example: RegExp]> = {
  skillId: [skillId, skill, /^[^:/@]+:[^:/@]+$/],
  versionId: [versionId, fc.record({ author: handle, slug, hash }), /^[^:/@]+:[^:/@]+@sha256:[a-f0-9]{64}$/],
  skillFileId: [skillFileId, fc.record({ author: handle, slug, path }), /^[^:/@]+:[^:/@]+\/.+$/],
  kitId: [kitId, kit, /^[^:/@]+\/[^:/@]+$/],
  kitSource: [kitSource, kit, /^kit:[^:/@]+\/[^:/@]+$/],
  skillUri: [skillUri, skill, /^skill:\/\/[^:/@]+\/[^:/@]+$/],
  reference: [
    reference,
    fc.oneof(skill, fc.record({ author: handle, slug, wanted: fc.oneof(hash, fc.string({ minLength: 1 })) })),
    /^[^:/@]+\/[^:/@]+(?:@[\s\S]+)?$/,
  ],
  target: [
    target,
    fc.oneof(
      fc.record({ kind: fc.constant('profile'), author: handle }),
      fc.record({ kind: fc.constant('skill'), author: handle, slug }),
      fc.record({ kind: fc.constant('version'), author: handle, slug, hash }),
    ),
    /^[^:/@]+(?::[^:/@]+(?:@sha256:[a-f0-9]{64})?)?$/,
  ],
};

/** Texts that are nearly ids: pieces of them, in any order. */
const pieces = fc
  .array(
    fc.oneof(
      handle,
      slug,
      hash,
      digits,
      fc.constantFrom(':', '/', '@', 'kit:', 'skill://', '-', '..', ' ', '\n', 'Ada', '%2F', ''),
    ),
  )
  .map((parts) => parts.join(''));

describe.each(Object.entries(forms))('%s', (_, [form, parts, example]) => {
  it('gives back the names it was written with, in its form', () => {
    fc.assert(
      fc.property(parts, (named) => {
        const text = form.format(named as never);
        expect(text).toMatch(example);
        expect(form.parse(text)).toEqual(named);
      }),
    );
  });

  it('reads nothing that it would have written otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string()), (text) => {
        const named = form.parse(text);
        // On the command line a colon will do for the slash.
        const same = form === reference ? text.replace(':', '/') : text;
        if (named !== undefined) expect([text, same]).toContain(form.format(named as never));
      }),
    );
    for (const text of [
      '',
      ':',
      '/',
      'ada:',
      ':sums',
      'ada/',
      '/sums',
      'ada:sums@',
      'ada/sums@',
      'Ada:sums',
      'ada:sums\n',
      'a:b:c',
      'a/b/c',
    ])
      expect([text, form.parse(text)]).toEqual([text, undefined]);
  });
});

describe('ids', () => {
  it('are told apart by what they name', () => {
    expect(reference.parse('ada:sums@v2@x')).toEqual({ author: 'ada', slug: 'sums', wanted: 'v2@x' });
    expect(nameOf('ada:sums')).toBe('ada/sums');
    expect(nameOf(':sums')).toBe(':sums');
    expect([target.parse('ada')?.kind, target.parse('ada:sums')?.kind]).toEqual(['profile', 'skill']);
  });

  it('are what a request may report', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        expect([text, ModerationTarget.safeParse(text).success]).toEqual([text, target.parse(text) !== undefined]);
      }),
    );
  });

  it('hold hashes with their prefix', () => {
    fc.assert(
      fc.property(digits, (hex) => {
        expect([hashOf(hex), hashOf(hashOf(hex)), digitsOf(hashOf(hex)), digitsOf(hex)]).toEqual([
          `sha256:${hex}`,
          `sha256:${hex}`,
          hex,
          hex,
        ]);
        expect([isHash(hashOf(hex)), isHash(hex), isHash(`${hashOf(hex)}\n`)]).toEqual([true, false, false]);
      }),
    );
  });
});
