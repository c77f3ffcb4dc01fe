/** From the moment a publish is sent until the mirror answers with it, compared with the same in a catalog of a thousand. */
import { setTimeout as wait } from 'node:timers/promises';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { workingCopy } from './catalog/copy.ts';
import { median, timed, timesAsLong } from './figures.ts';
import { makePublisher, publisher, skillToPublish } from './publishing.ts';
import type { Measure, Run } from './run.ts';
import { freePort } from './servers/freePort.ts';
import { type Program, publicUrls, startProgram } from './servers/program.ts';
import { prepareSnapshot } from './snapshot.ts';

const [warmUps, publishes] = [5, 100];
const small = 1000;

export const publishToMirror: Measure = async (run) => {
  await using large = await openRegistry(run, run.skills);
  await using reference = await openRegistry(run, small);
  const times = { large: [] as number[], small: [] as number[] };
  for (let index = 0; index < warmUps + publishes; index += 1) {
    const [first, second] = [await reference.publish(index), await large.publish(index)];
    if (index < warmUps) continue;
    times.small.push(first);
    times.large.push(second);
  }
  const subject = timed(`publish to read, ${run.skills} skills`, times.large);
  const smaller = timed(`the same, ${small} skills`, times.small);
  const note = `median ${median(times.large).toFixed(0)} ms, of which the follower waits 0 to 100 ms for its next look`;
  return [{ goal: 'publish to mirror', subject, reference: smaller, ratio: timesAsLong(subject, smaller), note }];
};

/** A whole registry on a copy of the catalog of this size. */
async function openRegistry({ catalog, say }: Run, skills: number) {
  const place = await catalog(skills);
  await prepareSnapshot(place, say);
  const copy = await workingCopy(place);
  const token = await makePublisher(copy.dataDir);
  const [originPort, mirrorPort] = [await freePort(), await freePort()];
  const settings = {
    ...{ ...publicUrls, DATA_DIR: copy.dataDir, TRUSTED_PROXY_HOPS: '1' },
    ...{ ORIGIN_PORT: String(originPort), MIRROR_PORT: String(mirrorPort) },
  };
  const programs: Program[] = [];
  for (const file of ['mirror/follow.ts', 'origin/main.ts', 'mirror/main.ts'])
    programs.push(await startProgram(file, settings));
  const read = (slug: string, client: string) =>
    fetch(`http://127.0.0.1:${mirrorPort}${apiPrefix}/skills/${publisher}/${slug}`, {
      headers: { 'x-forwarded-for': client },
    });
  return {
    /** Milliseconds until the mirror has it. */
    publish: async (index: number): Promise<number> => {
      const client = `10.9.0.${index % 250}`;
      const { slug, body } = skillToPublish(0, index);
      const started = performance.now();
      const answer = await fetch(`http://127.0.0.1:${originPort}${apiPrefix}/skills/${publisher}/${slug}/versions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': client },
        body,
      });
      if (answer.status !== 201) throw new Error(`A publish answered ${answer.status}: ${await answer.text()}`);
      while (!(await read(slug, client)).ok) await wait(1);
      return performance.now() - started;
    },
    [Symbol.asyncDispose]: async () => {
      for (const program of programs) await program.stop();
      await copy[Symbol.asyncDispose]();
    },
  };
}
