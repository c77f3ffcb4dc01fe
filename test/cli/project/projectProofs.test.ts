import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signatureNamespaces } from '../../../origin/contract/access.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { parseProof } from '../../../origin/log/proof.ts';
import { redact } from '../../../origin/store/log/append.ts';
import { answerOf, published } from '../../answers.ts';
import { testSigner } from '../../log/signer.ts';
import { skillMd } from '../../registry.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { saying, seenBy, withoutLog } from '../log/logScene.ts';
import { historyOf, rotatedTo } from '../log/rotatedLog.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

const signer = testSigner();

let served: Served;
let machine: Machine;

beforeEach(async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.mirrorUrl });
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

async function publish(name: string, label = '1.0.0', at = served): Promise<string> {
  const [author = '', slug = ''] = name.split('/');
  const files = { 'SKILL.md': skillMd(slug, 'Does it.', `# ${slug} ${label} by ${author}`) };
  const { hash } = await published(at.registry, `${author}:${slug}`, files, { version_label: label });
  await at.publishSnapshot();
  return hash;
}

const lockOf = (at: Machine) => join(at.home, 'skills.lock.json');
const read = async (at = machine) => JSON.parse(await readFile(lockOf(at), 'utf8'));
const write = (lock: unknown, at = machine) => writeFile(lockOf(at), `${JSON.stringify(lock, null, 2)}\n`);
const done = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(0);
  return stdout + stderr;
};
const refused = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(1);
  return stdout + stderr;
};
/** With the project of the first, and nothing seen of the registry yet. */
async function teammate(): Promise<Machine> {
  const other = await newMachine({ registryUrl: served.mirrorUrl });
  for (const name of ['skills.json', 'skills.lock.json'])
    await writeFile(join(other.home, name), await readFile(join(machine.home, name)));
  return other;
}
const away = async <T>(work: () => Promise<T>): Promise<T> => {
  served.isAway = true;
  return work().finally(() => {
    served.isAway = false;
  });
};
const sizeOf = (proof: string) => parseCheckpoint(parseProof(proof).checkpoint).size;

describe('a lock', () => {
  it('has the proof of each version, and the log with its key once', async () => {
    await publish('ada/sums');
    await publish('ada/pdf');
    await done('install', 'ada/sums', 'ada/pdf');
    const { log, skills } = await read();
    expect(log).toEqual({ origin: signer.origin, keys: [{ verifier: signer.verifier }] });
    // Each is asked for once.
    const asked = served.asked.filter((path) => path.endsWith('/proof'));
    expect(asked).toHaveLength(2);
    for (const [name, { hash, proof }] of Object.entries<{ hash: string; proof: string }>(skills)) {
      const answer = await fetch(`${served.mirrorUrl}/api/v1/skills/${name}/versions/${hash}/proof`);
      expect(proof).toBe(await answer.text());
    }
  });

  it('stays the same to the byte while it holds, without asking for a proof', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const before = await readFile(lockOf(machine), 'utf8');
    await publish('ada/pdf');
    served.asked.length = 0;
    await done('install');
    await done('update', '--yes');
    expect(await readFile(lockOf(machine), 'utf8')).toBe(before);
    expect(served.asked.filter((path) => path.endsWith('/proof'))).toEqual([]);
    await done('install', 'ada/pdf');
    expect((await read()).skills['ada/sums']).toEqual(JSON.parse(before).skills['ada/sums']);
    await done('uninstall', 'ada/pdf');
    expect(await readFile(lockOf(machine), 'utf8')).toBe(before);
  });

  it('proves with the registry away, and verify says how many', async () => {
    await publish('ada/sums');
    await publish('ada/pdf');
    await done('install', 'ada/sums', 'ada/pdf');
    await rm(machine.skills, { recursive: true });
    await away(async () => {
      expect(await done('install', '--frozen')).toContain('Of what is locked: 2 proved by the transparency log.');
      expect(await done('verify')).toMatch(
        /; 2 proved by the transparency log, not compared: ada\/pdf, ada\/sums \(Lost the connection [^;]*\)\);/,
      );
    });
    expect(await done('verify')).toContain('; 2 proved by the transparency log;');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['pdf', 'sums']);
  });

  it('proves to a teammate who knows nothing of the log, by its proofs alone', async () => {
    const hash = await publish('ada/sums');
    await done('install', 'ada/sums');
    await using other = await teammate();
    served.asked.length = 0;
    const { ended, stdout, stderr } = await other.run('install', '--frozen');
    expect(ended, stderr).toBe(0);
    expect(stdout).toContain('1 proved by the transparency log');
    expect(await skillsIn(other.skills)).toEqual({ sums: hash });
    expect(served.asked.filter((path) => path.endsWith('/proof'))).toEqual([]);
  });

  it('says that the keys are its own where nobody else can say whose they are', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    await using other = await teammate();
    // The files are here, and what was seen of the log is not.
    expect(await other.run('install', '--frozen')).toMatchObject({ ended: 0 });
    await rm(join(await seenBy(other), 'log.json'));
    await away(async () => {
      const itsOwn = '1 proved by the transparency log under keys that only skills.lock.json names';
      expect((await other.run('install', '--frozen')).stdout).toContain(`${itsOwn}.`);
      const { stdout } = await other.run('verify');
      expect(stdout).toContain(`${itsOwn}, not compared: ada/sums (Lost the connection`);
      expect(JSON.parse((await other.run('verify', '--json')).stdout)).toMatchObject({
        ...{ log_known: false, proved: ['ada/sums'] },
        uncompared: [{ name: 'ada/sums', why: expect.stringMatching(/^Lost the connection/) }],
      });
    });
    // Asked, the registry says it.
    const { stdout } = await other.run('install', '--frozen');
    expect(stdout).toContain('Of what is locked: 1 proved by the transparency log.');
  });

  it('under keys of somebody else is refused on a machine that saw nothing yet', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const lock = await read();
    const eve = testSigner();
    const { proof } = lock.skills['ada/sums'];
    const { checkpoint } = parseProof(proof);
    const forged = proof.replace(checkpoint, eve.sign(`${checkpoint.split('\n\n')[0]}\n`));
    await using other = await teammate();
    expect(await other.run('install', '--frozen')).toMatchObject({ ended: 0 });
    const keys = historyOf([eve]);
    const skills = { 'ada/sums': { ...lock.skills['ada/sums'], proof: forged } };
    await write({ ...lock, log: { origin: signer.origin, keys }, skills }, other);
    for (const command of [['install', '--frozen'], ['verify']]) {
      await rm(join(await seenBy(other), 'log.json'), { force: true });
      const { ended, stdout, stderr } = await other.run(...command);
      expect([ended, stdout + stderr]).toEqual([
        1,
        expect.stringMatching(/keys of the transparency log in skills\.lock/),
      ]);
    }
    // Nor of a registry that says it has no log at all.
    served.tamper = saying(withoutLog);
    await rm(join(await seenBy(other), 'log.json'), { force: true });
    expect((await other.run('install', '--frozen')).stderr).toContain(
      'it keeps no transparency log, and skills.lock.json has proofs of one',
    );
  });

  it('is not said to be compared where the log can’t be asked for it', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    await publish('ada/pdf');
    served.tamper = (path, answer) => (path.startsWith('/log/tile/') ? new Response('', { status: 503 }) : answer);
    const { ended, stdout } = await machine.run('verify', '--json');
    expect([ended, JSON.parse(stdout).uncompared]).toEqual([
      0,
      [{ name: 'ada/sums', why: expect.stringContaining('503') }],
    ]);
    served.tamper = (path, answer) => (path.startsWith('/log/') ? new Response('', { status: 503 }) : answer);
    expect(await done('verify')).toMatch(/1 proved by the transparency log, not compared: ada\/sums \(.*503.*\);/);
  });

  it('is refused with any byte of a proof turned', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((slug) => `ada/${slug}`);
    for (const name of names) await publish(name);
    await done('install', ...names);
    await rm(machine.skills, { recursive: true });
    const whole = await read();
    const length = Math.max(...names.map((name) => whole.skills[name].proof.length));
    expect(length).toBeGreaterThan(700);
    // The next five bytes, one in the proof of each: all five are refused, by their names.
    for (let first = 0; first < length; first += names.length) {
      const lock = structuredClone(whole);
      for (const [n, name] of names.entries()) {
        const bytes = Buffer.from(whole.skills[name].proof);
        const at = Math.min(first + n, bytes.length - 1);
        bytes[at] = (bytes[at] as number) ^ 1;
        lock.skills[name].proof = bytes.toString('latin1');
      }
      await write(lock);
      const said = await refused('install', '--frozen');
      for (const name of names)
        expect(said, `byte ${first}`).toContain(`${name}: its proof in skills.lock.json does not hold`);
      expect(said).toContain('Nothing was changed. Find out who changed skills.lock.json');
    }
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('is refused with the proof of another version, or of another skill with the same files', async () => {
    await publish('ada/sums', '1.0.0');
    await done('install', 'ada/sums@1.0.0');
    const old = (await read()).skills['ada/sums'].proof;
    await publish('ada/sums', '1.1.0');
    await publish('eve/sums', '1.1.0');
    await done('install', 'ada/sums@1.1.0', 'eve/sums');
    const lock = await read();
    await rm(machine.skills, { recursive: true });
    for (const proof of [old, lock.skills['eve/sums'].proof]) {
      const skills = { ...lock.skills, 'ada/sums': { ...lock.skills['ada/sums'], proof } };
      await write({ ...lock, skills });
      for (const command of [['install', '--frozen'], ['verify']])
        expect(await refused(...command)).toContain(
          'ada/sums: its proof in skills.lock.json does not hold. The proof is of another version',
        );
    }
    expect(await skillsIn(machine.skills)).toEqual({});
    // What the registry shows takes its place.
    await done('install');
    expect(await read()).toEqual(lock);
  });

  it.each([
    ['the digest of the archive', { bundle: `sha256:${'a'.repeat(64)}` }, 'another digest of its archive'],
    ['the label', { version: '9.0.0' }, 'the label 1.0.0'],
  ])('is refused where %s is not what the log says', async (_, changed, said) => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const lock = await read();
    await write({ ...lock, skills: { 'ada/sums': { ...lock.skills['ada/sums'], ...changed } } });
    await away(async () => {
      for (const command of [['install', '--frozen'], ['verify']])
        expect(await refused(...command)).toContain(`ada/sums: the transparency log says ${said}, and`);
    });
  });

  it('is refused where the signer is not who the log says', async () => {
    const key = newSigner();
    await bindKey(served.registry, 'ada', key);
    const body = { files: [{ path: 'SKILL.md', text: skillMd('sums') }] };
    const rehearsed = await served.registry.send('POST', '/skills/ada/sums/versions?dry_run=true', 'ada', body);
    const { statement } = await answerOf('publishSkillVersion', rehearsed);
    const signature = key.sign(statement, signatureNamespaces.publish);
    await published(served.registry, 'ada:sums', { 'SKILL.md': skillMd('sums') }, { statement, signature });
    await served.publishSnapshot();
    await done('install', 'ada/sums');
    const lock = await read();
    expect(lock.skills['ada/sums'].signer).toMatch(/^SHA256:/);
    expect(await done('verify')).toContain('1 signed, 0 unsigned; 1 proved by the transparency log;');
    await write({ ...lock, skills: { 'ada/sums': { ...lock.skills['ada/sums'], signer: null } } });
    await away(async () => {
      expect(await refused('install', '--frozen')).toContain('the transparency log says the signer SHA256:');
    });
  });

  it('without proofs works, is never counted as proved, and gets back to the byte what an older program left out', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const whole = await readFile(lockOf(machine), 'utf8');
    const { log, skills, ...rest } = JSON.parse(whole);
    const { proof, ...locked } = skills['ada/sums'];
    await write({ ...rest, skills: { 'ada/sums': locked } });
    const unproved = '0 proved by the transparency log, not proved: ada/sums (skills.lock.json has no proofs)';
    expect(await done('install', '--frozen')).toContain(unproved);
    expect(await done('verify')).toContain(unproved);
    // Of a merge that took one side's head and the other's skills.
    await write({ ...rest, skills });
    expect(await done('verify')).toContain(
      '0 proved by the transparency log, not proved: ada/sums (skills.lock.json does not say of which log its proof is)',
    );
    await write({ ...rest, log, skills: { 'ada/sums': locked } });
    expect(await done('verify')).toContain('not proved: ada/sums (skills.lock.json has no proof of it)');
    await done('install');
    expect(await readFile(lockOf(machine), 'utf8')).toBe(whole);
  });

  it('has no proof of a private version, and says so', async () => {
    await published(served.registry, 'ada:own', { 'SKILL.md': skillMd('own') }, { visibility: 'private' });
    await publish('ada/sums');
    const token = await served.registry.tokenFor('ada');
    const environment = { SKILL_REGISTRY_TOKEN: token };
    const { ended, stderr } = await machine.runWith({ environment }, 'install', 'ada/own', 'ada/sums');
    expect(ended, stderr).toBe(0);
    const { skills } = await read();
    expect([skills['ada/own'].proof, skills['ada/own'].private]).toEqual([undefined, true]);
    expect((await machine.runWith({ environment }, 'verify')).stdout).toContain(
      '1 proved by the transparency log, not proved: ada/own (it is private, and in no log)',
    );
  });

  it('proves a version whose entry was taken out of the log since', async () => {
    const hash = await publish('ada/sums');
    await done('install', 'ada/sums');
    const { index } = parseProof((await read()).skills['ada/sums'].proof);
    await served.registry.engine.write((db) => redact(db, index, 'court order', 1_800_000_000));
    await publish('ada/pdf');
    const there = `${served.mirrorUrl}/api/v1/skills/ada/sums/versions/${hash}/proof`;
    expect((await fetch(there)).status).toBe(404);
    await using other = await teammate();
    expect(await other.run('install', '--frozen')).toMatchObject({ ended: 0, stderr: '' });
    expect((await other.run('verify')).stdout).toContain('1 proved by the transparency log;');
    // Nor does what was locked without one keep the rest from being installed.
    const { log, skills, ...rest } = await read();
    const { proof, ...locked } = skills['ada/sums'];
    await write({ ...rest, skills: { 'ada/sums': locked } });
    expect(await done('install', 'ada/pdf')).toContain('No proof of ada/sums was locked');
    expect(await done('verify')).toContain('1 proved by the transparency log, not proved: ada/sums');
  });

  it('shows a registry that showed another history to the person who made it', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    // The same name and key, another history, and the version is in it too.
    await using other = await serveRegistry(undefined, undefined, { signer });
    await publish('eve/other', '1.0.0', other);
    await publish('ada/sums', '1.0.0', other);
    await using fresh = await teammate();
    served.tamper = async (path, answer) =>
      path.startsWith('/log/') || path.endsWith('/proof') ? fetch(other.mirrorUrl + path) : answer;
    const { ended, stdout, stderr } = await fresh.run('install', '--frozen');
    expect([ended, await skillsIn(fresh.skills)]).toEqual([1, {}]);
    expect(stdout + stderr).toMatch(/another history before: \S*evidence-/);
    // Here both were seen.
    expect(await refused('verify')).toMatch(/can’t be trusted now: it showed another history before: \S*evidence-/);
  });
});

it('a lock of another history is refused offline where both are of one size', async () => {
  await publish('ada/sums');
  await done('install', 'ada/sums');
  const lock = await read();
  await using other = await serveRegistry(undefined, undefined, { signer });
  await publish('ada/sums', '1.0.0', other);
  await using mallory = await newMachine({ registryUrl: other.mirrorUrl });
  expect(await mallory.run('install', 'ada/sums')).toMatchObject({ ended: 0 });
  const { log, skills } = await read(mallory);
  expect(sizeOf(skills['ada/sums'].proof)).toBe(sizeOf(lock.skills['ada/sums'].proof));
  await write({ ...lock, log, skills });
  await away(async () => {
    for (const command of [['install', '--frozen'], ['verify']])
      expect(await refused(...command)).toContain('ada/sums: its proof shows another history of the registry');
  });
});

it('a lock of a log that the registry replaced is refused, until install locks proofs of the new one', async () => {
  const hash = await publish('ada/sums');
  await done('install', 'ada/sums');
  const next = testSigner('mirror.test/log-2');
  await using replaced = await serveRegistry(undefined, undefined, { signer: next });
  await publish('ada/sums', '1.0.0', replaced);
  await using fresh = await newMachine({ registryUrl: replaced.mirrorUrl });
  for (const name of ['skills.json', 'skills.lock.json']) {
    const text = await readFile(join(machine.home, name), 'utf8');
    await writeFile(join(fresh.home, name), text.replaceAll(served.mirrorUrl, replaced.mirrorUrl));
  }
  const { ended, stderr } = await fresh.run('install', '--frozen');
  expect([ended, await skillsIn(fresh.skills)]).toEqual([1, {}]);
  expect(stderr).toContain(
    `proofs of the transparency log ${signer.origin}, and this machine knows mirror.test/log-2.`,
  );
  expect(await fresh.run('install')).toMatchObject({ ended: 0 });
  expect((await read(fresh)).log).toEqual({ origin: next.origin, keys: [{ verifier: next.verifier }] });
  expect((await fresh.run('verify')).stdout).toContain('1 proved by the transparency log;');
  expect(await skillsIn(fresh.skills)).toEqual({ sums: hash });
});

describe('the keys in a lock', () => {
  const next = testSigner();
  const known = async () => join(await seenBy(machine), 'log.json');

  /** One version under each key. */
  async function twoKeys(): Promise<void> {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const size = sizeOf((await read()).skills['ada/sums'].proof);
    await publish('ada/pdf');
    served.tamper = rotatedTo([signer, next], size);
  }

  it('lead from the first to the newest that a proof is under, each handed over to by the one before', async () => {
    await twoKeys();
    const before = await readFile(lockOf(machine), 'utf8');
    await done('install');
    expect(await readFile(lockOf(machine), 'utf8')).toBe(before);
    await done('install', 'ada/pdf');
    const { log } = await read();
    expect(log).toEqual({ origin: signer.origin, keys: historyOf([signer, next]) });
    await using other = await teammate();
    expect((await other.run('install', '--frozen')).stdout).toContain('2 proved by the transparency log');
    await away(async () => expect(await done('verify')).toContain('2 proved by'));
  });

  it('lead on from the one that this machine knows, and the one that it knows may lead on from them', async () => {
    await twoKeys();
    const [older, file] = [await read(), await known()];
    const seen = await readFile(file, 'utf8');
    await done('install', 'ada/pdf');
    await away(async () => {
      // The lock of before the other key.
      const newer = await read();
      await write(older);
      await writeFile(
        join(machine.home, 'skills.json'),
        JSON.stringify({
          ...JSON.parse(await readFile(join(machine.home, 'skills.json'), 'utf8')),
          skills: { 'ada/sums': 'latest' },
        }),
      );
      expect(await done('install', '--frozen')).toContain('1 proved by');
      // What this machine saw before the other key.
      await write(newer);
      await writeFile(file, seen);
      expect(await refused('verify')).toContain('2 proved by');
    });
  });

  it('are refused where a key was put before the known one, does not follow, or is of another log', async () => {
    await publish('ada/sums');
    await done('install', 'ada/sums');
    const lock = await read();
    const eve = testSigner();
    const { proof } = lock.skills['ada/sums'];
    const { checkpoint, ...parsed } = parseProof(proof);
    const forged = proof.replace(checkpoint, eve.sign(`${checkpoint.split('\n\n')[0]}\n`));
    expect(parseProof(forged)).toMatchObject({ index: parsed.index });
    const skills = { 'ada/sums': { ...lock.skills['ada/sums'], proof: forged } };
    const withKeys = (keys: unknown, origin = signer.origin) => write({ ...lock, log: { origin, keys }, skills });
    // Anybody can make a key that hands over to a known one.
    await withKeys(historyOf([eve, signer]));
    await away(async () => {
      expect(await refused('install', '--frozen')).toContain('ada/sums: its proof in skills.lock.json does not hold');
      for (const keys of [
        historyOf([eve]),
        [{ verifier: signer.verifier }, { ...historyOf([eve, eve])[1] }],
        [{ verifier: signer.verifier }, { verifier: eve.verifier }],
      ]) {
        await withKeys(keys);
        expect(await refused('install', '--frozen')).toMatch(
          /the keys of the transparency log in skills\.lock\.json do not follow .* skill-registry install/,
        );
      }
      await withKeys([{ verifier: testSigner('other.test/log').verifier }], 'other.test/log');
      expect(await refused('verify')).toMatch(/has proofs of the transparency log other\.test\/log, and .*log\.json/);
    });
    await done('install');
    expect(await read()).toEqual(lock);
  });
});

it('a registry without a log is said to have none, and its lock works', async () => {
  await using plain = await serveRegistry();
  await using other = await newMachine({ registryUrl: plain.mirrorUrl });
  await publish('ada/sums', '1.0.0', plain);
  expect(await other.run('install', 'ada/sums')).toMatchObject({ ended: 0, stderr: '' });
  expect(await read(other)).not.toHaveProperty('log');
  expect((await other.run('install', '--frozen')).stdout).toContain(
    'not proved: ada/sums (skills.lock.json has no proofs)',
  );
  expect((await other.run('verify')).stdout).toContain('not proved: ada/sums (the registry has no transparency log)');
});
