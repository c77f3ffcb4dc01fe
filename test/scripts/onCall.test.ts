import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '../../origin/contract/clients/createClient.ts';
import { skillMd } from '../registry.ts';
import { type Collector, newCollector } from '../servers/collector.ts';
import { describeStory } from '../story.ts';
import { furnishedWorkplace } from './furnished.ts';
import { newPerson, type Run, run, type Workplace } from './process.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFile(join(root, path), 'utf8');

interface Alert {
  alert: string;
  annotations: { summary: string };
}

describeStory('a registry that somebody is on call for', () => {
  let place: Workplace;
  let registry: Run;
  let collector: Collector;
  const origin = () => `http://localhost:${place.environment['ORIGIN_PORT']}`;
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const metric = async (server: string, start: string) => {
    const lines = (await (await fetch(`${server}/metrics`)).text()).split('\n');
    return Number(
      lines
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    );
  };
  beforeAll(async () => {
    [place, collector] = [await furnishedWorkplace(), await newCollector()];
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
    registry = run('scripts/start.ts', [], { environment: { ...place.environment, ...tracing } });
    await registry.printed(/Stop with Ctrl-C/);
  });
  afterAll(async () => {
    registry.child.kill('SIGTERM');
    await registry.ended;
    await collector[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it('says of both servers that they live and are ready, and what was looked at', async () => {
    for (const server of [origin(), mirror()]) expect((await fetch(`${server}/livez`)).status).toBe(200);
    expect(await (await fetch(`${origin()}/readyz`)).json()).toEqual({
      status: 'ready',
      reasons: {},
      checked: ['running', 'store', 'writes', 'disk', 'snapshot'],
    });
    expect(await (await fetch(`${mirror()}/readyz`)).json()).toEqual({
      status: 'ready',
      reasons: {},
      checked: ['snapshot', 'queries'],
    });
  });

  it('shows a builder that stopped by how far behind it is, though that can say nothing itself', async () => {
    const pid = Number(registry.output().match(/.*snapshot +started as process (\d+)/s)?.[1]);
    const token = await newPerson(place, 'ada');
    await expect.poll(() => metric(origin(), 'skill_registry_snapshot_lag_changes')).toBe(0);
    process.kill(pid, 'SIGSTOP');
    try {
      const body = { files: [{ path: 'SKILL.md', text: skillMd('sums') }] };
      await createClient({ baseUrl: origin(), token }).publishSkillVersion({ author: 'ada', slug: 'sums', body });
      expect(await metric(origin(), 'skill_registry_snapshot_lag_changes')).toBeGreaterThan(0);
      await expect.poll(() => metric(origin(), 'skill_registry_snapshot_lag_seconds')).toBeGreaterThan(0);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(() => metric(origin(), 'skill_registry_snapshot_lag_changes')).toBe(0);
    await expect.poll(() => metric(mirror(), 'skill_registry_snapshot_change')).toBeGreaterThan(0);
    expect(await metric(origin(), 'skill_registry_snapshot_lag_seconds')).toBe(0);
    expect(await metric(origin(), 'skill_registry_scans_total{outcome="clean"')).toBe(1);
  });

  it('continues the trace of whoever asked, down to the store', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await fetch(`${origin()}/api/v1/stats`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
    const names = () => collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    await expect.poll(names).toContain('GET getRegistryStats');
  });

  it('has a trace of a publish with the reading of its bundle, and one of the builder’s step that took it in', async () => {
    const spans = () => collector.spans.map(({ name, service }) => `${service}: ${name}`);
    await expect.poll(spans).toContain('skill-registry-snapshot: snapshot.step');
    const publish = collector.spans.find(({ name }) => name === 'POST publishSkillVersion');
    const linked = collector.spans.filter(({ traceId }) => traceId === publish?.traceId).map(({ name }) => name);
    expect(linked).toEqual(expect.arrayContaining(['bundle.read', 'store.write']));
  });

  it('serves every metric that an alert or the dashboard asks for, and tells what to do about each alert', async () => {
    const [rules, dashboard] = [await text('scripts/oncall/alerts.yaml'), await text('scripts/oncall/dashboard.json')];
    const served = (
      await Promise.all([origin(), mirror()].map((url) => fetch(`${url}/metrics`).then((a) => a.text())))
    ).join();
    const asked = (rules + dashboard).match(/\b(?:skill_registry|process|nodejs)_\w+/g) ?? [];
    const known = new Set([...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
    const family = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
    expect([...new Set(asked)].filter((name) => !known.has(name) && !known.has(family(name)))).toEqual([]);
    const guide = await text('origin/read/docs/guides/on-call.md');
    const alerts = parse(rules).groups[0].rules.map(({ alert, annotations }: Alert) => {
      expect(annotations).toEqual({ summary: expect.stringMatching(/^[A-Z].*\.$/) });
      return alert;
    });
    expect([...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  });
});
