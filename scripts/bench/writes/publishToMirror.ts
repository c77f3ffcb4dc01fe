/** From the moment a publish is sent until the mirror answers with it, compared with the same in a catalog of a thousand. */
import { median, timed, timesAsLong } from '../figures.ts';
import type { Measure } from '../run.ts';
import { openGrown } from '../servers/grown.ts';

const [warmUps, publishes] = [5, 100];
const small = 1000;

export const publishToMirror: Measure = async ({ catalog, skills, say }) => {
  await using large = await openGrown(await catalog(), publishes, say);
  await using reference = await openGrown(await catalog(small), publishes, say);
  const times = { large: [] as number[], small: [] as number[] };
  for (let index = 0; index < warmUps + publishes; index += 1) {
    const [first, second] = [await reference.publish(index), await large.publish(index)];
    if (index < warmUps) continue;
    times.small.push(first.read);
    times.large.push(second.read);
  }
  const subject = timed(`publish to read, ${skills} skills`, times.large);
  const smaller = timed(`the same, ${small} skills`, times.small);
  const note = `median ${median(times.large).toFixed(0)} ms, of which the follower waits 0 to 100 ms for its next look`;
  return [{ goal: 'publish to mirror', subject, reference: smaller, ratio: timesAsLong(subject, smaller), note }];
};
