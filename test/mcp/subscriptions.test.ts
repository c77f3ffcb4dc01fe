import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpLimits } from '../../origin/contract/clients/mcp.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install, putIntoKit } from '../scene.ts';
import { subscribeAt, told } from './subscribe.ts';

describe('a subscription to the kit', () => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('grace', 'weather', { 'SKILL.md': skillMd('weather') });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const subscribe = (token: string, at: TestRegistry = registry) => subscribeAt(at, token);

  it('is told when the kit changed, without a session, and not of what is none of its', async () => {
    await using ada = await subscribe(await registry.tokenFor('ada', 'device'));
    await using eve = await subscribe(await registry.tokenFor('eve'));
    expect(ada.type).toBe('text/event-stream');
    await expect.poll(() => ada.state.methods).toEqual(['notifications/subscriptions/acknowledged']);
    await expect.poll(() => eve.state.methods).toHaveLength(1);
    await install(registry, 'ada', 'grace:weather');
    await expect.poll(() => told(ada.state)).toBe(1);
    await registry.publish('ada', 'own', { 'SKILL.md': skillMd('own') });
    await expect.poll(() => told(ada.state)).toBe(2);
    await addKit(registry, 'hana', 'desk', []);
    await registry.send('PUT', '/kits/hana/desk/subscription', 'ada');
    await expect.poll(() => told(ada.state)).toBe(3);
    await putIntoKit(registry, 'hana/desk', 'grace:weather');
    await expect.poll(() => told(ada.state)).toBe(4);
    expect(told(eve.state)).toBe(0);
    expect(ada.state.text).not.toContain('weather');
  });

  it('ends with its token, before it is told of anything more', async () => {
    const token = await registry.tokenFor('fay');
    await using fay = await subscribe(token);
    await expect.poll(() => fay.state.methods).toHaveLength(1);
    const { tokens } = await (await registry.get('/tokens', { authorization: `Bearer ${token}` })).json();
    const { id } = tokens.find(({ current }: { current: boolean }) => current);
    await registry.app.request(`/api/v1/tokens/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    await registry.publish('fay', 'own', { 'SKILL.md': skillMd('own') });
    await expect.poll(() => fay.state.ended).toBe(true);
    expect(told(fay.state)).toBe(0);
  });

  it('ends when the server stops', async () => {
    const stopping = new AbortController();
    await using other = await openRegistry('sqlite', { settings: { stopping: stopping.signal } });
    await using ada = await subscribe(await other.tokenFor('ada'), other);
    await expect.poll(() => ada.state.methods).toHaveLength(1);
    stopping.abort();
    await expect.poll(() => ada.state.ended).toBe(true);
  });

  it('is one of a bounded number', async () => {
    const token = await registry.tokenFor('hal');
    await using stack = new AsyncDisposableStack();
    for (let count = 0; count < mcpLimits.subscriptions.each; count += 1) stack.use(await subscribe(token));
    await using more = await subscribe(token);
    await expect.poll(() => more.state.ended).toBe(true);
    expect(more.state.text).toContain('"error"');
    await using other = await subscribe(await registry.tokenFor('ida'));
    await expect.poll(() => other.state.methods).toHaveLength(1);
    await stack.disposeAsync();
    await using again = await subscribe(token);
    await expect.poll(() => again.state.methods).toHaveLength(1);
  });
});
