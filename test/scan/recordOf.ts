import type { CapabilityKind } from '../../origin/contract/subjects/scanned.ts';
import { capabilitiesOf } from '../../origin/scan/capabilities/record.ts';
import { effectsOf, prepare } from '../../origin/scan/programs/effects.ts';

/** The record of a bundle of these files. */
export async function recordOf(texts: Record<string, string>) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  await prepare(files);
  return capabilitiesOf(effectsOf(files, { spend: () => true }), files);
}

/** The names of one of its lists. */
export const names = async (kind: CapabilityKind, texts: Record<string, string>): Promise<string[]> =>
  (await recordOf(texts))[kind].map(({ name }) => name);
