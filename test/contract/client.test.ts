import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RegistryError, type Send } from '../../origin/contract/clients/client.ts';
import { type Client, createClient } from '../../origin/contract/clients/createClient.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';

describe('the typed client', () => {
  let registry: TestRegistry & AsyncDisposable;
  let client: Client;
  beforeAll(async () => {
    registry = await openRegistry();
    const send: Send = ({ url, ...init }) => registry.app.request(url, init);
    client = createClient({ baseUrl: site.originUrl, token: await registry.tokenFor('ada'), send });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('publishes, reads back and names the refusal', async () => {
    const files = [{ path: 'SKILL.md', text: skillMd('sums') }];
    const published = await client.publishSkillVersion({ author: 'ada', slug: 'sums', body: { files } });
    const { skills } = await client.listSkills({ q: 'SUM', limit: 5 });
    expect(skills.map((skill) => skill.latest_hash)).toEqual([published.hash]);
    const file = await client.getSkillVersionFile({
      author: 'ada',
      slug: 'sums',
      hash: published.hash,
      path: 'SKILL.md',
    });
    expect(file.text).toBe(skillMd('sums'));
    expect(await client.getSkillVersionBundle({ author: 'ada', slug: 'sums', hash: published.hash })).toBeInstanceOf(
      Uint8Array,
    );
    const refusal = await client.getSkill({ author: 'ada', slug: 'none' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RegistryError);
    expect(refusal).toMatchObject({
      status: 404,
      code: 'skill_not_found',
    });
  });
});
