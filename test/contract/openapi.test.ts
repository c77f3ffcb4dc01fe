import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiDescription } from '../../origin/contract/clients/openapi.ts';
import { type OperationId, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { openRegistry, site, skillMd } from '../registry.ts';

/** The operations of SPEC.md's endpoint table, in its words. */
const promised = `listSkills getSkill getSkillManifest listSkillVersionFiles getSkillVersionFile getSkillVersionScan
  listKitsForSkill search listKits listPeople listActivity getProfile listFollowers listFollowing getKitByHandle
  getRegistryStats listModerationActions whoami getSyncManifest callMcp`.split(/\s+/);

const isJsonRead = (id: OperationId) => {
  const { method, media, internal } = operationOf(id);
  return method === 'GET' && !media && !internal;
};

interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

describe('the API description', () => {
  const document = apiDescription(site) as unknown as {
    paths: Record<string, Record<string, Described>>;
    components: object;
  };
  const described = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => [operation.operationId, operation]),
    ),
  );

  it('holds every promised operation and every row but the internal ones and those in the words of other programs', () => {
    const ours = operationIds.filter((id) => !operationOf(id).internal && !operationOf(id).surface);
    expect([...described.keys()].sort()).toEqual(ours.sort());
    expect(promised.filter((id) => !described.has(id))).toEqual([]);
  });

  it('is served by the registry as it is made', async () => {
    await using registry = await openRegistry();
    const response = await registry.app.request('/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('carries the versioning policy and lets responses gain fields', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { 'x-versioning': { strategy: 'url-path', current: '/api/v1', headers: ['Deprecation', 'Sunset'] } },
    });
    const responses = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ responses }) => responses),
    );
    expect(JSON.stringify(responses)).not.toContain('additionalProperties');
  });

  describe('is what the registry answers', () => {
    const answers = new Map<string, { status: number; body: unknown }>();
    beforeAll(async () => {
      await using registry = await openRegistry();
      const published = await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
      const { hash } = (await published.json()) as { hash: string };
      const values: Record<string, string> = {
        author: 'ada',
        handle: 'ada',
        slug: 'sums',
        hash,
        other: hash,
        owner: 'ada',
      };
      const queries: Record<string, string> = { getSkillVersionFile: '?path=SKILL.md', search: '?q=sums' };
      const authorization = { authorization: `Bearer ${await registry.tokenFor('ada')}` };
      for (const id of operationIds) {
        const { path } = operationOf(id);
        if (!isJsonRead(id)) continue;
        const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '') + (queries[id] ?? '');
        const response = await registry.get(url, authorization);
        answers.set(id, { status: response.status, body: await response.json() });
      }
    });

    it.each(
      described
        .keys()
        .filter((id) => isJsonRead(id as OperationId))
        .toArray(),
    )('%s', (id) => {
      const answer = answers.get(id);
      const schema = described.get(id)?.responses[String(answer?.status)]?.content?.['application/json']?.schema;
      expect(schema, `${id} answered ${answer?.status}, which is not described`).toBeDefined();
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema({ $id: 'document', components: document.components });
      const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
      expect(check(answer?.body) ? [] : check.errors).toEqual([]);
    });
  });
});
