import { describe, expect, it } from 'vitest';
import { rescan } from '../../../origin/write/rescan.ts';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { does, slowReader } from '../../slowReader.ts';

const calm = 'listens';
const sending = 'listens\nsends data\nreads secrets';

describe.each(engineNames)('what a version does, on %s,', (name) => {
  const open = () => openRegistry(name, { reading: slowReader });
  const publish = (registry: TestRegistry, acts: string) =>
    published(registry, 'ada:tool', { 'SKILL.md': skillMd('tool', acts), [does]: acts });
  const report = async (registry: Pick<TestRegistry, 'get'>, hash: string) =>
    answerOf('getSkillVersionScan', await registry.get(`/skills/ada/tool/versions/${hash}/scan`));

  it('stands in its report, at the mirror as at the origin', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, sending);
    const { capabilities, findings } = await report(registry, hash);
    expect(capabilities?.acts[1]).toEqual({ name: 'sends data', path: does, line: 2 });
    expect(findings).toEqual([]);
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const at = `/api/v1/skills/ada/tool/versions/${hash}/scan`;
    const [mirror, origin] = [await mirrored.mirror.request(at), await registry.app.request(at)];
    expect(await mirror.text()).toBe(await origin.text());
  });

  it('is found where the version before did not, when it is published and when it is scanned again', async () => {
    await using registry = await open();
    const first = await publish(registry, calm);
    const second = await publish(registry, sending);
    const found = {
      ...{ detector: 'new-capability', severity: 'medium', path: does, line: 2, count: 2 },
      message: 'This version begins to send data of the machine; the one before it did not.',
      places: [
        { path: does, line: 2 },
        { path: does, line: 3, message: 'This version begins to read secrets; the one before it did not.' },
      ],
    };
    expect(first).toMatchObject({ scanStatus: 'clean', findings: [] });
    expect(second).toMatchObject({ scanStatus: 'flagged', findings: [found] });
    const third = await publish(registry, `${sending}\n`);
    expect(third.findings).toEqual([]);
    const before = await Promise.all([first, second, third].map(({ hash }) => report(registry, hash)));

    const { engine, clock } = registry;
    await engine.write((db) =>
      db.updateTable('scans').set({ corpus_version: 0, capabilities: '', findings: '[]', status: 'clean' }).execute(),
    );
    expect(await rescan({ engine, reader: slowReader, now: () => clock.now })).toBe(3);
    expect(await Promise.all([first, second, third].map(({ hash }) => report(registry, hash)))).toEqual(before);
  });

  it('is not found where the version before is of a corpus that did not look', async () => {
    await using registry = await open();
    await publish(registry, calm);
    await registry.engine.write((db) => db.updateTable('scans').set({ capabilities: '' }).execute());
    expect((await publish(registry, sending)).findings).toEqual([]);
  });
});
