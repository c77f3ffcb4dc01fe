import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { deprecationProblem } from '../../origin/contract/headers/deprecation.ts';
import { operationIds, operationOf } from '../../origin/contract/operations.ts';
import { announce } from '../../origin/http/deprecation.ts';
import { openRegistry, site } from '../registry.ts';

const day = 24 * 60 * 60;
const since = 1_790_000_000;

describe('deprecation of operations', () => {
  it('is announced in time for every operation of the table', () => {
    const problems = operationIds.flatMap((id) => {
      const { deprecated } = operationOf(id);
      return (deprecated && deprecationProblem(deprecated)) ?? [];
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [{}, undefined],
    [{ since }, undefined],
    [{ since, sunset: since + 90 * day }, undefined],
    [{ since, sunset: since + 89 * day }, 'The sunset is 89 days after the announcement; 90 are promised.'],
    [{ sunset: since }, 'A sunset needs the date since when the operation is deprecated.'],
  ])('%o has the problem: %s', (plan, problem) => expect(deprecationProblem(plan)).toBe(problem));

  it('is said by the headers of every answer, failures included', async () => {
    const app = new Hono();
    app.get('/old', announce({ since, sunset: since + 100 * day }, site), (c) => c.text('still here'));
    app.get('/broken', announce({}, site), () => {
      throw new Error('broken');
    });
    app.onError((_, c) => c.text('sorry', 500));
    const old = await app.request('/old');
    expect(old.headers.get('deprecation')).toBe(`@${since}`);
    expect(old.headers.get('sunset')).toBe('Wed, 30 Dec 2026 14:13:20 GMT');
    expect(old.headers.get('link')).toBe('<http://mirror.test/docs/versioning>; rel="deprecation"');
    const broken = await app.request('/broken');
    expect([broken.status, broken.headers.get('deprecation'), broken.headers.get('sunset')]).toEqual([
      500,
      'true',
      null,
    ]);
  });

  it('leads to a policy that is there', async () => {
    await using registry = await openRegistry();
    expect((await registry.app.request('/docs/versioning')).status).toBe(200);
  });

  it('has ended for signing up: 410 for good', async () => {
    await using registry = await openRegistry();
    const gone = await registry.app.request('/api/v1/signup', { method: 'POST' });
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({ code: 'gone', statusCode: 410 });
    expect(gone.headers.get('deprecation')).toBe('true');
    expect(gone.headers.get('link')).toContain('rel="deprecation"');
    expect(gone.headers.get('cache-control')).toBe('no-store');
  });
});
