import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { rescan } from '../../../origin/write/rescan.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { endless, slowReader } from '../../slowReader.ts';
import { moderate } from '../../store/rows.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
let people = 0;
let author: string;
let person: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  people += 1;
  [author, person] = [`author${people}`, `person${people}`];
  machine = await newMachine({ registryUrl: served.originUrl, token: await served.registry.tokenFor(person) });
  return () => machine[Symbol.asyncDispose]();
});

const publish = async (body: string, files = {}, skill = `${author}:hello`) => {
  const { slug = '' } = skillId.parse(skill) ?? {};
  const { hash } = await published(served.registry, skill, { 'SKILL.md': skillMd(slug, 'Does it.', body), ...files });
  served.registry.clock.now += 60;
  await served.publishSnapshot();
  return hash;
};
/** As a newer corpus does, which reads less of what these versions hold. */
const rescanAll = async () => {
  const { engine, clock } = served.registry;
  await engine.write((db) =>
    db
      .updateTable('scans')
      .set({ corpus_version: corpusVersion - 1, thorough: 0 })
      .execute(),
  );
  await rescan({ engine, reader: slowReader, now: () => clock.now });
  await served.publishSnapshot();
};
const hard = { [endless]: 'let a = 1;\n' };
const holds = (label = 'v1') =>
  `${author}/hello ${label}: the registry holds this version until the scan has read all of it.`;

describe('a version that is held after it was approved', () => {
  it('stays on a machine that has it, which is told, and is placed on no other', async () => {
    const hash = await publish('One.', hard);
    await machine.run('add', `${author}/hello`);
    expect((await machine.run('sync')).ended).toBe(0);
    await rescanAll();
    for (const _ of [1, 2]) {
      const synced = await machine.run('sync');
      expect(synced).toMatchObject({ ended: 0, stderr: expect.stringContaining(`${holds()} Your copy stays`) });
      expect(await skillsIn(machine.skills)).toEqual({ hello: hash });
    }
    await using other = await newMachine({
      registryUrl: served.originUrl,
      token: await served.registry.tokenFor(person),
    });
    const synced = await other.run('sync');
    expect(synced).toMatchObject({
      ended: 0,
      stderr: expect.stringContaining(`${holds()} It is installed once that is done.`),
    });
    expect(await skillsIn(other.skills)).toEqual({});
  });

  it('goes where it is quarantined, and where the person removed it', async () => {
    const hash = await publish('One.', hard);
    await machine.run('add', `${author}/hello`);
    await machine.run('sync');
    await rescanAll();
    await moderate(served.registry, `${author}:hello@${hash}`, 'quarantine');
    expect((await machine.run('sync')).stdout).toContain(`- ${author}/hello`);
    expect(await skillsIn(machine.skills)).toEqual({});

    author = `${author}b`;
    await publish('Two.', hard);
    await machine.run('add', `${author}/hello`);
    await machine.run('sync');
    await rescanAll();
    await machine.run('remove', `${author}/hello`);
    expect((await machine.run('sync')).stdout).toContain(`- ${author}/hello`);
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('is not changed for an older one that a kit falls back to, and gives way to a newer one', async () => {
    await publish('One.');
    const second = await publish('Two.', hard);
    await addKit(served.registry, author, 'desk', [`${author}:hello`]);
    await served.registry.send('PUT', `/kits/${author}/desk/subscription`, person);
    await machine.run('sync');
    expect(await skillsIn(machine.skills)).toEqual({ hello: second });
    await rescanAll();
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: expect.stringContaining(holds('v2')) });
    expect(await skillsIn(machine.skills)).toEqual({ hello: second });
    const third = await publish('Three.');
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    expect(await skillsIn(machine.skills)).toEqual({ hello: third });
  });

  it('is named to nobody who could not know of it', async () => {
    await publish('One.');
    await addKit(served.registry, author, 'desk', [`${author}:hello`]);
    await served.registry.send('PUT', `/kits/${author}/desk/subscription`, person);
    const bearer = { authorization: `Bearer ${await served.registry.tokenFor(person)}` };
    const held = async () =>
      (await (await served.registry.get('/sync/manifest', bearer)).json()) as { held?: unknown[] };
    const { engine } = served.registry;
    await publish('Two.', hard);
    await rescanAll();
    // As a publish that held it at once leaves it.
    await engine.write((db) =>
      db
        .updateTable('moderation_actions')
        .set({
          created_at: (e) => e.selectFrom('versions').select('published_at').whereRef('versions.id', '=', 'target_id'),
        })
        .where('action', '=', 'hold')
        .execute(),
    );
    expect(await held()).not.toHaveProperty('held');
  });
});
