/**
 * The protocol's own conformance suite, at the endpoint itself and, for what wants tools of its own, at a fixture behind
 * the same transport. Every scenario that a revision requires of servers stands in one of three lists.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveRegistry } from '../cli/registryOnLoopback.ts';
import { skillMd } from '../registry.ts';
import { endpoint } from './clients.ts';
import { serveFixture } from './fixture.ts';

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const run = promisify(execFile);

const ofTools = `tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource
  tools-call-mixed-content tools-call-error resources-read-text resources-read-binary resources-templates-read`;
const noPrompts =
  'prompts-list prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image';

const revisions = {
  '2026-07-28': {
    ours: 'tools-list resources-list sep-2164-resource-not-found server-sse-multiple-streams dns-rebinding-protection',
    fixture: `${ofTools} tools-call-with-progress server-stateless`,
    without: {
      'There are no prompts, and the one scenario of cache hints wants them too.': `${noPrompts} caching`,
      'There is nothing to complete.': 'completion-complete',
      'No tool asks the person for anything.': `input-required-result-basic-elicitation input-required-result-basic-sampling
        input-required-result-basic-list-roots input-required-result-request-state
        input-required-result-multiple-input-requests input-required-result-multi-round
        input-required-result-missing-input-response input-required-result-non-tool-request
        input-required-result-result-type input-required-result-unsupported-methods
        input-required-result-tampered-state input-required-result-capability-check
        input-required-result-ignore-extra-params input-required-result-validate-input`,
    },
  },
  '2025-11-25': {
    ours: 'server-initialize ping tools-list resources-list server-sse-multiple-streams dns-rebinding-protection',
    fixture: ofTools,
    without: {
      'There are no prompts.': noPrompts,
      'There is nothing to complete.': 'completion-complete',
      'Without a session nothing is sent but the answer, so nothing is logged, asked or subscribed to.': `logging-set-level
        tools-call-with-logging tools-call-with-progress tools-call-sampling tools-call-elicitation
        elicitation-sep1034-defaults elicitation-sep1330-enums resources-subscribe resources-unsubscribe`,
    },
  },
} as const;

const words = (text: string): string[] => text.split(/\s+/);

/** The endpoint with a token in front: the suite can send none. */
async function withToken(url: string, token: string): Promise<{ url: string } & AsyncDisposable> {
  const { port } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const host = headers.host === `127.0.0.1:${own()}` ? `127.0.0.1:${port}` : headers.host;
    const ours = `http://127.0.0.1:${own()}`;
    const origin = headers.origin === ours ? { origin: `http://127.0.0.1:${port}` } : {};
    const sent = { ...headers, host, ...origin, authorization: `Bearer ${token}` };
    const passed = request({ host: '127.0.0.1', port, method, path, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => passed.destroy());
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const own = () => (proxy.address() as AddressInfo).port;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${own()}${endpoint}`,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Every scenario of a revision at an address, with its checks that did not pass; `[]` where all did. */
async function judge(url: string, revision: string): Promise<Map<string, string[]>> {
  const results = await mkdtemp(join(tmpdir(), 'conformance-'));
  const required = ['server', '--url', url, '--requirements', revision, '-o', results];
  await run(process.execPath, [suite, ...required], { maxBuffer: 1e8 }).catch((error) => {
    if (error.code !== 1) throw error; // that some scenario failed
  });
  const judged = new Map<string, string[]>();
  for (const folder of await readdir(results)) {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks: Check[] = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8'));
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    judged.set(
      scenario,
      failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    );
  }
  await rm(results, { recursive: true });
  return judged;
}

describe('the conformance suite', () => {
  let served: Served;
  const open: AsyncDisposable[] = [];
  const urls = { ours: '', fixture: '' };
  beforeAll(async () => {
    served = await serveRegistry();
    await served.registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    const ours = await withToken(served.originUrl, await served.registry.tokenFor('ada'));
    const fixture = await serveFixture();
    open.push(ours, fixture);
    Object.assign(urls, { ours: ours.url, fixture: fixture.url });
  });
  afterAll(async () => {
    for (const each of open) await each[Symbol.asyncDispose]();
    await served?.[Symbol.asyncDispose]();
  });

  describe.each(Object.entries(revisions))('of %s', (revision, { ours, fixture, without }) => {
    it('has no scenario for servers that is not accounted for', async () => {
      const { stdout } = await run(process.execPath, [suite, 'list', '--server', '--requirements', revision]);
      const required = stdout.split('Client scenarios')[0]?.match(/(?<=^ {2}- )\S+/gm) ?? [];
      const known = [ours, fixture, ...Object.values(without)].flatMap(words);
      expect(known.toSorted()).toEqual(required.toSorted());
    });

    it.each([
      ['the endpoint itself', 'ours', ours],
      ['a fixture behind the same transport', 'fixture', fixture],
    ] as const)('passes at %s', async (_, mount, scenarios) => {
      const judged = await judge(urls[mount], revision);
      const failed = words(scenarios).map((scenario) => [scenario, judged.get(scenario) ?? ['it was not run']]);
      expect(failed.filter(([, checks]) => checks && checks.length > 0)).toEqual([]);
    });
  });

  it('finds nothing wrong with a stateless server but the tools that it wants to call', async () => {
    const wrong = (await judge(urls.ours, '2026-07-28')).get('server-stateless');
    expect(wrong?.filter((check) => !check.includes('Not testable'))).toEqual([]);
    expect(wrong).toHaveLength(4);
  });
});
