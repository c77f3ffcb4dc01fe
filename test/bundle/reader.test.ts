import { describe, expect, it, vi } from 'vitest';
import { packArchive } from '../../origin/bundle/archive.ts';
import { openReader, type Patience } from '../../origin/bundle/reader.ts';
import { readSkill } from '../../origin/bundle/skill.ts';
import { file, refusalOf, skillMd } from './samples.ts';

const opened = (patience?: Patience) => {
  const reader = openReader(patience);
  return Object.assign(reader, { [Symbol.asyncDispose]: () => reader.close() });
};
const files = [skillMd, file('a.md', 'hello'), file('bin', Uint8Array.of(0xff, 0))];
/** Words that no tokenizer knows take it several seconds to count. */
function slow() {
  let random = 1;
  const words = Array.from({ length: 2_400_000 }, () => {
    random = (random * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (random % 20_000));
  });
  return file('SKILL.md', `---\nname: slow\ndescription: Slow.\n---\n${words.join('')}`);
}

describe('a reader', () => {
  it('reads what the program itself would, from files and from an archive', async () => {
    await using reader = opened();
    const content = await reader.read({ slug: 'sample', bundle: files });
    const { bundleDigest, ...skill } = content;
    expect(skill).toEqual(readSkill(files, 'sample'));
    expect(bundleDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const packed = { bytes: packArchive(files), archive: 'tar.gz' as const };
    expect(await reader.read({ slug: 'sample', bundle: packed })).toEqual(content);
  });

  it('refuses with the same codes, and goes on', async () => {
    await using reader = opened();
    const wrong = [file('a.md')];
    expect(await refusalOf(() => reader.read({ slug: 'a', bundle: wrong }))).toEqual(
      await refusalOf(() => readSkill(wrong, 'a')),
    );
    expect((await reader.read({ slug: 'sample', bundle: files })).scan.status).toBe('clean');
  });

  it('calls a scan incomplete that takes longer than its budget, never clean', async () => {
    await using reader = opened({ scan: 0, whole: 15_000 });
    expect((await reader.read({ slug: 'sample', bundle: files })).scan).toEqual({ status: 'incomplete', findings: [] });
    const scan = await reader.scan({ slug: 'sample', name: 'sample', files });
    expect(scan).toEqual({ status: 'incomplete', findings: [] });
  });

  it('refuses what can’t be read in time, and reads the next one', async () => {
    await using reader = opened({ scan: 2000, whole: 2500 });
    // On a busy machine the next one may not be in time either, at first.
    const scanned = async () => {
      const { scan } = await reader.read({ slug: 'sample', bundle: files });
      expect(scan.status).toBe('clean');
      return scan;
    };
    const [late, next] = await Promise.all([
      refusalOf(() => reader.read({ slug: 'slow', bundle: [slow()] })),
      vi.waitFor(scanned, { timeout: 120_000 }),
    ]);
    expect([late['code'], next.status]).toEqual(['bundle_invalid', 'clean']);
  });

  it('does not call a fault of its own a refusal', async () => {
    await using reader = opened();
    const fault = reader.read({
      slug: 'a',
      bundle: [{ path: 'SKILL.md', bytes: null as unknown as Uint8Array }],
    });
    await expect(fault).rejects.toThrow(/^The reader failed: TypeError/);
    expect((await reader.read({ slug: 'sample', bundle: files })).scan.status).toBe('clean');
  });

  it('scans anew what today’s rules for frontmatter would refuse', async () => {
    await using reader = opened();
    const old = [file('SKILL.md', 'no frontmatter\n'), file('a.md', 'a\u200Bb')];
    expect(await reader.scan({ slug: 'old', name: 'old', files: old })).toMatchObject({
      status: 'flagged',
      findings: [{ path: 'a.md', detector: 'invisible-characters' }],
    });
  });
});
