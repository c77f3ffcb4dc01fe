#!/usr/bin/env node
// Pairs this machine with the registry and syncs approved skill versions. Needs Node 20 or newer and nothing else.
// Every byte is verified before it is placed; a folder that someone edited is never replaced.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const usage = `Usage:
  device.mjs pair <device name>
  device.mjs sync <skills folder> [--dry-run] [--prune] [--json]
  device.mjs status

--prune removes skills that are no longer approved, if nobody edited them.
Environment: SKILL_REGISTRY_ORIGIN (default http://localhost:8787), SKILL_REGISTRY_HOME (where the token is kept)
Exit codes: 0 done, 1 something was left alone or refused, 2 wrong usage or not paired`;

const clientVersion = 'pair-a-device/1.0.0';
const limits = { files: 500, file: 5 * 1024 * 1024, unpacked: 25 * 1024 * 1024, path: 155 };

class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

const say = (text) => console.error(`device: ${printable(text)}`);
/** Names and messages come from elsewhere: nothing of them may steer the terminal. */
const printable = (text) => String(text).replace(/[^\P{C}\n]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);

// --- what is kept on this machine

const home = () =>
  resolve(process.env.SKILL_REGISTRY_HOME || join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'skill-registry'));
const tokenFile = () => join(home(), 'device.json');
const stateFile = (folder) => join(home(), `sync-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.json`);

async function keep(path, value) {
  await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await fs.open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporary, path);
}

async function kept(path) {
  try {
    return JSON.parse(await fs.readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`cannot read ${path}: ${error.message}`, 2);
  }
}

async function pairedDevice() {
  const device = await kept(tokenFile());
  if (!device) throw new Failure('not paired; run: device.mjs pair <device name>', 2);
  if (process.env.SKILL_REGISTRY_ORIGIN && originOf(process.env.SKILL_REGISTRY_ORIGIN) !== device.origin) {
    throw new Failure(`paired with ${device.origin}, not with SKILL_REGISTRY_ORIGIN; the token goes nowhere else`, 2);
  }
  return device;
}

// --- asking the origin

function originOf(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new Failure('SKILL_REGISTRY_ORIGIN is not an address', 2);
  }
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new Failure('SKILL_REGISTRY_ORIGIN must be https; plain http only for localhost', 2);
  }
  return url.origin;
}

/** `{status, headers, record}` of any answer. Redirects are refused, so the token cannot be carried elsewhere. */
async function ask({ origin, token }, method, path, { body, headers = {} } = {}) {
  let response;
  let text;
  try {
    response = await fetch(`${origin}/api/v1${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
      headers: {
        accept: 'application/json',
        'x-client-version': clientVersion,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    throw new Failure(`no answer from ${origin}: ${error.cause?.message || error.cause?.code || error.message}`);
  }
  let record = {};
  try {
    if (text) record = JSON.parse(text);
  } catch {
    throw new Failure(`${origin} answered ${response.status} without JSON`);
  }
  return { status: response.status, headers: response.headers, record };
}

function refusal({ status, headers, record }) {
  if (status === 401) return new Failure(`${record.code ?? 401}: pair this device again`, 2);
  if (status === 426) return new Failure(`this client is too old; upgrade to ${record.upgrade_to ?? record.minimum_version}`, 2);
  const wait = status === 429 ? `; wait ${headers.get('retry-after') ?? 60} s` : '';
  return new Failure(`${status} ${record.code ?? ''}: ${record.message ?? 'no message'}${wait}`);
}

async function read(device, path) {
  const answer = await ask(device, 'GET', path);
  if (answer.status !== 200) throw refusal(answer);
  return answer.record;
}

// --- pairing

async function pair(name) {
  const origin = originOf(process.env.SKILL_REGISTRY_ORIGIN || 'http://localhost:8787');
  await fs.mkdir(home(), { recursive: true, mode: 0o700 });
  await fs.access(home(), fs.constants.W_OK); // the token comes only once: know first that it can be kept
  if (await kept(tokenFile())) say('this replaces an earlier pairing; ask the person to revoke the old device');
  const started = await ask({ origin }, 'POST', '/pairing', { body: { device_name: name, class: 'device' } });
  if (started.status === 404) throw new Failure('this registry does not offer pairing yet');
  if (started.status >= 300) throw refusal(started);
  const { pairing_id, user_code, verification_url, interval, expires_in } = started.record;
  say(`open   ${verification_url}`);
  say(`enter  ${user_code}`);
  say(`for    "${name}"; approve only if the page shows this code and this name. Waiting ...`);
  const token = await collectToken(origin, pairing_id, interval, expires_in);
  await keep(tokenFile(), { origin, token, paired_at: Math.floor(Date.now() / 1000) });
  say(`paired; token kept in ${tokenFile()}`);
}

async function collectToken(origin, pairingId, interval = 5, expiresIn = 600) {
  const end = Date.now() + expiresIn * 1000;
  let wait = interval;
  let extra = 0;
  for (;;) {
    if (Date.now() + Math.max(wait, extra) * 1000 > end) throw new Failure('the code has expired; run pair again');
    await sleep(Math.max(wait, extra) * 1000);
    extra = 0;
    let answer;
    try {
      answer = await ask({ origin }, 'POST', `/pairing/${encodeURIComponent(pairingId)}/token`);
    } catch {
      continue; // no connection: the code may still be approved
    }
    const { status, record, headers } = answer;
    if (status === 200 || status === 201) return checkedToken(record.token);
    if (status === 429) {
      if (record.code === 'slow_down') wait += 5;
      extra = Number(headers.get('retry-after')) || 0;
    } else if (status !== 428 && status < 500) {
      throw new Failure(`pairing ended: ${record.code ?? status}`);
    }
  }
}

function checkedToken(token) {
  if (!/^svc_d_[A-Za-z0-9]+$/.test(token ?? '')) throw new Failure('the answer holds no device token; revoke this device and pair again');
  return token;
}

async function status() {
  const device = await pairedDevice();
  const who = await read(device, '/whoami');
  console.log(JSON.stringify({ origin: device.origin, ...who }, null, 2));
}

// --- hashes and bytes of a version

const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The registry's rule: one line per file, sorted by path bytes. */
function versionHashOf(files) {
  const inOrder = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  return sha256(inOrder.map((file) => `${file.hash.replace('sha256:', '')}  ${file.size} ${file.path}\n`).join(''));
}

const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const badSegment = (segment) => /^\.{0,2}$/.test(segment) || /[. ]$/.test(segment) || deviceName.test(segment);

function checkList(files) {
  const paths = files.map((file) => file.path);
  const bad = paths.find((path) => path.length > limits.path || !/^[A-Za-z0-9._/ -]+$/.test(path) || path.split('/').some(badSegment));
  if (bad !== undefined) throw new Failure(`path outside the rules: ${bad}`);
  if (new Set(paths.map((path) => path.toLowerCase())).size !== paths.length) throw new Failure('two paths differ by case alone');
  if (!paths.includes('SKILL.md')) throw new Failure('no SKILL.md');
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const tooLarge = files.length > limits.files || total > limits.unpacked || files.some((file) => file.size > limits.file);
  if (tooLarge) throw new Failure('larger than a skill may be');
}

/** Every file of a version, fetched and verified: nothing is returned unless all of it is right. */
async function verifiedVersion(device, { author, slug, hash }) {
  const path = `/skills/${author}/${slug}/versions/${hash}`;
  const { files } = await read(device, `${path}/files`);
  checkList(files);
  if (versionHashOf(files) !== hash) throw new Failure('the file list does not have the approved hash');
  const contents = [];
  for (const file of files) {
    const record = await read(device, `${path}/file?path=${encodeURIComponent(file.path)}`);
    const bytes = Buffer.from(record.text, record.encoding === 'base64' ? 'base64' : 'utf8');
    if (bytes.length !== file.size || sha256(bytes) !== file.hash) throw new Failure(`${file.path} does not have its hash`);
    contents.push({ path: file.path, bytes });
  }
  return contents;
}

/** Version hash of a folder on disk; undefined if there is none, 'edited' if it holds anything but plain files. */
async function hashOnDisk(folder) {
  const found = await fs.lstat(folder).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  if (!found.isDirectory()) return 'edited';
  const files = [];
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) return 'edited';
    const full = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = await fs.readFile(full);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    files.push({ path, size: bytes.length, hash: sha256(bytes) });
  }
  return versionHashOf(files);
}

// --- placing

const aside = (folder, slug, kind) => join(folder, `.registry-${kind}-${slug}-${randomBytes(6).toString('hex')}`);

/** Swaps a verified version in. If the old folder was edited at the last moment, it is kept aside and named. */
async function place(folder, slug, contents, replacedHash) {
  const target = join(folder, slug);
  const incoming = aside(folder, slug, 'incoming');
  try {
    for (const { path, bytes } of contents) {
      await fs.mkdir(dirname(join(incoming, path)), { recursive: true });
      await fs.writeFile(join(incoming, path), bytes, { flag: 'wx', flush: true });
    }
    if (replacedHash === undefined) return void (await fs.rename(incoming, target));
    const outgoing = aside(folder, slug, 'outgoing');
    await fs.rename(target, outgoing);
    try {
      await fs.rename(incoming, target);
    } catch (error) {
      await fs.rename(outgoing, target);
      throw error;
    }
    await discard(outgoing, replacedHash);
  } finally {
    await fs.rm(incoming, { recursive: true, force: true });
  }
}

async function discard(folder, expectedHash) {
  if ((await hashOnDisk(folder)) === expectedHash) return fs.rm(folder, { recursive: true });
  say(`edited a moment ago, so kept: ${folder}`);
}

// --- sync

function approvedSkills(manifest) {
  const skills = manifest.skills.map(({ skill_id, hash, version_label }) => {
    const [, author, slug] = /^([a-z0-9][a-z0-9-]{0,38}):([a-z0-9][a-z0-9-]{0,62})$/.exec(skill_id) ?? [];
    if (!slug || deviceName.test(slug) || !/^sha256:[a-f0-9]{64}$/.test(hash)) {
      throw new Failure(`the manifest has an entry that is not a skill: ${skill_id}`);
    }
    return { skill_id, author, slug, hash, version_label };
  });
  const sharing = (slug) => skills.filter((skill) => skill.slug === slug).length > 1;
  return skills.map((skill) => ({ ...skill, shared: sharing(skill.slug) }));
}

async function currentManifest(device, state) {
  const headers = state.etag ? { 'if-none-match': state.etag } : {};
  const answer = await ask(device, 'GET', '/sync/manifest', { headers });
  if (answer.status === 304 && state.manifest) return { manifest: state.manifest, etag: state.etag };
  if (answer.status !== 200) throw refusal(answer);
  return { manifest: answer.record, etag: answer.headers.get('etag') };
}

/** What to do about one approved skill: 'current', 'adopt', 'install', 'update', or a reason to leave it alone. */
function decision(skill, onDisk, recorded) {
  if (skill.shared) return { left: 'another approved skill has the same slug' };
  if (onDisk === undefined) return { action: 'install' };
  if (onDisk === skill.hash) return { action: recorded?.hash === onDisk && recorded.skill_id === skill.skill_id ? 'current' : 'adopt' };
  if (!recorded) return { left: 'a folder of this name was not placed by sync; move it aside first' };
  if (onDisk !== recorded.hash) return { left: 'edited by hand; move it aside to get the approved version' };
  return { action: 'update' };
}

const recordOf = (state, slug) => (Object.hasOwn(state.skills, slug) ? state.skills[slug] : undefined);

async function syncOne(device, folder, skill, state, dryRun) {
  const onDisk = await hashOnDisk(join(folder, skill.slug));
  const { action, left } = decision(skill, onDisk, recordOf(state, skill.slug));
  if (left) return { result: 'left', reason: left };
  const writes = action === 'install' || action === 'update';
  if (dryRun) return { result: writes ? `would ${action}` : 'current' };
  if (writes) await place(folder, skill.slug, await verifiedVersion(device, skill), onDisk);
  state.skills[skill.slug] = { skill_id: skill.skill_id, hash: skill.hash };
  return { result: writes ? action : 'current' };
}

async function pruneOne(folder, slug, state, { prune, dryRun }) {
  const onDisk = await hashOnDisk(join(folder, slug));
  const reason = 'no longer approved';
  if (onDisk !== undefined) {
    if (onDisk !== state.skills[slug].hash) return { result: 'left', reason: `${reason}, but edited by hand` };
    if (!prune) return { result: 'left', reason: `${reason}; --prune removes it` };
    if (dryRun) return { result: 'would remove', reason };
    const outgoing = aside(folder, slug, 'outgoing');
    await fs.rename(join(folder, slug), outgoing);
    await discard(outgoing, onDisk);
  }
  if (!dryRun) delete state.skills[slug];
  return { result: 'removed', reason };
}

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.code === 2) throw error; // not this skill's failure: the token or the client
    return { result: 'refused', reason: error.message };
  }
}

async function sync(folderGiven, options) {
  const folder = resolve(folderGiven);
  const device = await pairedDevice();
  if (!(await fs.stat(folder).catch(() => undefined))?.isDirectory()) throw new Failure(`${folder} is not a folder`, 2);
  return alone(folder, async () => {
    const saved = await kept(stateFile(folder));
    const state = saved?.origin === device.origin ? saved : { origin: device.origin, skills: {} };
    const { manifest, etag } = await currentManifest(device, state);
    const skills = approvedSkills(manifest);
    const report = [];
    for (const skill of skills) {
      const outcome = await attempt(() => syncOne(device, folder, skill, state, options.dryRun));
      report.push({ skill_id: skill.skill_id, hash: skill.hash, version_label: skill.version_label, ...outcome });
      if (!options.dryRun) await keep(stateFile(folder), state);
    }
    const approved = new Set(skills.map((skill) => skill.slug));
    for (const slug of Object.keys(state.skills).filter((name) => !approved.has(name))) {
      const { skill_id, hash } = state.skills[slug];
      report.push({ skill_id, hash, ...(await attempt(() => pruneOne(folder, slug, state, options))) });
    }
    // The ETag is kept only when nothing failed, so that a failure is tried again.
    const failed = report.some(({ result }) => result === 'refused');
    if (!options.dryRun) await keep(stateFile(folder), failed ? { ...state, etag: undefined } : { ...state, etag, manifest });
    return report;
  });
}

/** One sync of a folder at a time. */
async function alone(folder, work) {
  const lock = `${stateFile(folder)}.lock`;
  await fs.mkdir(home(), { recursive: true, mode: 0o700 });
  if (await isStale(lock)) await fs.rm(lock, { force: true });
  try {
    await fs.writeFile(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    throw new Failure(`another sync of this folder is running; if not, delete ${lock}`);
  }
  try {
    await clearLeftovers(folder);
    return await work();
  } finally {
    await fs.rm(lock, { force: true });
  }
}

/** Whether the process that took the lock is gone. */
async function isStale(lock) {
  try {
    process.kill(Number(await fs.readFile(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** What a sync that was killed left behind: a half-written new version goes, an old version is only named. */
async function clearLeftovers(folder) {
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith('.registry-incoming-')) await fs.rm(join(folder, name), { recursive: true });
    if (name.startsWith('.registry-outgoing-')) say(`kept from an earlier sync: ${join(folder, name)}`);
  }
}

// --- the command line

function commandLine() {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    prune: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}\n\n${usage}`, 2);
  }
}

async function main() {
  const { values, positionals } = commandLine();
  const [command, argument, ...rest] = positionals;
  if (values.help) return console.log(usage);
  if (command === 'pair' && argument && !rest.length) return pair(argument);
  if (command === 'status' && !argument) return status();
  if (command !== 'sync' || !argument || rest.length) throw new Failure(usage, 2);
  const report = await sync(argument, { dryRun: values['dry-run'], prune: values.prune });
  const line = ({ result, skill_id, hash, reason }) => `${result.padEnd(13)} ${skill_id}  ${hash}${reason ? `  (${reason})` : ''}`;
  console.log(values.json ? JSON.stringify(report, null, 2) : printable(report.map(line).join('\n') || 'no approved skills'));
  if (report.some(({ result }) => result === 'left' || result === 'refused')) process.exitCode = 1;
}

main().catch((error) => {
  say(error instanceof Failure ? error.message : `unexpected: ${error.message}`);
  process.exitCode = error instanceof Failure ? error.code : 1;
});
