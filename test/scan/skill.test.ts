import { describe, expect, it } from 'vitest';
import { manifestOf, versionHash } from '../../origin/bundle/manifest.ts';
import { countTokens } from '../../origin/bundle/tokens.ts';
import { readSkill } from '../../origin/scan/reader/skill.ts';
import { file, refusalOf, skillMd } from '../bundle/samples.ts';

const text = '---\nname: sample\ndescription: A sample.\nversion: 1.0\ntriggers: a, b\n---\n# Sample\n';
const bundle = [file('references/a.md', 'a'), file('SKILL.md', text)];

describe('readSkill', () => {
  it('reads all that the registry keeps of a version', async () => {
    const [skill, reference] = manifestOf(bundle);
    expect(await readSkill(bundle, 'sample')).toMatchObject({
      files: [
        { ...skill, bytes: bundle[1]?.bytes },
        { ...reference, bytes: bundle[0]?.bytes },
      ],
      hash: versionHash(manifestOf(bundle)),
      name: 'sample',
      description: 'A sample.',
      version: '1.0',
      triggers: ['a', 'b'],
      tokenCount: countTokens(text),
      scan: { status: 'clean', findings: [], unread: [] },
    });
  });

  it('has no version where the frontmatter has none', async () => {
    expect('version' in (await readSkill([skillMd], 'sample'))).toBe(false);
  });

  it('names the same version whatever the slug, and reports the mismatch', async () => {
    const other = await readSkill(bundle, 'other');
    expect(other.hash).toBe((await readSkill(bundle, 'sample')).hash);
    expect(other.scan).toMatchObject({ status: 'clean', findings: [{ detector: 'name-mismatch' }] });
  });

  it('refuses bad paths before it reads anything', async () => {
    const refusal = { code: 'bundle_invalid', path: '../a' };
    expect(await refusalOf(() => readSkill([file('SKILL.md', 'no frontmatter'), file('../a')], 'a'))).toMatchObject(
      refusal,
    );
  });

  it('refuses bad frontmatter by its line', async () => {
    const refusal = { code: 'frontmatter_invalid', path: 'SKILL.md', line: 1 };
    expect(await refusalOf(() => readSkill([file('SKILL.md', '# Sample')], 'a'))).toMatchObject(refusal);
  });
});
