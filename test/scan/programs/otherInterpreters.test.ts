import { describe, expect, it } from 'vitest';
import { effectsIn } from './judged.ts';

const programsOf = async (text: string) => {
  const { effects } = await effectsIn({ 'a.sh': text });
  return effects.flatMap((effect) => (effect.does === 'run' ? [effect.program] : []));
};

describe('a text for an interpreter in whose language no file is', () => {
  it.each(['perl', 'ruby', 'php'])('is read where the bundle names %s', async (name) => {
    expect(await programsOf(`${name} -${name === 'php' ? 'r' : 'e'} 'system("whoami");'\n`)).toContain('whoami');
  });

  it('is passed over where it does not, whatever was read before', async () => {
    await programsOf("ruby -e 'system(1)'\n");
    expect(await programsOf(`r=ru\n"$r"by -e 'system("whoami")'\n`)).not.toContain('whoami');
  });
});
