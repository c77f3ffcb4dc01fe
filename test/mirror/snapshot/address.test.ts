import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, fileOf, prebuiltAddress, prebuiltFiles } from '../../../mirror/snapshot/address/address.ts';
import { partOf } from '../../../mirror/snapshot/address/part.ts';
import { type OperationId, operationOf } from '../../../origin/contract/operations.ts';
import { inputOf } from '../../../origin/http/input.ts';

const values = fc.record({
  author: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/),
  slug: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/),
  hash: fc.stringMatching(/^[a-f0-9]{64}$/).map((hex) => `sha256:${hex}`),
});

describe('an address', () => {
  it('comes back from the file it names', () => {
    fc.assert(
      fc.property(values, ({ author, slug, hash }) => {
        for (const address of [
          { id: 'getSkill', values: { author, slug } },
          { id: 'getSkillVersionBundle', values: { author, slug, hash } },
          { id: 'getKitByHandle', values: { owner: author, slug } },
          { id: 'kitPage', values: { owner: author, slug } },
          { id: 'skillMarkdown', values: { author, slug } },
          { id: 'profilePage', values: { author } },
          { id: 'profileIndex', values: { author } },
          { id: 'kitIndex', values: { owner: author, slug } },
          { id: 'guidePage', values: { guide: 'start' } },
          { id: 'guideMarkdown', values: { guide: 'cdn' } },
          { id: 'sitemapShard', values: { shard: hash.slice(-2) } },
        ] as const) {
          expect(addressOf(fileOf(address))).toEqual(address);
        }
      }),
    );
  });

  it('of two resources is never the same file, nor a folder of the other, but for a bundle and its archive', () => {
    const ids = fc.constantFrom(...[...prebuiltFiles.keys()].filter((id) => id !== 'getSkillVersionBundle'));
    const addresses = fc.record({ id: ids, values }).map(({ id, values: { author, slug, hash } }) => {
      const all: Record<string, string> = {
        author,
        slug,
        hash,
        owner: author,
        guide: 'start',
        shard: '00',
        advisory: slug,
      };
      const names = prebuiltFiles.get(id)?.names.filter((name) => name !== 'part') ?? [];
      return { id, values: Object.fromEntries(names.map((name) => [name, all[name] ?? ''])) };
    });
    fc.assert(
      fc.property(addresses, addresses, (one, other) => {
        const [a, b] = [fileOf(one), fileOf(other)];
        expect(fileOf(addressOf(a) ?? other)).toBe(a);
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(b.startsWith(`${a}/`)).toBe(false);
      }),
    );
    const at = { author: 'ada', slug: 'sums', hash: `sha256:${'0'.repeat(64)}` };
    const [bundle, archive] = (['getSkillVersionBundle', 'versionArchive'] as const).map((id) =>
      fileOf({ id, values: at }),
    );
    expect([bundle, archive]).toEqual(Array(2).fill(`_by/${partOf('ada')}/ada/sums/${'0'.repeat(64)}.tar.gz`));
  });

  it('without an ending is no folder of another', () => {
    expect(fileOf({ id: 'apiResource', values: {} })).toBe('.well-known/oauth-protected-resource.json');
    expect(fileOf({ id: 'mcpResource', values: {} })).toBe('.well-known/oauth-protected-resource/api/v1/mcp.json');
    expect(fileOf({ id: 'robotsText', values: {} })).toBe('robots.txt');
    expect(fileOf({ id: 'activityRss', values: {} })).toBe('activity.rss');
  });

  it.each([
    ['listSkills', {}, 'api/v1/skills.json'],
    ['listSkills', { limit: '50', unknown: 'x' }, 'api/v1/skills.json'],
    ['listSkills', { limit: '49' }, undefined],
    ['listSkills', { q: 'x' }, undefined],
    ['search', { q: 'x' }, undefined],
  ] as const)('of %s with %o is %s', (id: OperationId, query, file) => {
    const address = prebuiltAddress(id, inputOf(operationOf(id), {}, query));
    expect(address && fileOf(address)).toBe(file);
  });
});
