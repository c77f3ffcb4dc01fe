import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpLimits } from '../../origin/contract/clients/mcp.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { endpoint } from './clients.ts';

describe('the skills extension', () => {
  let registry: TestRegistry & AsyncDisposable;
  let client: Client;
  let skills: SkillsClient;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'a b/c.py': 'print(1)\n' });
    const wordy = '---\nname: table-tools\ndescription: |\n  Two\n  lines.\nmetadata:\n  version: "2"\n---\nText\n';
    await registry.publish('ada', 'tables', { 'SKILL.md': wordy });
    await registry.publish('ada', 'shouting', { 'SKILL.md': skillMd('SHOUTING') });
    const headers = { authorization: `Bearer ${await registry.tokenFor('ada')}` };
    client = new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://origin.test${endpoint}`), {
        requestInit: { headers },
        fetch: async (input, init) => registry.app.request(String(input), init),
      }),
    );
    skills = new SkillsClient(client);
  });
  afterAll(async () => {
    await client?.close();
    await registry[Symbol.asyncDispose]();
  });

  it('lists entries whose every file the official client can verify', async () => {
    expect(skills.supported).toBe(true);
    const { skills: entries } = await skills.list();
    expect(entries.map(({ uri }) => uri)).toEqual([
      'skill://ada/sums/SKILL.md',
      'skill://ada/tables/table-tools/SKILL.md',
    ]);
    for (const entry of entries) {
      const manifest = await skills.read(entry);
      expect([manifest.verified, manifest.frontmatter]).toEqual([true, entry.frontmatter]);
      for (const { uri } of entry.resources as { uri: string }[])
        expect((await skills.read(entry, uri)).verified, uri).toBe(true);
    }
  });

  it('gets one by its address, and none by another', async () => {
    const { skill } = await skills.get('skill://ada/tables/table-tools/SKILL.md');
    expect(skill.frontmatter).toMatchObject({
      name: 'table-tools',
      description: 'Two\nlines.\n',
      metadata: { version: '2' },
    });
    for (const uri of ['skill://ada/tables/SKILL.md', 'skill://ada/none/SKILL.md', 'https://ada/sums/SKILL.md'])
      await expect(skills.get(uri), uri).rejects.toThrow();
  });

  it('leaves out a name that it does not take; the tools and resources have it', async () => {
    await expect(skills.get('skill://ada/shouting/SKILL.md')).rejects.toThrow();
    const { contents } = await client.readResource({ uri: 'skill://ada/shouting/SKILL.md' });
    expect(contents[0]).toMatchObject({ text: skillMd('SHOUTING') });
  });

  it('has pages, and a cursor that stands when skills come and go', async () => {
    await using many = await openRegistry();
    const count = mcpLimits.listed + 5;
    for (let index = 0; index < count; index += 1) {
      const slug = `skill-${String(index).padStart(3, '0')}`;
      await many.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    }
    const headers = { authorization: `Bearer ${await many.tokenFor('ada')}` };
    const other = new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const fetch = async (input: string | URL, init?: RequestInit): Promise<Response> =>
      many.app.request(String(input), init);
    await other.connect(
      new StreamableHTTPClientTransport(new URL(`http://origin.test${endpoint}`), { requestInit: { headers }, fetch }),
    );
    expect((await new SkillsClient(other).list()).skills).toHaveLength(count);
    const first = (await other.callTool({ name: 'list_skills', arguments: {} })).structuredContent as {
      next_cursor: string;
    };
    await many.send('DELETE', '/skills/ada/skill-000', 'ada');
    await many.publish('ada', 'skill-0495', { 'SKILL.md': skillMd('skill-0495') });
    const rest = (await other.callTool({ name: 'list_skills', arguments: { cursor: first.next_cursor } }))
      .structuredContent as {
      skills: { id: string }[];
    };
    expect(rest.skills.map(({ id }) => id)).toEqual([
      'ada:skill-0495',
      'ada:skill-050',
      'ada:skill-051',
      'ada:skill-052',
      'ada:skill-053',
      'ada:skill-054',
    ]);
    await other.close();
  });
});
