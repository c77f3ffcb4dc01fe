/** Advisories of an operator’s own, as the command line adds them. */
import type { Advisory } from '../origin/contract/subjects/advisories.ts';
import { ecosystemIn, readAdvisory } from '../origin/scan/advisories.ts';
import { settleAdvisories } from '../origin/store/moderation/advised.ts';
import { putAdvisory, withdrawAdvisory } from '../origin/store/moderation/advisories.ts';
import type { TestRegistry } from './registry.ts';

/** Against every version of a skill, unless it says otherwise. */
export const advisoryOf = (skill: string, said: Partial<Advisory> = {}): Advisory => ({
  schema_version: '1.7.0',
  id: 'SKILL-2026-1',
  modified: '2026-01-31T12:00:00Z',
  summary: 'It sends files to a stranger.',
  affected: [
    {
      package: { ecosystem: 'AgentSkills', name: skill },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
    },
  ],
  ...said,
});

/** Against this content, whatever it is called. */
export const againstContent = (said: { version_hashes?: string[]; file_hashes?: string[] }): Partial<Advisory> => ({
  affected: [{ ecosystem_specific: said }],
});

export async function advise({ engine, clock }: TestRegistry, given: Advisory) {
  const now = () => clock.now;
  // What is behind a `~` came from a list of others.
  const read = readAdvisory({ ...given, id: given.id.replace(/^.*~/, '') });
  if ('fault' in read) throw new Error(read.fault);
  const advisory = { ...read.advisory, id: given.id };
  const stored = await engine.write((db) =>
    putAdvisory(db, { advisory, feed: '', isHere: ecosystemIn([], true) }, { by: null, now: now() }),
  );
  return { stored, ...(await settleAdvisories({ engine, now })) };
}

export async function unadvise({ engine, clock }: TestRegistry, id = 'SKILL-2026-1') {
  const now = () => clock.now;
  await engine.write((db) => withdrawAdvisory(db, id, { by: null, now: now() }));
  return settleAdvisories({ engine, now });
}
