import { expect, it } from 'vitest';
import { skillMd } from '../registry.ts';
import { openFaults } from '../servers/faults.ts';
import { furnishedWorkplace } from './furnished.ts';
import { newPerson, operator, run, type Workplace } from './process.ts';

/** A registry that runs above faults. */
async function openRunning(faults: { environment: object }) {
  const furnished = await furnishedWorkplace();
  const place: Workplace = { ...furnished, environment: { ...furnished.environment, ...faults.environment } };
  const token = await newPerson(place, 'ada');
  const start = async () => {
    const started = run('scripts/start.ts', [], place);
    await started.printed(/Stop with Ctrl-C/);
    return started;
  };
  let registry = await start();
  const at = (program: 'ORIGIN_PORT' | 'MIRROR_PORT', path: string, init?: RequestInit) =>
    fetch(`http://localhost:${place.environment[program]}${path}`, init);
  return {
    place,
    publish: (slug: string) =>
      at('ORIGIN_PORT', `/api/v1/skills/ada/${slug}/versions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd(slug) }] }),
      }),
    origin: async (path: string) => (await at('ORIGIN_PORT', path)).status,
    mirror: async (path: string) => (await at('MIRROR_PORT', path)).status,
    stopped: async () => {
      registry.child.kill('SIGTERM');
      await registry.ended;
    },
    restart: async () => {
      registry.child.kill('SIGKILL');
      await registry.ended;
      registry = await start();
    },
    [Symbol.asyncDispose]: async () => {
      registry.child.kill('SIGKILL');
      await registry.ended;
      await furnished[Symbol.asyncDispose]();
    },
  };
}

it('a disk that can’t sync what was written takes no write, keeps all reads, and is said so', async ({ skip }) => {
  await using faults = await openFaults();
  if (!faults) return skip('nothing can be compiled here');
  await using registry = await openRunning(faults);
  expect((await registry.publish('before')).status).toBe(201);
  await expect.poll(() => registry.mirror('/ada/before')).toBe(200);
  await faults.failSyncs(true);
  for (let tried = 0; tried < 3; tried += 1) {
    const refused = await registry.publish('meanwhile');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await refused.json()).toMatchObject({ code: 'unavailable', statusCode: 503 });
  }
  for (const read of [registry.origin, registry.mirror])
    for (const path of ['/ada/before', '/api/v1/search?q=before']) expect(await read(path), path).toBe(200);
  expect(await registry.origin('/api/v1/skills/ada/meanwhile')).toBe(404);
  const doctor = run('scripts/operator.ts', ['doctor'], registry.place);
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toMatch(/nothing can be written in .*EIO/);

  await faults.failSyncs(false);
  expect((await registry.publish('after')).status).toBe(201);
  await registry.restart();
  for (const slug of ['before', 'after']) await expect.poll(() => registry.mirror(`/ada/${slug}`)).toBe(200);
  const { output } = await operator(registry.place, 'doctor');
  expect(output).toMatch(/All \d+ checks passed\./);
});

it('a clock that jumps by a day while all runs, ahead and back, holds up nothing, and doctor tells', async ({
  skip,
}) => {
  await using faults = await openFaults();
  if (!faults) return skip('nothing can be compiled here');
  await using registry = await openRunning(faults);
  const day = 86_400;
  for (const [index, ahead] of [0, day, 0, -day].entries()) {
    await faults.setClock(ahead);
    expect((await registry.publish(`skill-${index}`)).status).toBe(201);
    await expect.poll(() => registry.mirror(`/ada/skill-${index}`)).toBe(200);
    expect(await registry.origin('/readyz')).toBe(200);
    expect(await registry.mirror('/readyz')).toBe(200);
  }
  await faults.setClock(0);
  const { code, output } = await operator(registry.place, 'doctor');
  const [said] = output.match(/FAIL[\s\S]*$/) ?? [];
  expect([code, said]).toEqual([1, expect.stringMatching(/the newest event is of \S+, 86,\d+ seconds in the future/)]);
  expect(said).toMatch(/1 problem\.\n$/);
});
