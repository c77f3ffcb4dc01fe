import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, suspend } from '../scene.ts';
import { connect, generations, refusalBy, signsIn } from './clients.ts';
import { callTool, message, sendMessage } from './message.ts';

const words = 'only ada may read this';
const reads = [
  callTool('list_skills'),
  callTool('get_skill', { id: 'ada:mine' }),
  callTool('search', { query: 'mine' }),
  callTool('fetch', { id: 'ada:mine' }),
  message('resources/list'),
  message('resources/read', { uri: 'skill://ada/mine/SKILL.md' }),
  message('skills/list'),
  message('skills/get', { uri: 'skill://ada/mine/SKILL.md' }),
];

describe.each(engineNames)('the hosted kit on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await registry.publish('ada', 'mine', { 'SKILL.md': skillMd('mine', words) }, { visibility: 'private' });
    await registry.publish('ada', 'shown', { 'SKILL.md': skillMd('shown') });
    await enable('ada', true);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const enable = (handle: string, enabled: boolean) =>
    registry.engine.write((db) =>
      db
        .updateTable('profiles')
        .set({ mcp_enabled: enabled ? 1 : 0 })
        .where('handle', '=', handle)
        .execute(),
    );
  const end = (token: string, row: object) =>
    registry.engine.write((db) =>
      db.updateTable('tokens').set(row).where('hash', '=', createHash('sha256').update(token).digest('hex')).execute(),
    );
  const answers = async (token: string) => {
    const sent = reads.map((read) => sendMessage(registry, read, { authorization: `Bearer ${token}` }));
    return Promise.all((await Promise.all(sent)).map(async (response) => [response.status, await response.text()]));
  };
  const idsFor = async (token: string) => {
    const response = await sendMessage(registry, callTool('list_skills'), { authorization: `Bearer ${token}` });
    const { skills } = (await response.json()).result.structuredContent;
    return skills.map(({ id }: { id: string }) => id);
  };

  it.each(['session', 'device', 'mcp'] as const)('opens to a %s token of its owner', async (tokenClass) => {
    expect(await idsFor(await registry.tokenFor('ada', tokenClass))).toEqual(['ada:mine', 'ada:shown']);
  });

  it.each(generations)('shows another person not one byte of it, in %s', async (generation) => {
    await using client = await connect(registry, await registry.tokenFor('eve'), generation);
    expect((await client.call('list_skills')).total).toBe(0);
    expect(await client.resources()).toEqual([]);
    for (const read of ['get_skill', 'fetch']) {
      const { isError, content } = await client.tool(read, { id: 'ada:mine' });
      expect(isError).toBe(true);
      expect(content.map(({ text }) => text).join()).toBe(
        (await client.tool(read, { id: 'ada:nothing' })).content
          .map(({ text }) => text?.replace('nothing', 'mine'))
          .join(),
      );
    }
    const text = JSON.stringify(await answers(await registry.tokenFor('eve')));
    for (const secret of [words, 'ada:shown']) expect(text).not.toContain(secret);
  });

  it('shows a kit key its kit alone', async () => {
    const kit = await addKit(registry, 'ada', 'desk', ['ada:shown']);
    const key = await registry.tokenFor('ada', 'kit', kit);
    expect(await idsFor(key)).toEqual(['ada:shown']);
    expect(JSON.stringify(await answers(key))).not.toContain(words);
    const eve = await addKit(registry, 'eve', 'empty', []);
    expect(await idsFor(await registry.tokenFor('eve', 'kit', eve))).toEqual([]);
  });

  it('is closed to a token from the moment that it ends', async () => {
    const [expired, revoked, disabled, suspended, wrong] = [
      await registry.tokenFor('ada'),
      await registry.tokenFor('ada', 'device'),
      await registry.tokenFor('fay', 'mcp'),
      await registry.tokenFor('gus'),
      'svc_s_nonsense',
    ];
    await registry.publish('fay', 'own', { 'SKILL.md': skillMd('own', words) });
    await registry.publish('gus', 'own', { 'SKILL.md': skillMd('own', words) });
    await end(expired, { expires_at: registry.clock.now });
    await end(revoked, { revoked_at: registry.clock.now });
    await suspend(registry, 'gus', true);
    for (const token of [expired, revoked, disabled, suspended, wrong]) {
      for (const [status, text] of await answers(token)) {
        expect(status).toBe(401);
        expect(JSON.parse(String(text)).code).toMatch(/^token_/);
        expect(text).not.toContain(words);
      }
    }
    await enable('fay', true);
    expect(await idsFor(disabled)).toEqual(['fay:own']);
  });

  it('tells who comes without a token where to learn what it needs', async () => {
    const response = await sendMessage(registry, callTool('list_skills'), {});
    expect(response.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/api/v1/mcp"');
    expect(await refused(response)).toBe('401 unauthorized');
    const metadata = await registry.get('.well-known/oauth-protected-resource/api/v1/mcp');
    expect(await metadata.json()).toMatchObject({
      scopes_supported: ['read'],
      resource: expect.stringMatching(/\/api\/v1\/mcp$/),
    });
  });

  it.each(generations)('lets a person with a client of %s read where a token is made', async (generation) => {
    const says = /Create an MCP token at http:\/\/mirror\.test\/settings\/tokens .*http:\/\/mirror\.test\/docs\/mcp/;
    const shown = (by: Parameters<typeof refusalBy>[2]) => refusalBy(generation, registry, by);
    expect(await shown({ token: await registry.tokenFor('hal', 'mcp') })).toMatch(/The MCP link is off\. .*settings/);
    expect(await shown({ token: 'nonsense' })).toMatch(says);
    expect(await shown({})).toMatch(says);
    // One that would sign in by OAuth finds no server for that, and is told so where it asks to be registered.
    expect(await shown({ authProvider: signsIn })).toMatch(says);
  });

  it('never lets an MCP token write or sync', async () => {
    const authorization = `Bearer ${await registry.tokenFor('ada', 'mcp')}`;
    expect(await refused(await registry.get('/sync/manifest', { authorization }))).toBe('403 insufficient_scope');
    const publish = await registry.app.request('/api/v1/skills/ada/more/versions', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd('more') }] }),
    });
    expect(await refused(publish)).toBe('403 insufficient_scope');
  });

  it('goes with its skill: what is hidden, withdrawn or quarantined is in no answer', async () => {
    const { publish, send, tokenFor } = registry;
    const { hash } = await answerOf(
      'publishSkillVersion',
      await publish('hal', 'tool', { 'SKILL.md': skillMd('tool', words) }),
    );
    await answerOf('putLibrarySkill', await send('PUT', '/library/hal/tool', 'ida', {}));
    const token = await tokenFor('ida');
    expect(await idsFor(token)).toEqual(['hal:tool']);
    await suspend(registry, 'hal', true);
    expect(JSON.stringify(await answers(token))).not.toContain('hal:tool');
    await suspend(registry, 'hal', false);
    await answerOf('withdrawSkillVersion', await send('DELETE', `/skills/hal/tool/versions/${hash}`, 'hal'));
    expect(await idsFor(token)).toEqual([]);
  });
});
