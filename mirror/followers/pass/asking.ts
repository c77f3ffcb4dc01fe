/** What a follower is to be told next, and whether what comes is of a leader that it can follow. */
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { countSteps } from '../../../origin/store/schema/steps.ts';
import type { Ask } from '../leader.ts';
import { openPack } from '../pack/checked.ts';
import type { Pack } from '../pack/pack.ts';
import type { Head } from '../pack/shapes.ts';
import { filtersInWords, keptPart } from '../part/part.ts';
import { readFollowed } from '../state.ts';

export interface Asking {
  ask: Ask;
  /** Told of the leader before anything of it is taken in. Errors: where it can't be followed here. */
  meet(head: Head): Promise<void>;
  catalog: Engine;
  /** What alone is copied, as `formatSelection` writes it; all there is if unset. */
  only?: string;
}

export interface Leader {
  ask: Ask;
  /** Errors: `BrokenPack`, and where the leader can't be followed. */
  parse(bytes: Uint8Array): Promise<Pack>;
  /** Where the copy is, of what it is to hold: once that is another choice, all of it is compared. */
  reached(): Promise<string | undefined>;
}

/** Milliseconds after which a step of the leader's that was under way may be through. */
export const stepTakes = 500;

/** It runs another program than this one can follow, or is none to follow so. */
class OtherProgram extends Error {}

export async function openLeader({ ask, meet, catalog, only }: Asking): Promise<Leader> {
  const known = await countSteps('sqlite');
  return {
    ask,
    parse: async (bytes) => {
      const pack = await openPack(bytes);
      if (pack.head.schema > known)
        throw new OtherProgram(
          `The leader runs a newer release of the registry (schema ${pack.head.schema}, here ${known}): update this one.`,
        );
      refuseOtherPart(pack.head, only);
      await meet(pack.head);
      return pack;
    },
    reached: async () => {
      const { cursor } = await readFollowed(catalog.db);
      return (await keptPart(catalog.db)).only === only ? cursor : undefined;
    },
  };
}

function refuseOtherPart({ only: sent, partial, site }: Head, only: string | undefined): void {
  if (only !== undefined && partial)
    throw new OtherProgram(
      `The leader holds a part of a registry itself (${filtersInWords(partial)}), so nothing can be chosen from it: leave out FOLLOW_ONLY, or follow ${site.mirrorUrl}.`,
    );
  if (sent !== only)
    throw new OtherProgram(
      'The leader runs an older release of the registry, which sends all there is and no part of it: leave out FOLLOW_ONLY until it is updated.',
    );
}
