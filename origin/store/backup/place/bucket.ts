/** A bucket as a place. A lease keeps others out, and who holds it writes nothing once another may. */
import type { Bucket } from '../../objects/s3/bucket.ts';
import { bucketObjects } from '../../objects/s3/objects.ts';
import { Held, type Seen, type Terms, takeLease, usualTerms } from './lease.ts';
import type { Place } from './place.ts';

interface Options {
  terms?: Terms;
  /** Hears what the operator should know of the server. */
  tell?(sentence: string): void;
}

export function bucketPlace(bucket: Bucket, { terms = usualTerms, tell = () => undefined }: Options = {}): Place {
  const objects = bucketObjects(bucket);
  const { address } = bucket;
  let seen: Seen | undefined;
  let held: Held | undefined;
  const { get, list } = objects;
  return {
    ...{ address, get, list },
    put: async (name, bytes) => {
      await held?.check();
      await objects.put(name, bytes);
    },
    delete: async (name) => {
      await held?.check();
      await objects.delete(name);
    },
    claim: async (holder) => {
      const taken = await takeLease({ objects, terms, address, tell }, holder, seen);
      if (!(taken instanceof Held)) {
        seen = taken;
        throw new Error(
          `Another program writes to ${address}. If it was killed on another machine, this one goes on in two minutes.`,
        );
      }
      held = taken;
      return taken;
    },
  };
}
