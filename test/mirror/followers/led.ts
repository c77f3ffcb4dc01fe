/** A registry with a mirror that is followed. */
import { testSigner } from '../../log/signer.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

export interface Led extends AsyncDisposable {
  registry: TestRegistry;
  leader: Mirrored;
}

export async function openLed(signer = testSigner()): Promise<Led> {
  const registry = await openRegistry();
  const leader = await openMirrored(registry, { signer });
  return {
    ...{ registry, leader },
    [Symbol.asyncDispose]: async () => {
      await leader[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}
