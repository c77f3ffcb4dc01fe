import { describe, expect, it } from 'vitest';
import { fairQueue } from '../../origin/scan/reader/fairQueue.ts';
import { refusalOf } from '../bundle/samples.ts';

/** A queue whose work ends when the test says so, and what has begun, in its order. */
function observed(lanes: number, bounds?: { each?: number; all?: number }) {
  const queue = fairQueue(
    Array.from({ length: lanes }, (_, lane) => lane),
    bounds,
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (account: string, name: string) =>
    queue.run(account, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, add, end };
}

describe('a fair queue', () => {
  it('takes accounts in turn, and the work of each in its order', async () => {
    const { begun, add, end } = observed(1);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name.charAt(0), name);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives one account one lane, so that the other is free for the next', () => {
    const { begun, add } = observed(2);
    for (const name of ['a1', 'a2', 'b1']) void add(name.charAt(0), name);
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('uses the first lane that is free, whichever was given back last', async () => {
    const queue = fairQueue(['first', 'second']);
    const used: string[] = [];
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const use = (account: string, until?: Promise<void>) =>
      queue.run(account, async (lane) => {
        used.push(lane);
        await until;
      });
    const both = [use('a', first.promise), use('b', second.promise)];
    for (const end of [first, second]) {
      end.resolve();
      await new Promise(setImmediate);
    }
    await Promise.all([...both, use('a')]);
    expect(used).toEqual(['first', 'second', 'first']);
  });

  it('lets another begin on a lane that was left, and nobody of the same account', async () => {
    const queue = fairQueue(['lane']);
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const a1 = queue.run('a', async (_, leave) => {
      begun.push('a1');
      leave();
      await first.promise;
    });
    const [a2, b1] = ['a', 'b'].map((account) => queue.run(account, async () => void begun.push(`${account}, next`)));
    await b1;
    expect(begun).toEqual(['a1', 'b, next']);
    first.resolve();
    await Promise.all([a1, a2]);
    expect(begun).toEqual(['a1', 'b, next', 'a, next']);
  });

  it('refuses what one account has too much of, and takes it when something is done', async () => {
    const { add, end } = observed(1, { each: 2 });
    void add('a', 'a1');
    void add('a', 'a2');
    expect(await refusalOf(() => add('a', 'a3'))).toMatchObject({ code: 'rate_limited', retry_after: 5 });
    await end('a1');
    void add('a', 'a3');
  });

  it('full, takes from who has most waiting and not from who has none', async () => {
    const { begun, add, end } = observed(1, { all: 3 });
    void add('z', 'z1');
    const last = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3')].at(-1);
    void add('b', 'b1');
    expect(await refusalOf(() => last)).toMatchObject({ code: 'unavailable', retry_after: 5 });
    expect(await refusalOf(() => add('a', 'a4'))).toMatchObject({ code: 'unavailable' });
    for (const name of ['z1', 'a1', 'b1']) await end(name);
    expect(begun).toEqual(['z1', 'a1', 'b1', 'a2']);
  });

  it('goes on after work that fails, and settles when all is done', async () => {
    const { queue, add, end } = observed(1);
    const failing = queue.run('a', () => Promise.reject(new Error('failed')));
    void add('a', 'a1');
    await expect(failing).rejects.toThrow('failed');
    let settled = false;
    const done = queue.settled().then(() => {
      settled = true;
    });
    await new Promise(setImmediate);
    expect(settled).toBe(false);
    await end('a1');
    await done;
  });
});
