import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSigner } from '../../log/signer.ts';
import { type Machine, newMachine } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { logGone, otherHistory, publishTo, saying, withoutLog } from './logScene.ts';

const signer = testSigner();

let served: Served;
let machine: Machine;

beforeEach(async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.originUrl, token: await served.registry.tokenFor('ada') });
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

describe('view', () => {
  const viewed = async (...args: string[]) => {
    const [{ stdout }, { stdout: json, ended }] = [
      await machine.run('view', ...args),
      await machine.run('view', ...args, '--json'),
    ];
    expect(ended).toBe(0);
    return { stdout, ...JSON.parse(json) };
  };

  it('proves the version that it shows, and says which entry of the log it is', async () => {
    await publishTo(served, 'ada:pdf');
    await publishTo(served, 'ada:pdf', 'two');
    const { stdout, selected } = await viewed('ada/pdf');
    expect(stdout).toMatch(/^In the transparency log as entry 2 of mirror\.test\/log since .* UTC, proved here\.$/m);
    expect(selected.proof).toMatchObject({ entry: 2, log: signer.origin, verifier: signer.verifier, earlier_keys: 0 });
  });

  it('says that the log’s key is one that another handed over to', async () => {
    await publishTo(served, 'ada:pdf');
    const { origin, verifier } = testSigner();
    const statement = signer.sign(`skill-registry log key\n${origin}\n${verifier}\n`);
    const history = [
      { origin, verifier: signer.verifier, statement: '' },
      { origin, verifier, statement },
    ];
    served.tamper = saying({ log: { origin, verifier, history } });
    const { stdout, selected } = await viewed('ada/pdf');
    expect(stdout).toMatch(/under a key that the one before handed over to \(1 earlier key\), proved here\.$/m);
    expect(selected.proof).toMatchObject({ verifier, earlier_keys: 1 });
  });

  it('shows what has no proof, and says why', async () => {
    await publishTo(served, 'ada:own', 'one', { visibility: 'private' });
    expect((await viewed('ada/own')).stdout).toMatch(/No proof from the registry: the skill is private/);
    await publishTo(served, 'ada:pdf');
    served.tamper = saying(withoutLog);
    expect((await viewed('ada/pdf')).stdout).toMatch(/No proof from the registry: it keeps no transparency log/);
    served.tamper = (path, answer) =>
      path.endsWith('/proof') ? Response.json({ code: 'proof_not_found', message: 'x' }, { status: 404 }) : answer;
    const { stdout, selected } = await viewed('ada/pdf');
    expect(stdout).toMatch(/No proof from the registry: its transparency log does not have this version/);
    expect(selected.proof).toEqual({ problem: expect.any(String) });
  });

  it('shows the rest while the log is away, and says so', async () => {
    await publishTo(served, 'ada:pdf');
    served.tamper = (path, answer) => (path.startsWith('/log/') ? new Response('', { status: 503 }) : answer);
    expect((await viewed('ada/pdf')).stdout).toMatch(/^No proof from the registry: .*503/m);
  });

  const refused = async (...args: string[]) => {
    const { ended, stdout, stderr } = await machine.run('view', ...args);
    expect([ended, stdout]).toEqual([1, '']);
    return stderr;
  };

  it('stops at another version’s proof, another history, and a log that is gone', async () => {
    await publishTo(served, 'ada:pdf');
    await publishTo(served, 'ada:sums');
    served.tamper = (path, answer) =>
      path.includes('/pdf/') && path.endsWith('/proof')
        ? fetch(served.mirrorUrl + path.replace('/pdf/', '/sums/').replace(/sha256[^/]+/, sums))
        : answer;
    const sums = (await viewed('ada/sums')).selected.hash;
    expect(await refused('ada/pdf')).toMatch(/can’t be trusted now: .*proof is of another version/);
    delete served.tamper;
    await using other = await otherHistory(signer);
    served.tamper = (path, answer) => (path.startsWith('/log/') ? fetch(other.mirrorUrl + path) : answer);
    expect(await refused('ada/pdf')).toMatch(/can’t be trusted now: it showed another history before: \S*evidence-/);
    served.tamper = logGone;
    expect(await refused('ada/pdf')).toMatch(/can’t be trusted now: it had a transparency log, and has none now/);
  });
});
