import { appendFile, copyFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { awaitLed, readLed } from '../../../mirror/followers/leaderFile.ts';
import { formatPack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { Item } from '../../../mirror/followers/pack/shapes.ts';
import { packsIn } from '../../../scripts/operator/copy/packFile.ts';
import { madeFile, textIn } from '../../mirror/followers/packed.ts';
import { addSkill, newWorkplace, operator, run, type Workplace } from '../process.ts';

async function newLeader() {
  const place = await newWorkplace();
  await addSkill(place, 'pdf');
  return { ...place, file: (name: string) => join(place.folder, name) };
}

async function served({ environment }: Workplace): Promise<[string, string][]> {
  const root = join(String(environment['DATA_DIR']), 'mirror/public');
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.toSorted().map(async (file) => [file.slice(root.length), await readFile(file, 'latin1')]));
}

/** Paths of files that one has and the other has not, or otherwise. */
function differing(one: [string, string][], other: [string, string][]): string[] {
  const [here, there] = [new Map(one), new Map(other)];
  return [...new Set([...here.keys(), ...there.keys()])].filter((path) => here.get(path) !== there.get(path));
}

const verifierOf = async (place: Workplace): Promise<string> =>
  JSON.parse((await operator(place, '--json', 'log', 'show')).stdout).verifier;

it('a copy is carried in a file, then what changed since, and both are checked', async () => {
  await using leader = await newLeader();
  await using copy = await newWorkplace();
  const [first, second] = [leader.file('first.packs'), leader.file('second.packs')];
  expect(await operator(leader, 'mirror', 'export', first)).toMatchObject({ code: 0 });
  const key = await verifierOf(leader);
  const imported = await operator(copy, 'mirror', 'import', first, '--key', key);
  expect([imported.code, imported.output]).toEqual([0, expect.stringContaining('took it in')]);
  expect(differing(await served(copy), await served(leader))).toEqual([]);
  await addSkill(leader, 'sums');
  const exported = await operator(leader, 'mirror', 'export', second, '--since', first);
  expect(exported.output).toContain(`what changed since ${first}`);
  expect((await readFile(second)).length).toBeLessThan((await readFile(first)).length / 2);
  expect(await operator(copy, 'mirror', 'import', second)).toMatchObject({ code: 0 });
  expect(differing(await served(copy), await served(leader))).toEqual([]);
  const again = await operator(copy, 'mirror', 'import', second);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('does not begin where this copy ends')]);
  copy.environment['FOLLOW'] = 'http://registry.invalid';
  const { code, output } = await operator(copy, 'doctor', '--stopped');
  expect([code, output]).toEqual([0, expect.stringContaining('every byte')]);
});

it('a file that was cut short, altered or of another log changes nothing', async () => {
  await using leader = await newLeader();
  await using copy = await newWorkplace();
  const file = leader.file('all.packs');
  await operator(leader, 'mirror', 'export', file);
  const whole = await readFile(file);
  const refused = async (why: string, ...more: string[]) => {
    const { code, output } = await operator(copy, 'mirror', 'import', file, ...more);
    expect([code, output]).toEqual([1, expect.stringContaining(why)]);
    expect((await served(copy)).map(([path]) => path)).toEqual([]);
  };
  await truncate(file, whole.length - 100);
  await refused('is not whole');
  const turned = Buffer.from(whole);
  turned.writeUInt8(turned.readUInt8(5000) ^ 1, 5000);
  await writeFile(file, turned);
  await refused('is not whole');
  await writeFile(file, whole);
  await appendFile(file, 'more\n');
  await refused('is not whole');
  await writeFile(file, '{"pack":1,"site":{}}\n');
  await refused('a pack of version 1, and this release reads version 2: update the older of the two');
  await writeFile(file, whole);
  await refused('of another key', '--key', `${(await verifierOf(leader)).slice(0, -8)}AAAAAAA=`);
});

it('what the registry lost is not exported, and not called whole where it is imported', async () => {
  await using leader = await newLeader();
  await using copy = await newWorkplace();
  const [file, bad] = [leader.file('all.packs'), leader.file('bad.packs')];
  await operator(leader, 'mirror', 'export', file);
  const page = join(String(leader.environment['DATA_DIR']), 'mirror/public/skills.html');
  await rm(page);
  await rm(`${page}.gz`, { force: true });
  const refused = await operator(leader, 'mirror', 'export', bad);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('skills.html is missing or damaged here'),
  ]);
  expect(await readdir(leader.folder)).not.toContain('bad.packs');
  const lost = (item: Item): Item =>
    'file' in item && item.file === 'skills.html' ? { ...item, as: 'none', body: new Uint8Array() } : item;
  const packs: Buffer[] = [];
  for await (const pack of packsIn(file)) {
    const { head, items, end } = parsePack(pack);
    packs.push(formatPack(head, items.map(lost), end));
  }
  await writeFile(file, Buffer.concat(packs));
  expect(await operator(copy, 'mirror', 'import', file)).toMatchObject({ code: 1 });
  copy.environment['FOLLOW'] = 'http://registry.invalid';
  const { code, output } = await operator(copy, 'doctor', '--stopped');
  expect([code, output]).toEqual([1, expect.stringContaining('skills.html is missing: the registry had lost it')]);
});

it('a mirror of a part is exported, imported and restored from as that part', async () => {
  await using leader = await newLeader();
  await addSkill(leader, 'sums', 'bob');
  const file = leader.file('part.packs');
  await using part = await newWorkplace();
  await using copy = await newWorkplace();
  await using restored = await newWorkplace();
  part.environment['FOLLOW'] = `http://localhost:${leader.environment['MIRROR_PORT']}`;
  part.environment['FOLLOW_ONLY'] = 'author:ada';
  const serving = run('scripts/start.ts', [], leader);
  const following = run('scripts/start.ts', [], { environment: { ...part.environment, ROLE: 'builder' } });
  const isThere = () => readLed(String(part.environment['DATA_DIR']));
  await expect.poll(isThere).toBeDefined();
  await awaitLed(String(part.environment['DATA_DIR']));
  for (const { child, ended } of [following, serving]) {
    child.kill('SIGTERM');
    await ended;
  }
  const exported = await operator(part, 'mirror', 'export', file);
  expect([exported.code, exported.output]).toEqual([
    0,
    expect.stringContaining('and so is what was written: partial:'),
  ]);
  const imported = await operator(copy, 'mirror', 'import', file);
  expect([imported.code, imported.output]).toEqual([
    0,
    expect.stringContaining('It is a part of a registry, partial:'),
  ]);
  const { code, output } = await operator(restored, 'restore', '--from-mirror', String(copy.environment['DATA_DIR']));
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/held a part of the registry alone, partial: author:ada; 1 of/),
  ]);
  await operator(restored, 'snapshot');
  const own = (files: [string, string][]) => files.filter(([path]) => /\/(?:ada|bob)\/.*\.tar\.gz$/.test(path));
  const expected = own(await served(leader)).filter(([path]) => !path.includes('/bob/'));
  expect(own(await served(restored))).toEqual(expected);
});

it('a registry is no place for a copy, and an export overwrites nothing', async () => {
  await using leader = await newLeader();
  const file = leader.file('all.packs');
  await writeFile(file, 'mine');
  expect(await operator(leader, 'mirror', 'export', file)).toMatchObject({ code: 1 });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const { code, output } = await operator(leader, 'mirror', 'import', file);
  expect([code, output]).toEqual([1, expect.stringContaining('has a registry of its own')]);
});

it('a copy whose leader shows something else than its rows say is told so by doctor --thorough', async () => {
  await using leader = await newLeader();
  const file = leader.file('all.packs');
  await operator(leader, 'mirror', 'export', file);
  const thorough = async (change: (item: Item) => Item) => {
    await using copy = await newWorkplace();
    const packs: Buffer[] = [];
    for await (const pack of packsIn(file)) {
      const { head, items, end } = parsePack(pack);
      packs.push(formatPack(head, items.map(change), end));
    }
    const changed = leader.file('changed.packs');
    await writeFile(changed, Buffer.concat(packs));
    expect(await operator(copy, 'mirror', 'import', changed)).toMatchObject({ code: 0 });
    copy.environment['FOLLOW'] = 'http://registry.invalid';
    return await operator(copy, 'doctor', '--stopped', '--thorough');
  };
  const honest = await thorough((item) => item);
  expect([honest.code, honest.output]).toEqual([
    0,
    expect.stringMatching(/ok +pages +\d+ files, made again of the rows/),
  ]);
  const altering = (ending: string, alter: (body: string) => string) => (item: Item) => {
    if (!('file' in item && item.file.endsWith(ending))) return item;
    return madeFile(item.file, Buffer.from(alter(textIn(item))), item.kind);
  };
  const lying = await thorough(
    altering('ada/pdf/getSkill.json', (body) =>
      JSON.stringify({ ...JSON.parse(body), description: 'Safe, believe me.' }),
    ),
  );
  expect([lying.code, lying.output]).toEqual([
    1,
    expect.stringMatching(/FAIL +pages[\s\S]*ada\/pdf\/getSkill.json does not say what the registry’s rows do/),
  ]);
  const evading = await thorough(altering('.css', (body) => `${body} `));
  expect([evading.code, evading.output]).toEqual([
    1,
    expect.stringMatching(/FAIL +pages[\s\S]*could not be compared with what the registry’s rows say/),
  ]);
  expect(evading.output).not.toContain('checks passed');
});

it('a registry that is lost is restored from a copy of it, every file as it was', async () => {
  await using leader = await newLeader();
  await using copy = await newWorkplace();
  await using other = await newWorkplace();
  const file = leader.file('all.packs');
  await operator(leader, 'mirror', 'export', file);
  await operator(copy, 'mirror', 'import', file);
  const { ORIGIN_PORT, MIRROR_PORT } = leader.environment;
  const restored = { ...other, environment: { ...other.environment, ORIGIN_PORT, MIRROR_PORT } };
  const { code, output } = await operator(restored, 'restore', '--from-mirror', String(copy.environment['DATA_DIR']));
  expect([code, output]).toEqual([0, expect.stringContaining('Its key is not here')]);
  const dataOf = ({ environment }: Pick<Workplace, 'environment'>) => String(environment['DATA_DIR']);
  await copyFile(join(dataOf(leader), 'log.key'), join(dataOf(restored), 'log.key'));
  const [, size = ''] = /The log is on hold: here it has (\d+) entries/.exec(output) ?? [];
  expect(await operator(restored, 'log', 'resume', size)).toMatchObject({ code: 0 });
  await operator(restored, 'snapshot');
  expect(differing(await served(restored), await served(leader))).toEqual([]);
  expect(await operator(restored, 'doctor', '--stopped')).toMatchObject({ code: 0 });
});
