/** `skills.json`, `skills.lock.json` and `skills-lock.json` of a project that somebody else wrote: the name, a line break, the text. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { checkpointText } from '../../../origin/log/checkpoint.ts';
import { entryLine } from '../../../origin/log/entry.ts';
import { leafHash } from '../../../origin/log/hash.ts';
import { newSigner, signNote, verifierText } from '../../../origin/log/note.ts';
import { formatProof } from '../../../origin/log/proof.ts';
import { Failure } from '../../../scripts/cli/failure.ts';
import { lockText, readLock } from '../../../scripts/cli/project/lockFile.ts';
import { manifestText, readManifest } from '../../../scripts/cli/project/manifest.ts';
import { proofsIn } from '../../../scripts/cli/project/proofs/proofs.ts';
import { skillsLockIn, skillsLockName } from '../../../scripts/cli/project/skillsLock.ts';
import type { Registry } from '../../../scripts/cli/registry/registry.ts';
import { bytesOf, type Target, unlessRefused } from '../target.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-project-')));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
const project = {
  root,
  manifest: join(root, 'skills.json'),
  lock: join(root, 'skills.lock.json'),
  work: join(root, 'work'),
  state: join(root, 'state'),
};
const url = 'http://mirror.test';
/** It knows nothing. */
const missing = () => Promise.reject(new RegistryError(404, { code: 'not_found' } as never));
const client = new Proxy({}, { get: () => missing });
const registry = { mirrorUrl: url, originUrl: 'http://origin.test', mirror: client, origin: client } as Registry;

const hash = `sha256:${'a'.repeat(64)}`;
const locked = { version: '1.0.0', hash, bundle: hash, signer: null, from: ['skills.json'] };
const log = newSigner('mirror.test/log');
const entry = Buffer.from(
  entryLine({ type: 'version.published', subject: `ada:hello@${hash}`, hash }, Buffer.alloc(16)),
);
const checkpoint = signNote(checkpointText({ origin: log.name, size: 1, root: leafHash(entry) }), [log]);
const proof = formatProof({ index: 0, extra: entry, proof: [], checkpoint });
const sound = {
  ...{ lockfileVersion: 1, registry: url },
  log: { origin: log.name, keys: [{ verifier: verifierText(log) }] },
  skills: { 'ada/hello': { ...locked, proof } },
};
const json = (name: string, value: object): Uint8Array => bytesOf(`${name}\n${JSON.stringify(value)}`);
const isRefusal = (error: unknown): boolean => error instanceof Failure || error instanceof RegistryError;

export const target: Target = {
  seeds: [
    json('lock', { lockfileVersion: 1, registry: url, skills: { 'ada/hello': locked } }),
    json('lock', {
      lockfileVersion: 1,
      registry: url,
      skills: { 'ada/b': { ...locked, folder: 'hello', private: true } },
    }),
    json('lock', sound),
    json('lock', { lockfileVersion: 2, registry: url, skills: {} }),
    bytesOf('lock\n<<<<<<< ours'),
    json('manifest', {
      registry: url,
      agents: ['claude-code', '.x/skills'],
      skills: { 'ada/hello': '^1.0' },
      link: true,
    }),
    json('manifest', { registry: url, agents: ['.claude'], kits: ['ada/kit'], authors: ['ada'] }),
    json('npx', {
      version: 1,
      skills: {
        hello: { sourceType: 'well-known', sourceUrl: `${url}/ada/hello/v/1.0` },
        other: { sourceType: 'github', sourceUrl: 'https://a.test/x' },
        kit: { sourceType: 'well-known', sourceUrl: `${url}/ada` },
        more: { sourceType: 'well-known', sourceUrl: `${url}/ada/kit/tools` },
      },
    }),
  ],
  longest: 4096,
  grown: 64 * 1024,
  words: [
    '__proto__',
    'constructor',
    '../',
    '"folder":"con"',
    `${url}/`,
    '%2e%2e',
    '%',
    '@',
    '/v/',
    '\\u0000',
    ':',
    'null',
    '{}',
    '[]',
  ],
  async check(input) {
    const whole = new TextDecoder().decode(input);
    const at = whole.indexOf('\n');
    const [name, text] = [whole.slice(0, at), whole.slice(at + 1)];
    const read = readers[name];
    if (!read) return false;
    const value = await unlessRefused(isRefusal, () => read(text));
    ok(!('polluted' in {}), 'Object.prototype changed');
    return value !== undefined;
  },
};

const readers: Record<string, (text: string) => Promise<unknown>> = {
  lock: async (text) => {
    const lock = await lockOf(text);
    const folders = Object.entries(lock.skills).map(([skill, { folder }]) => folder ?? skill.split(/[/:]/)[1] ?? '');
    for (const folder of folders) ok(/^[a-z0-9][a-z0-9-]*$/.test(folder), 'a folder leads out');
    deepStrictEqual(new Set(folders).size, folders.length, 'two in one folder');
    for (const skill of Object.keys(lock.skills)) ok(/^[a-z0-9-]+[/:][a-z0-9-]+$/.test(skill), 'no name of a skill');
    // Whatever stands in it, what is wrong is said, and nothing that is no proof proves.
    const { proved } = proofsIn(lock, { known: undefined, file: 'log.json' });
    for (const skill of proved) ok(skill in sound.skills && lock.log, 'proved without a proof');
    const again = await lockOf(lockText(lock));
    deepStrictEqual(lockText(again), lockText(lock), 'written and read again it differs');
    return lock;
  },
  manifest: async (text) => {
    writeFileSync(project.manifest, text);
    const manifest = await readManifest(project);
    for (const agent of manifest.agents)
      ok(!/^[\\/]/.test(agent) && !agent.split(/[\\/]/).includes('..'), 'a folder leads out');
    writeFileSync(project.manifest, manifestText(manifest));
    deepStrictEqual(
      manifestText(await readManifest(project)),
      manifestText(manifest),
      'written and read again it differs',
    );
    return manifest;
  },
  npx: async (text) => {
    writeFileSync(join(root, skillsLockName), text);
    return skillsLockIn(project, registry);
  },
};

async function lockOf(text: string) {
  writeFileSync(project.lock, text);
  const lock = await readLock(project);
  ok(lock, 'it is there');
  return lock;
}
