/** Two bundles as a comparison is given them. */
import type { Contents } from '../../../origin/bundle/compare/comparison.ts';
import { planOf } from '../../../origin/bundle/compare/plan.ts';
import { manifestOf } from '../../../origin/bundle/manifest.ts';
import { file } from '../samples.ts';

type Texts = Record<string, string | Uint8Array>;

export function contentsOf(before: Texts, after: Texts): Contents {
  const [old, fresh] = [before, after].map((texts) => Object.entries(texts).map(([path, text]) => file(path, text)));
  const { changes } = planOf(manifestOf(old ?? []), manifestOf(fresh ?? []));
  const of = (texts: Texts, path: string) => file(path, texts[path]);
  return {
    changes: changes.map(({ before: from, after: to, ...change }) => ({
      ...change,
      ...(from && { before: of(before, from.path) }),
      ...(to && { after: of(after, to.path) }),
    })),
  };
}

/** Lines out of few, in no order: what takes longest to compare. */
export function muddle(seed: number, count: number, kinds = 50): string {
  let random = seed + 1;
  const lines = Array.from({ length: count }, () => {
    random = (random * 48_271) % 2_147_483_647;
    return `line ${random % kinds} of it\n`;
  });
  return lines.join('');
}

export const many = (count: number, text: (index: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.txt`, text(index)]));
