/** What the rules on programs say to a bundle. */
import { programRules } from '../../../origin/scan/programRules.ts';
import { effectsOf, prepare } from '../../../origin/scan/programs/effects.ts';

type Texts = Readonly<Record<string, string>>;

export const filesOf = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ path, text }));

export const unlimited = { spend: () => true };

export async function effectsIn(texts: Texts) {
  const files = filesOf(texts);
  await prepare(files);
  return effectsOf(files, unlimited);
}

/** `rule path:line`, in the order of the rules. */
export async function judged(texts: Texts): Promise<string[]> {
  const effects = await effectsIn(texts);
  const files = filesOf(texts).map((file) => ({ ...file, isText: true, hash: '' }));
  const skill = { slug: 'sample', name: 'sample', allowedTools: [] };
  return programRules.flatMap((rule) =>
    [...rule.inspectBundle({ skill, files, effects })].map(({ path, line }) => `${rule.id} ${path}:${line}`),
  );
}
