import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cosign } from '../../../origin/log/cosignature.ts';
import { cosignatureKey } from '../../../origin/log/key.ts';
import { addSignatures, newSigner, splitNote, verifierText } from '../../../origin/log/note.ts';
import { testSigner } from '../../log/signer.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { startWitness } from './localWitness.ts';
import { approveAt, publishTo } from './logScene.ts';

const signer = testSigner();
const witnesses = ['one', 'two', 'three'].map((name) => newSigner(`${name}.example/witness`, cosignatureKey));
const keys = witnesses.map(verifierText);

let served: Served;
let machine: Machine;

beforeEach(async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.originUrl, token: await served.registry.tokenFor('bob') });
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const approved = (slug: string) => approveAt(served, `ada:${slug}`);

const run = async (expected: number, ...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(expected);
  return stdout + stderr;
};
const wants = async (quorum: string) => {
  await run(0, 'config', 'set', 'witnesses', keys.join(','));
  await run(0, 'config', 'set', 'witness_quorum', quorum);
};

/** As if these had cosigned the checkpoint. */
const cosignedBy =
  (cosigners: typeof witnesses, over = (text: string) => text): NonNullable<Served['tamper']> =>
  async (path, answer) => {
    if (path !== '/log/checkpoint' || !answer.ok) return answer;
    const note = await answer.text();
    const { text } = splitNote(note);
    return new Response(
      addSignatures(
        note,
        cosigners.map((one) => cosign(over(text), one, 1_800_000_000)),
      ),
    );
  };

describe('a person who wants witnesses', () => {
  it('gets what enough of them cosigned', async () => {
    await approved('pdf');
    await wants('2');
    served.tamper = cosignedBy(witnesses.slice(1));
    expect(await run(0, 'sync')).not.toContain('witness');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['pdf']);
    expect(await run(0, 'doctor')).toContain('Cosigned by 2 of 3 witnesses, 2 wanted.');
    expect(await run(0, 'view', 'ada/pdf')).toContain('proved here. Cosigned by 2 of 3 witnesses, 2 wanted.');
    expect(await run(0, 'monitor', 'ada')).toContain('published ada/pdf');
  });

  it('is told by view, doctor, monitor and mirror where fewer did', async () => {
    await approved('pdf');
    await run(0, 'sync');
    await wants('2');
    served.tamper = cosignedBy(witnesses.slice(0, 1));
    expect(await run(0, 'view', 'ada/pdf')).toContain('proved here. Cosigned by 1 of 3 witnesses, 2 wanted.');
    const { selected } = JSON.parse((await machine.run('view', 'ada/pdf', '--json')).stdout);
    expect(selected.proof.cosigned).toMatchObject({ count: 1, wanted: 2, of: 3, isEnough: false });
    expect(await run(1, 'doctor')).toMatch(/^FAIL log: .* Cosigned by 1 of 3 witnesses, 2 wanted\.$/m);
    // A log of one's own has nothing to tell.
    const told = await run(1, 'monitor', 'ada');
    expect(told).toContain('1 witness of those that you trust cosigned the registry’s log, and you want 2 of 3');
    expect(told).not.toContain('ada/pdf');
    expect(await run(1, 'mirror', 'copy')).toContain('1 witness of those that you trust cosigned');
    served.tamper = cosignedBy(witnesses);
    expect(await run(0, 'mirror', 'copy')).toContain('1 version against the log');
    expect(await run(0, 'monitor', 'ada')).toContain('published ada/pdf');
  });

  it('who wants more than there are is told so, whatever looks at the log', async () => {
    await approved('pdf');
    await wants('3');
    const file = join(machine.home, '.config/skill-registry/config.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/("witness_quorum": ?)"3"/, '$1"4"'));
    const looking = [
      ['sync'],
      ['view', 'ada/pdf'],
      ['monitor', 'ada'],
      ['doctor'],
      ['install', 'ada/pdf'],
      ['mirror', 'x'],
    ];
    for (const command of looking)
      expect(await run(1, ...command)).toContain('witness_quorum is 4, and there are 3 witnesses. That is in');
  });

  it('gets nothing where fewer did, and is told how many, once it has waited', async () => {
    for (const slug of ['a', 'b', 'c']) await approved(slug);
    await wants('2');
    served.tamper = cosignedBy(witnesses.slice(0, 1));
    const began = performance.now();
    expect(await run(1, 'sync')).toContain(
      '1 witness of those that you trust cosigned the registry’s log, and you want 2 of 3 (skill-registry config get witness_quorum).',
    );
    // All versions wait for it together.
    expect(performance.now() - began).toBeLessThan(10_000);
    // Strangers count for nothing.
    served.tamper = cosignedBy([newSigner('eve.example/witness', cosignatureKey), ...witnesses.slice(0, 1)]);
    expect(await run(1, 'install', 'ada/a')).toContain('1 witness of those that you trust cosigned');
    delete served.tamper;
    expect(await run(1, 'use', 'ada/a')).toContain('0 witnesses of those that you trust cosigned');
    expect(await skillsIn(machine.skills)).toEqual({});
    expect(await readdir(machine.home)).not.toContain('skills.json');
    await run(0, 'config', 'unset', 'witnesses');
    await run(0, 'sync');
  });

  it('gets nothing by a cosignature of something else', async () => {
    await approved('pdf');
    await wants('1');
    served.tamper = cosignedBy(witnesses.slice(0, 1), (text) => text.replace(/\n\d+\n/, '\n77\n'));
    expect(await run(1, 'sync')).toContain('The signature of one.example/witness does not verify');
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('waits for a cosignature of a log that has the version already', async () => {
    await approved('pdf');
    const old = await (await fetch(`${served.mirrorUrl}/log/checkpoint`)).text();
    await approved('more');
    await wants('1');
    const cosigned = cosignedBy(witnesses.slice(0, 1));
    let asked = 0;
    // The newest checkpoint is cosigned from the fourth look on; until then the one before it is shown.
    served.tamper = (path, answer) =>
      cosigned(path, path === '/log/checkpoint' && asked++ < 3 ? new Response(old) : answer);
    await run(0, 'sync');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['more', 'pdf']);
    expect(asked).toBeGreaterThan(3);
  });

  it('gets nothing of a registry without a log', async () => {
    await using plain = await serveRegistry();
    await publishTo(plain, 'ada:pdf');
    await wants('1');
    expect(await run(1, '--registry', plain.originUrl, 'install', 'ada/pdf')).toContain(
      'The registry has no transparency log that witnesses could cosign, and you want 1 of 3',
    );
  });

  it('is served by a witness that somebody else runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'witness-'));
    try {
      await using witness = await startWitness([folder, '--log', signer.verifier, '--name', 'w.example/witness']);
      await using cosigned = await serveRegistry(undefined, undefined, {
        signer,
        witnesses: [{ url: witness.address, vkey: witness.vkey }],
      });
      await publishTo(cosigned, 'ada:pdf');
      await run(0, 'config', 'set', 'witnesses', witness.vkey);
      // It is asked once the checkpoint is there, and the next step has its answer.
      await expect
        .poll(async () => {
          await cosigned.publishSnapshot();
          return (await fetch(`${cosigned.mirrorUrl}/log/checkpoint`)).text();
        })
        .toContain('— w.example/witness');
      expect(await run(0, '--registry', cosigned.originUrl, 'install', 'ada/pdf')).toContain('+ ada/pdf');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the settings of witnesses', () => {
  it.each([
    ['what is no key', ['witnesses', 'nonsense'], '"nonsense" is no key of a witness'],
    ['a key of a log', ['witnesses', signer.verifier], 'is no key of a witness'],
    [
      'one name twice',
      ['witnesses', `${keys[0]} ${verifierText(newSigner('one.example/witness', cosignatureKey))}`],
      'the same name',
    ],
    ['more than there are', ['witness_quorum', '1'], 'witness_quorum is 1, and there are 0 witnesses'],
    ['no number', ['witness_quorum', '1e1'], 'a whole number from 1 on, not "1e1"'],
    ['none', ['witness_quorum', '0'], 'a whole number from 1 on, not "0"'],
  ])('are not %s', async (_, setting, said) => {
    expect(await run(1, 'config', 'set', ...setting)).toContain(said);
    expect(await run(1, 'config', 'get', setting[0] as string)).toBe('');
  });

  it('are listed, changed and taken back together', async () => {
    await wants('2');
    expect(await run(0, 'config', 'get', 'witness_quorum')).toBe('2\n');
    expect(await run(0, 'config', 'list')).toContain(keys.join(' '));
    expect(await run(1, 'config', 'set', 'witnesses', keys[0] as string)).toContain('and there is 1 witness.');
    await run(0, 'config', 'unset', 'witnesses');
    await run(1, 'config', 'get', 'witness_quorum');
  });
});
