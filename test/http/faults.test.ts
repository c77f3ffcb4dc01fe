import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { refusalOf } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd } from '../registry.ts';

const detail = 'disk I/O error at /var/lib/registry/registry.sqlite';

/** An engine that works until it is broken, and then fails at whatever is asked of it. */
function breakable() {
  const state = { broken: false };
  const through = (engine: Engine): Engine => ({
    ...engine,
    get db() {
      if (state.broken) throw new Error(detail);
      return engine.db;
    },
    read: (work) => (state.broken ? Promise.reject(new Error(detail)) : engine.read(work)),
    write: (work) => (state.broken ? Promise.reject(new Error(detail)) : engine.write(work)),
  });
  return { state, through };
}

function recordingLog() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (line, _, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  return { lines, log: pino({ level: 'info' }, sink) };
}

describe.each(engineNames)('a fault of ours on %s', (name) => {
  it('is 500 with an id that the log knows, and tells nothing of what happened', async () => {
    const { state, through } = breakable();
    const { lines, log } = recordingLog();
    await using registry = await openRegistry(name, { through, log });
    const headers = { ...(await registry.as('anna')), 'content-type': 'application/json' };
    const body = JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd('pdf') }] });
    state.broken = true;
    for (const [method, path] of [
      ['GET', '/api/v1/skills'],
      ['GET', '/api/v1/skills/anna/pdf'],
      ['GET', '/api/v1/search?q=pdf'],
      ['POST', '/api/v1/skills/anna/pdf/versions'],
      ['GET', '/anna/pdf.md'],
    ] as const) {
      lines.length = 0;
      const request = method === 'POST' ? { method, headers, body } : { method };
      const response = await registry.app.request(path, request);
      const refusal = await refusalOf(response);
      expect([refusal.statusCode, refusal.code, response.headers.get('cache-control')], path).toEqual([
        500,
        'internal',
        'no-store',
      ]);
      expect(Object.keys(refusal).sort()).toEqual(['code', 'docs', 'error', 'message', 'request_id', 'statusCode']);
      expect(JSON.stringify(refusal)).not.toMatch(/disk|sqlite|registry\.|stack|Error:/);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ requestId: refusal['request_id'], method, path: path.split('?')[0], level: 50 });
      expect(JSON.stringify(lines[0])).toContain(detail);
    }
  });

  it('is another one each time, and over when it is over', async () => {
    const { state, through } = breakable();
    await using registry = await openRegistry(name, { through });
    state.broken = true;
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await refusalOf(await registry.get('/stats'))).request_id),
    );
    expect(new Set(ids).size).toBe(3);
    state.broken = false;
    expect((await registry.get('/stats')).status).toBe(200);
  });

  it('never logs a token, and a caller’s own mistake not at all', async () => {
    const { state, through } = breakable();
    const { lines, log } = recordingLog();
    await using registry = await openRegistry(name, { through, log });
    const token = await registry.tokenFor('anna');
    const ask = (path: string) => registry.get(path, { authorization: `Bearer ${token}` });
    for (const path of ['/skills/anna/none', '/skills?limit=x', '/nothing']) await ask(path);
    expect(lines).toEqual([]);
    state.broken = true;
    await ask('/skills');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(token.slice(6, 38));
  });
});
