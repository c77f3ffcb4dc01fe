import { describe, expect, it } from 'vitest';
import { sha256 } from '../../origin/bundle/manifest.ts';
import { severities } from '../../origin/contract/records.ts';
import { corpusVersion, detectors } from '../../origin/scan/detectors.ts';
import { scan } from '../../origin/scan/scan.ts';
import { bytesOf, file, skillMd } from '../bundle/samples.ts';

const hidden = 'a\u200Bb\n';
const scanAs = (slug: string, ...files: Parameters<typeof file>[]) =>
  scan({
    slug,
    name: 'sample',
    allowedTools: [],
    files: [skillMd, ...files.map((args) => file(...args))].map((one) => ({ ...one, hash: sha256(one.bytes) })),
  });
const scanOf = (...files: Parameters<typeof file>[]) => scanAs('sample', ...files);

describe('scan', () => {
  it('calls a skill clean when no detector knows a pattern in it', () => {
    expect(scanOf(['a.md', 'hello'])).toEqual({ status: 'clean', findings: [] });
  });

  it('calls it clean with a low finding, and flagged with a medium one', () => {
    const renamed = scanAs('other');
    expect(renamed).toMatchObject({
      status: 'clean',
      findings: [{ detector: 'name-mismatch', severity: 'low', line: 2 }],
    });
    const severity = 'medium';
    expect(scanOf(['a.md', hidden])).toMatchObject({ status: 'flagged', findings: [{ path: 'a.md', severity }] });
  });

  it('has exactly the five fields of the scan report in each finding', () => {
    const [finding] = scanOf(['a.md', hidden]).findings;
    expect(Object.keys(finding ?? {}).sort()).toEqual(['detector', 'line', 'message', 'path', 'severity']);
  });

  it('sorts findings by path, line and detector, whatever order the files come in', () => {
    const { findings } = scanOf(['b.md', hidden.repeat(11)], ['a.md', `\n${hidden}`]);
    expect(findings.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'a.md:2',
      ...Array.from({ length: 11 }, (_, index) => `b.md:${index + 1}`),
    ]);
  });

  it('keeps 200 findings, and the worst of them', () => {
    const { findings } = scanAs('other', ['a.md', hidden.repeat(5000)]);
    expect(findings).toHaveLength(200);
    expect(findings.every(({ severity }) => severity === 'medium')).toBe(true);
  });

  it('scans files that are not UTF-8 without failing', () => {
    expect(scanOf(['a.bin', Uint8Array.of(0xff, 0x00, ...bytesOf(hidden))])).toEqual({ status: 'clean', findings: [] });
  });

  it('ends with the look that its budget ended in, keeps what was found, and is incomplete', () => {
    const files = [skillMd, file('a.md', hidden), file('b.md', hidden)];
    const hashed = files.map((one) => ({ ...one, hash: sha256(one.bytes) }));
    const within = (looks: number) => {
      let left = looks;
      const isOver = () => left-- === 0;
      const { status, findings } = scan({ slug: 'sample', name: 'sample', allowedTools: [], files: hashed }, isOver);
      return { status, found: findings.map(({ path }) => path), left };
    };
    expect(within(3 * detectors.length)).toEqual({ status: 'flagged', found: ['a.md', 'b.md'], left: 0 });
    expect(within(2 * detectors.length)).toEqual({ status: 'incomplete', found: ['a.md'], left: -1 });
    expect(within(0)).toEqual({ status: 'incomplete', found: [], left: -1 });
  });

  it('finds a path of earlier rules whatever the order of the files, also where time ran out before the first look', () => {
    for (const path of ['.git/config', '-rf', 'SKILL.MD', 'z/Node_Modules/a.js']) {
      const files = ['b.md', path, 'z/c.md'].map((each) => file(each));
      const hashed = [skillMd, ...files].map((one) => ({ ...one, hash: sha256(one.bytes) }));
      const ranOut = scan({ slug: 'sample', name: 'sample', allowedTools: [], files: hashed }, () => true);
      expect(ranOut).toMatchObject({ status: 'quarantined', findings: [{ detector: 'refused-path', path }] });
    }
  });
});

describe('detectors', () => {
  it('have ids of their own, a known severity and a summary', () => {
    expect(new Set(detectors.map(({ id }) => id)).size).toBe(detectors.length);
    for (const { id, severity, summary } of detectors) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(severities).toContain(severity);
      expect(summary).toMatch(/\.$/);
    }
  });

  it('are those of this corpus: count corpusVersion up with any change', () => {
    expect([corpusVersion, ...detectors.map(({ id }) => id)]).toEqual([
      3,
      'name-mismatch',
      'invisible-characters',
      'hidden-message',
      'homoglyphs',
      'private-key',
      'access-token',
      'embedded-executable',
      'disguised-executable',
      'disguised-file',
      'nested-archive',
      'refused-path',
      'known-bad',
      'pipe-to-shell',
      'decoded-execution',
      'reverse-shell',
      'credential-exfiltration',
      'data-drop',
      'persistence',
      'destructive-command',
      'broad-tools',
      'hidden-instructions',
      'confirmation-bypass',
      'agent-config-tampering',
      'remote-instructions',
      'image-exfiltration',
    ]);
  });
});
