import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapabilityKind, capabilityKinds } from '../../origin/contract/subjects/scanned.ts';
import { askedIn } from '../../origin/contract/words/asked.ts';
import { asksOf } from '../../origin/read/public/asks.ts';
import type { Capabilities } from '../../origin/scan/capabilities/capabilities.ts';

const record = (lists: Partial<Record<CapabilityKind, string[]>>, rest: Partial<Capabilities> = {}): Capabilities => ({
  ...(Object.fromEntries(
    capabilityKinds.map((kind) => [kind, (lists[kind] ?? []).map((name) => ({ name, path: 'SKILL.md', line: 1 }))]),
  ) as Record<CapabilityKind, []>),
  unread: [],
  more: [],
  ...rest,
});

describe('what a version newly asks for', () => {
  it('is what its record has and the one before it had not', () => {
    const before = record({ programs: ['git'], hosts: ['a.example'] });
    const after = record({ programs: ['curl', 'git'], hosts: ['a.example'], packages: ['npm:b'], filesRead: ['~/.c'] });
    expect(asksOf(before, after)).toEqual({
      ...{ commands: ['curl'], domains: [], environment: [], allowed_tools: [], packages: ['npm:b'] },
      ...{ files_read: ['~/.c'], files_written: [], agent_config: [], does: [], complete: true },
    });
  });

  it('is nothing against itself', () => {
    const names = fc.uniqueArray(fc.string(), { maxLength: 5 });
    fc.assert(
      fc.property(names, names, (programs, hosts) => {
        const one = record({ programs, hosts });
        expect(asksOf(one, one)).toMatchObject({ commands: [], domains: [], complete: true });
      }),
    );
  });

  it.each<[string, Capabilities | undefined, Capabilities | undefined]>([
    ['a version has no record yet', undefined, record({})],
    ['a file was not read', record({}), record({}, { unread: [{ path: 'a.js', reason: 'too_large' }] })],
    ['a list was cut', record({}, { more: ['hosts'] }), record({})],
  ])('is not said to be all where %s', (_, before, after) => {
    const asks = asksOf(before, after);
    expect(asks.complete).toBe(false);
    const { incomplete, limits } = askedIn({ ...asks, token_count: 0 });
    expect(incomplete).toMatch(/there may be more/);
    expect(limits).toMatch(/^In the parts that were read, found no new commands/);
  });

  it('is said of an older registry as far as that tells', () => {
    const asks = { commands: ['a'], domains: [], environment: [], allowed_tools: [], token_count: 0, complete: true };
    const { news, limits } = askedIn(asks);
    expect(news).toMatchObject([{ what: 'commands', values: ['a'] }]);
    expect(limits).not.toMatch(/files|packages/);
  });
});
