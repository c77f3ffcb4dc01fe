import { describe, expect, it } from 'vitest';
import { PurgeFailed } from '../../../mirror/purge/purge.ts';
import { cdnNames, type Mood, secret, startFakeCdn } from './fakeCdns.ts';

const never = new AbortController().signal;
/** As long as tags get. */
const tagsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `of/${'a'.repeat(39)}/${`${index}`.padStart(63, 's')}`);
const failureOf = async (work: Promise<void>): Promise<PurgeFailed> => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(PurgeFailed);
  return failure as PurgeFailed;
};

describe.each(cdnNames)('%s', (name) => {
  it('is asked as it documents, for as many tags as a call may have', async () => {
    await using cdn = await startFakeCdn(name);
    const full = tagsOf(cdn.purge.most);
    await cdn.purge.send(full, never);
    await cdn.purge.send(['s/ada/hello', 'query', 'listSkills', `v/${'0'.repeat(64)}`], never);
    expect(cdn.problems).toEqual([]);
    expect(cdn.purged[0]).toEqual(full);
    expect(cdn.purged[1]).toEqual(['s/ada/hello', 'query', 'listSkills', `v/${'0'.repeat(64)}`]);
  });

  it.each<[Mood, RegExp]>([
    ['broken', /^It answers 500\.$/],
    ['busy', /^It answers 429\.$/],
    ['cut', /^It can’t be reached: \w+\.$/],
    ['unconvinced', /./],
    ['refusing', /^It answers 403: CDN_TOKEN is wrong, or may not purge\.$/],
  ])('has purged nothing where it is %s, and no secret stands in why', async (mood, why) => {
    await using cdn = await startFakeCdn(name);
    cdn.moods.push(mood);
    const failure = await failureOf(cdn.purge.send(['all'], never));
    expect(failure.message).toMatch(why);
    expect(JSON.stringify([failure.message, failure.stack, failure.cause])).not.toContain(secret);
    expect(failure.wait).toBe(mood === 'busy' ? 1000 : undefined);
  });

  it('is given up when nobody needs it any more', async () => {
    await using cdn = await startFakeCdn(name);
    cdn.moods.push('silent');
    expect((await failureOf(cdn.purge.send(['all'], AbortSignal.timeout(50)))).message).toMatch(/^It can’t be reached/);
  });
});
