import fc from 'fast-check';
import compare from 'semver/functions/compare.js';
import { describe, expect, it } from 'vitest';
import { ecosystemIn, isAgainst, matchersOf, readAdvisory } from '../../origin/scan/advisories.ts';
import { advisoryOf, againstContent } from '../advisories.ts';

type Events = { introduced?: string; fixed?: string; last_affected?: string }[];

const against = (events: Events, label: string, type = 'SEMVER'): boolean => {
  const named = { ecosystem: 'AgentSkills', name: 'ada/sums' };
  const matchers = matchersOf(
    advisoryOf('', { affected: [{ package: named, ranges: [{ type, events }] }] }),
    ecosystemIn([], true),
  );
  return isAgainst(matchers, { skills: ['ada:sums'], label, hashes: [] });
};

const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));

describe('an advisory', () => {
  it('is against what was introduced and not fixed since, whatever order the events are in', () => {
    fc.assert(
      fc.property(version, version, version, (from, to, label) => {
        fc.pre(compare(from, to) < 0);
        const isWithin = compare(label, from) >= 0 && compare(label, to) < 0;
        const events = [{ introduced: from }, { fixed: to }];
        expect(against(events, label)).toBe(isWithin);
        expect(against(events.toReversed(), label)).toBe(isWithin);
        const last = [{ introduced: from }, { last_affected: to }];
        expect(against(last, label)).toBe(compare(label, from) >= 0 && compare(label, to) <= 0);
      }),
    );
  });

  it('is against every label from the first version on, and against those that can’t be compared', () => {
    for (const label of ['0.0.1', 'v7', 'final', '', '💥', '1.0.0-rc.1', 'x'.repeat(64)])
      expect([label, against([{ introduced: '0' }], label)]).toEqual([label, true]);
    expect(against([{ introduced: '0' }, { fixed: '2.0.0' }], 'v3')).toBe(false);
    expect(against([{ introduced: '0' }, { fixed: '2.0.0' }], 'final')).toBe(true);
    expect(against([{ introduced: '1.0.0' }], 'final')).toBe(false);
    expect(against([{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }], '2.1.0')).toBe(true);
    expect(against([{ introduced: '0' }], '1.0.0', 'GIT')).toBe(false);
  });

  const faultOf = (given: unknown): string => {
    const read = readAdvisory(given);
    return 'fault' in read ? read.fault : '';
  };
  const affected = (more: object) => advisoryOf('', { affected: [more as never] });
  const named = (name: string, more = {}) => affected({ package: { ecosystem: 'AgentSkills', name }, ...more });
  const ranges = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] });

  it.each([
    [null, /^the document: /],
    [[], /^the document: /],
    [{}, /^id: /],
    [{ ...advisoryOf('ada/sums'), id: '../x' }, /^id: must be an id/],
    [{ ...advisoryOf('ada/sums'), id: 'feed.example~X' }, /^id: must be up to 80 letters/],
    [{ ...advisoryOf('ada/sums'), modified: 'yesterday' }, /^modified: must be a time in UTC/],
    [{ ...advisoryOf('ada/sums'), schema_version: '2.0.0' }, /^schema_version: must be a 1\.x/],
    [{ ...advisoryOf('ada/sums'), summary: '\u001b[2J' }, /^summary: must not have control characters/],
    [{ ...advisoryOf('ada/sums'), other: 'x'.repeat(70_000) }, /^the document: may have 65536 bytes, and has 7\d{4}$/],
    [named('ada', ranges({ introduced: '0' })), /^affected\.0\.package\.name: must be <author>\/<slug>/],
    [named('ada/sums'), /^affected\.0: names no versions; all of them are /],
    [named('ada/sums', ranges({ introduced: 'soon' })), /^affected\.0\.ranges: "soon" is no version/],
    [named('ada/sums', ranges({ introduced: '0', fixed: '1.0.0' })), /must say one of introduced, fixed/],
    [
      affected(againstContent({ file_hashes: ['abc'] }).affected?.[0] ?? {}),
      /^affected\.0\.ecosystem_specific\.file_hashes\.0: /,
    ],
  ])('that can’t be one is refused with its place: %#', (given, fault) => {
    expect(faultOf(given)).toMatch(fault);
  });

  it('may say whatever it likes of other ecosystems, and is against nothing by that', () => {
    const other = { package: { ecosystem: 'npm', name: 'left pad' }, ...againstContent({ file_hashes: [`sha256:${'0'.repeat(64)}`] }).affected?.[0] }; // biome-ignore format: a row
    expect(faultOf(affected(other))).toBe('');
    expect(matchersOf(affected(other), () => true)).toEqual([]);
  });

  it('that is withdrawn is against nothing', () => {
    const withdrawn = advisoryOf('ada/sums', { withdrawn: '2026-02-01T00:00:00Z' });
    expect(matchersOf(withdrawn, () => true)).toEqual([]);
  });
});
