import { describe, expect, it } from 'vitest';
import { nameMismatch } from '../../../origin/scan/detectors/disguise/name-mismatch.ts';
import { inspect as inspected } from './inspect.ts';

const inspect = (name: string, slug: string, text: string) =>
  inspected(nameMismatch, text, { path: 'SKILL.md', skill: { name, slug } });

describe('name-mismatch', () => {
  it('finds nothing when the name is the slug', () => {
    expect(inspect('pdf-tools', 'pdf-tools', '---\nname: pdf-tools\n')).toEqual([]);
    expect(inspect('PDF Tools', 'pdf-tools', '---\nname: PDF Tools\n')).toEqual([]);
  });

  it('points at the line of another name', () => {
    const text = '---\ndescription: x\nname: Office Tools\n---\n';
    expect(inspect('Office Tools', 'pdf-tools', text)).toMatchObject([{ line: 3 }]);
  });

  it('points at the first line when the name is written in flow style', () => {
    expect(inspect('b', 'a', '---\n{ name: b, description: c }\n---\n')).toMatchObject([{ line: 1 }]);
  });
});
