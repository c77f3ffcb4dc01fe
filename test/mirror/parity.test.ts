import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliFiles } from '../../mirror/site/built.ts';
import { addressOf, fileOf, prebuiltFiles } from '../../mirror/snapshot/address/address.ts';
import { importSkills } from '../../scripts/operator/publishing/import.ts';
import { publishStarterSkills } from '../../scripts/starter.ts';
import { advise, advisoryOf } from '../advisories.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { testSigner } from '../log/signer.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit, deskOf, follow } from '../scene.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { openS3 } from '../servers/s3/server.ts';
import { objectsOf } from '../store/objects/kinds.ts';
import { isThorough } from '../thoroughness.ts';
import { type Mirrored, openMirrored, urlsOf } from './mirrored.ts';
import { openSharedBuilder, openSharedMirror } from './shared.ts';

const signer = testSigner();
const corpus = join(import.meta.dirname, '../../../shared/corpus/skills');
const withCorpus = existsSync(corpus);

/** The last of them with a mirror that has a database and an object store, and no disk. */
const places = [...engineNames, ...(hasPostgres ? (['shared'] as const) : [])];

describe.each(places)('mirror and origin over %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Pick<Mirrored, 'files' | 'mirror' | 'snapshot'> & AsyncDisposable;
  beforeAll(async () => {
    registry = await scene(name === 'shared' ? 'sqlite' : name);
    await advise(registry, advisoryOf('nobody/none'));
    await advise(registry, advisoryOf('nobody/none', { id: 'list.example~SKILL-2026-1' }));
    mirrored = name === 'shared' ? await openShared(registry) : await openMirrored(registry, { cliFiles, signer });
    await mirrored.snapshot.full();
    await mirrored.snapshot.step();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  it('agree in status, bytes and ETag on every prebuilt path of the starter skills', async () => {
    expect(await differences(registry, mirrored)).toEqual([]);
  });

  it('keep a file of every kind, and each part of the sitemap', async () => {
    const files = await mirrored.files();
    const missing = [...prebuiltFiles].filter(([, template]) => !files.some((file) => template.parse(file)));
    expect(missing.map(([id]) => id)).toEqual([]);
    const { body } = await answerOf(mirrored.mirror, '/sitemap.xml');
    const parts = [...body.matchAll(/sitemaps\/[^<]+/g)].map(([part]) => part);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.filter((part) => !files.includes(part))).toEqual([]);
  });

  it('agree on queries, failures and what no file can hold', async () => {
    const { versions } = (await (await registry.get('/skills/ada/sums')).json()) as { versions: { hash: string }[] };
    const [newest, oldest] = [versions.at(0)?.hash, versions.at(-1)?.hash];
    const paths = [
      '/advisories/SKILL-2026-2',
      '/advisories/a~b~c',
      '/skills?limit=2&offset=1',
      '/skills?sort=alpha&category=writing,security',
      '/skills?category=nonsense',
      '/skills?q=SKILL',
      '/skills?offset=10001',
      '/skills?limit=x',
      '/skills/ada/old',
      '/skills/ada/old/manifest',
      '/skills/ada/missing',
      '/skills/Ada/sums',
      '/search?q=skill',
      '/search?q=sums&types=people,kits&limit=1',
      '/search?q=',
      '/search',
      '/discover/people?sort=alpha&q=A',
      '/discover/kits?q=kit',
      '/discover/feed?limit=3&offset=2',
      '/profiles/ada/followers?limit=1',
      '/profiles/nobody',
      '/kits/by-handle/ada/none',
      `/skills/ada/sums/versions/${oldest}/diff/${newest}`,
      `/skills/ada/sums/versions/${newest?.slice(7)}/files`,
      `/skills/ada/sums/versions/${newest}/file`,
      `/skills/ada/sums/versions/${newest}/file?path=nothing.md`,
      `/skills/ada/sums/versions/${newest}/file?path=${'a'.repeat(300)}`,
      `/skills/ada/sums/versions/${newest}/file?path=../../../../../skills`,
      `/skills/ada/sums/versions/${'0'.repeat(64)}/files`,
      `/skills/ada/sums/versions/${newest}/proof`,
      `/skills/ada/sums/versions/${'0'.repeat(64)}/proof`,
      `/skills/ada/secret/versions/${newest}/proof`,
      '/nothing',
    ].map((path) => `/api/v1${path}`);
    const index = '.well-known/agent-skills/index.json';
    const pages = [
      ...['entries/000.p/3', '0/000.p/2', 'entries/000', '0/000.p/256', '1/000.p/1', '64/000', '0/x000/000'].map(
        (tile) => `/log/tile/${tile}`,
      ),
      '/ada/old.md',
      '/nobody.md',
      '/ada/old',
      '/no/such/page',
      `/ada/old/${index}`,
      `/ada/secret/${index}`,
      `/grace/hidden/${index}`,
      `/nobody/${index}`,
      `/ada/kit/none/${index}`,
      `/ada/sums/v/${oldest?.slice(7)}/${index}`,
      `/ada/sums/v/${'0'.repeat(64)}/${index}`,
      `/ada/sums/v/${oldest?.slice(7)}.md`,
      ...[oldest?.slice(7), '0'.repeat(64), newest, newest?.slice(7).toUpperCase()].map(
        (hash) => `/ada/sums/v/${hash}.tar.gz`,
      ),
      `/ada/secret/v/${newest?.slice(7)}.tar.gz`,
      `/grace/sums/v/${newest?.slice(7)}.tar.gz`,
      ...[oldest, newest, '0'.repeat(71)].map((hash) => `/ada/sums/v/${hash?.slice(7)}`),
      ...[
        '',
        '?path=a.json/b%20c.md',
        '?path=scripts/add.sh',
        '?path=none',
        '?path=&view=source',
        '?path=a&view=x',
      ].map((query) => `/ada/sums/v/${newest?.slice(7)}/files${query}`),
      ...['', `?from=${newest}&to=${oldest}`, `?to=${oldest}`, '?from=x', `?to=${'0'.repeat(64)}`].map(
        (query) => `/ada/sums/diff${query}`,
      ),
      '/ada/secret/diff',
      ...['00', '01', 'fe', 'ff'].map((shard) => `/sitemaps/${shard}.xml`),
      '/sitemaps/000.xml',
      ...['', '?q=', '?q=skill', '?q=sums&types=kits,people', '?q=a&types=nonsense', '?q=sumz'].map(
        (q) => `/search${q}`,
      ),
      ...['?sort=installs&offset=2', '?category=data', '?category=nonsense', '?offset=99999'].map((q) => `/skills${q}`),
      ...['?sort=subscribers', '?sort=alpha&offset=1', '?category=data'].map((q) => `/kits${q}`),
      ...['?sort=alpha', '?category=other&offset=1'].map((q) => `/people${q}`),
      '/activity?offset=2',
      '/activity?offset=9999',
      '/activity?offset=10001',
      '/activity?offset=x',
      '/ada/followers',
      '/grace/following?offset=1',
      '/nobody/followers',
      '/ada/kit/tools?x=1',
      '/ada/kit/none',
      '/stats?offset=1',
    ];
    for (const path of [...paths, ...pages]) {
      expect(await answerOf(mirrored.mirror, path), path).toEqual(await answerOf(registry.app, path));
    }
    for (const path of ['/ada/sumz', '/aba', '/grace/hiddem', '/no/such/page', '/wp-login.php', '/ada/kit/none']) {
      const [here, there] = [await pageAt(mirrored.mirror, path), await pageAt(registry.app, path)];
      expect(here, path).toEqual(there);
      expect(here.status, path).toBe(404);
    }
  });
});

it.skipIf(!withCorpus)(
  `agree on every prebuilt path of real skills${withCorpus ? '' : ' (the corpus is not there)'}`,
  async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const { json } = await importSkills(deskOf(registry), corpus);
    const { published } = json as { published: string[] };
    await mirrored.snapshot.step();
    expect(published.length).toBeGreaterThan(60);
    expect(await differences(registry, mirrored, { inTurn: !isThorough })).toEqual([]);
  },
  120_000,
);

async function openShared(registry: TestRegistry) {
  const server = await newPostgres();
  const s3 = await openS3();
  const shared = { url: server.url, objects: objectsOf(s3) };
  const { snapshot, files, ...builder } = await openSharedBuilder(registry, shared, { cliFiles, signer });
  const { mirror, ...reader } = await openSharedMirror(registry, shared, cliFiles);
  return {
    ...{ snapshot, files, mirror },
    [Symbol.asyncDispose]: async () => {
      await reader[Symbol.asyncDispose]();
      await builder[Symbol.asyncDispose]();
      await s3.away();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The starter skills and two people's, with versions, a deprecation, a pin, what is private or became it, and kits. */
async function scene(name: EngineName) {
  const registry = await openRegistry(name, { settings: { cliFiles } });
  await publishStarterSkills(deskOf(registry));
  const skill = (text: string) => ({
    'SKILL.md': `---\nname: sums\ndescription: Adds.\n---\n${text}`,
    a: 'a',
    'a.json/b c.md': 'b',
  });
  const first = await registry.publish('ada', 'sums', skill('one'));
  const { hash } = (await first.json()) as { hash: string };
  await registry.publish('ada', 'sums', { ...skill('two'), 'scripts/add.sh': 'curl https://example.com\n' });
  await registry.publish('ada', 'old', skill('old'));
  await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true, deprecation_message: 'Use sums.' });
  await registry.publish('ada', 'secret', skill('secret'), { visibility: 'private' });
  await registry.publish('grace', 'sums', skill('other'));
  await registry.publish('grace', 'hidden', skill('hidden'));
  await registry.send('PATCH', '/skills/grace/hidden', 'grace', { visibility: 'private' });
  await addKit(registry, 'ada', 'tools', ['ada:sums', 'ada:secret', 'registry:find-skills']);
  await addKit(registry, 'grace', 'pinned', [`ada:sums@${hash}`, 'grace:sums', 'ada:old']);
  await follow(registry, 'grace', 'ada');
  return registry;
}

/** `inTurn`: one form of each file, encoded or not, by turns; enough where there are thousands of files. */
async function differences(
  registry: TestRegistry,
  { files, mirror }: Pick<Mirrored, 'files' | 'mirror'>,
  { inTurn = false } = {},
): Promise<string[]> {
  const forms = ['identity', 'br', 'gzip'];
  const differing: string[] = [];
  let compared = 0;
  for (const file of await files()) {
    const address = addressOf(file);
    if (address) expect(fileOf(address)).toBe(file);
    const asked = inTurn ? forms.slice(compared % 3, (compared % 3) + 1) : forms;
    for (const url of urlsOf(file))
      for (const encoding of asked) {
        const [here, there] = [await answerOf(mirror, url, encoding), await answerOf(registry.app, url, encoding)];
        const same = JSON.stringify(here) === JSON.stringify(there) && here.status === 200 && here.etag;
        if (!same) differing.push(`${url} as ${encoding}`);
      }
    compared += 1;
  }
  expect(compared).toBeGreaterThan(50);
  return differing;
}

async function answerOf(app: TestRegistry['app'], path: string, encoding = 'identity') {
  const response = await app.request(path, { headers: { 'accept-encoding': encoding } });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const header = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    etag: header('etag'),
    encoding: header('content-encoding'),
    type: header('content-type'),
    cache: header('cache-control'),
    body,
  };
}

/** What a person sees there. */
async function pageAt(app: TestRegistry['app'], path: string) {
  const response = await app.request(path, { headers: { accept: 'text/html' } });
  return { status: response.status, body: await response.text() };
}
