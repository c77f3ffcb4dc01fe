import { describe, expect, it } from 'vitest';
import { affected } from '../../../mirror/snapshot/address/affected.ts';
import type { KitFootprint, SkillFootprint } from '../../../mirror/snapshot/address/footprint.ts';

const sums = { author: 'ada', slug: 'sums' };
const tables = { author: 'grace', slug: 'tables' };
const named = { kind: 'kit', owner: 'ada', slug: 'tools', card: 'Tools', ownerShard: '00' } as const;
const kit: KitFootprint = { ...named, members: [sums, tables] };

/** The skills whose pages are rendered again when a kit changes so. */
const pagesAfter = (before: KitFootprint | undefined, after: KitFootprint | undefined) =>
  affected([{ kind: 'kit', before, after }]).flatMap(({ id, values }) => (id === 'skillPage' ? [values] : []));

describe('a change of a kit', () => {
  it('that its members do not show, such as a subscription, renders no page of theirs again', () => {
    expect(pagesAfter(kit, kit)).toEqual([]);
  });

  it('renders the pages again that begin or cease to name it', () => {
    expect(pagesAfter(kit, { ...kit, members: [sums] })).toEqual([tables]);
    expect(pagesAfter({ ...kit, members: [sums] }, kit)).toEqual([tables]);
    expect(pagesAfter(undefined, kit)).toEqual([sums, tables]);
    expect(pagesAfter(kit, undefined)).toEqual([sums, tables]);
  });

  it('renders every member’s page again when it is called otherwise', () => {
    expect(pagesAfter(kit, { ...kit, card: 'Renamed' })).toEqual(expect.arrayContaining([sums, tables]));
  });
});

describe('a change of a skill that others name as one like them', () => {
  const named = { kind: 'skill', author: 'ada', slug: 'sums', shard: '00', ownerShard: '00' } as const;
  const skill: SkillFootprint = { ...named, versions: [], kits: [], card: 'Sums', namedBy: [tables] };
  const othersAfter = (before: SkillFootprint | undefined, after: SkillFootprint | undefined) =>
    affected([{ kind: 'skill', before, after }]).flatMap(({ id, values }) => (values['slug'] === 'tables' ? [id] : []));

  it('makes nothing of theirs again where it looks to them as before', () => {
    expect(othersAfter(skill, { ...skill, versions: [{ hash: 'a', isReadable: false }] })).toEqual([]);
  });

  it('makes their records and pages again where it came, went or looks otherwise', () => {
    const own = ['getSkill', 'skillPage'];
    expect(othersAfter(undefined, skill)).toEqual(own);
    expect(othersAfter(skill, undefined)).toEqual(own);
    expect(othersAfter({ ...skill, namedBy: [] }, skill)).toEqual(own);
    expect(othersAfter(skill, { ...skill, card: 'Renamed' })).toEqual(expect.arrayContaining(own));
  });
});
