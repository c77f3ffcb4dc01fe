/** Which kits the home page shows, and in which order. */
import { featuredNames, featureKits } from '../../../origin/store/kits/featured.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface FeatureOptions {
  none?: true;
}

/** Without kits it lists those that are featured. */
export async function feature(
  { engine, now }: OperatorContext,
  kits: readonly string[],
  { none }: FeatureOptions,
): Promise<Outcome> {
  if (none || kits.length > 0)
    await engine.write((db) => featureKits(engine, db, none ? [] : kits, { by: null, now: now() }));
  const names = await featuredNames(engine.db);
  return { text: names.join('\n') || 'No kits are featured.', json: { featured: names } };
}
