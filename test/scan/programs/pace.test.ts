import { describe, it } from 'vitest';
import { expectLinear } from '../../pace.ts';
import { recordOf } from '../recordOf.ts';

describe('What programs do is told in linear time', () => {
  it.each([
    ['a prompt without an end', 'a.md', (n: number) => `\`\`\`\nx@${'-'.repeat(n)}\n\`\`\`\n`],
    ['a fence before tabs and a backtick', 'a.md', (n: number) => `~~~${'\t'.repeat(n)}\`\n`],
    ['a long fence before a backtick', 'a.md', (n: number) => `${'~'.repeat(n)}\`\n`],
    ['a unit of signs', 'a.service', (n: number) => `ExecStart=${'!'.repeat(n)}\u2028`],
    ['one word as configuration', 'CLAUDE.json', (n: number) => `"${'C'.repeat(n)}"`],
    ['a format of zeros', 'a.sh', (n: number) => `printf '%${'0'.repeat(n)}' a\n`],
    ['a format of zeros in PowerShell', 'a.ps1', (n: number) => `Write-Output ("{${'0'.repeat(n)}" -f 1)\n`],
    ['a folder that has none', 'a.py', (n: number) => `import os\nopen(os.path.dirname("${'a'.repeat(n)}/b"))\n`],
  ])('of %s', async (_, path, text) => {
    await expectLinear((length) => recordOf({ [path]: text(Math.ceil(length)) }), 60_000, 2_000);
  });
});
