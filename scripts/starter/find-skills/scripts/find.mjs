#!/usr/bin/env node
// Searches the registry and shows one skill, reading anonymously. Needs Node 20 or newer and nothing else.
// Everything printed from a skill is escaped for the terminal: it is a stranger's text.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

const usage = `Usage:
  find.mjs <words...> [--limit 1..50] [--json]             search for skills
  find.mjs --show <author>/<slug> [--version <hash>]       record, scan and verified file list
           [--file <path>] [--json]                        ... or one verified file

Environment: SKILL_REGISTRY_URL (default http://localhost:8788)
Exit codes: 0 found, 1 nothing found, 2 no answer (usage, network, refusal, hash mismatch)`;

const exit = { found: 0, nothing: 1, failed: 2 };

class Failure extends Error {
  constructor(message, code = exit.failed) {
    super(message);
    this.code = code;
  }
}

// --- asking the registry

function apiBase() {
  const root = (process.env.SKILL_REGISTRY_URL || 'http://localhost:8788').replace(/\/+$/, '');
  if (!/^https?:\/\//.test(root)) throw new Failure('SKILL_REGISTRY_URL must start with http:// or https://');
  return root.endsWith('/api/v1') ? root : `${root}/api/v1`;
}

async function ask(path, acceptedStatuses = []) {
  const url = apiBase() + path;
  let response;
  let body;
  try {
    response = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(20_000) });
    body = await response.text();
  } catch (error) {
    throw new Failure(`cannot reach ${url}: ${error.cause?.message || error.cause?.code || error.message}`);
  }
  let record;
  try {
    record = JSON.parse(body);
  } catch {
    throw new Failure(`${url} answered ${response.status} without JSON; is SKILL_REGISTRY_URL a registry?`);
  }
  if (response.ok || acceptedStatuses.includes(response.status)) return record;
  throw refusal(response, record);
}

function refusal(response, record) {
  const wait = response.headers.get('retry-after');
  const hint = response.status === 429 && wait ? `; wait ${wait} s` : '';
  const message = `${response.status} ${record.code ?? 'unknown'}: ${record.message ?? 'no message'}${hint}`;
  const missing = response.status === 404 && record.code !== 'version_quarantined';
  return new Failure(message, missing ? exit.nothing : exit.failed);
}

const skillPath = ({ author, slug }) => `/skills/${author}/${slug}`;
const versionPath = (id, hash) => `${skillPath(id)}/versions/${hash}`;

// --- verifying bytes

const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The hash that the registry's rule gives to a file list: one line per file, sorted by path bytes. */
function versionHashOf(files) {
  const inOrder = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  return sha256(inOrder.map((file) => `${file.hash.replace('sha256:', '')}  ${file.size} ${file.path}\n`).join(''));
}

async function verifiedFileList(id, hash) {
  const { files } = await ask(`${versionPath(id, hash)}/files`);
  if (!Array.isArray(files)) throw new Failure('the file list is not a list');
  const actual = versionHashOf(files);
  if (actual !== hash) throw new Failure(`hash mismatch: asked for ${hash}, the file list gives ${actual}`);
  return files;
}

async function verifiedFile(id, hash, path) {
  const listed = (await verifiedFileList(id, hash)).find((file) => file.path === path);
  if (!listed) throw new Failure(`this version has no file ${visible(path)}`, exit.nothing);
  const file = await ask(`${versionPath(id, hash)}/file?path=${encodeURIComponent(path)}`);
  const bytes = Buffer.from(file.text, file.encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length !== listed.size || sha256(bytes) !== listed.hash) {
    throw new Failure(`hash mismatch: ${visible(path)} is not the file that ${hash} lists`);
  }
  return { path, size: listed.size, hash: listed.hash, encoding: file.encoding ?? 'utf-8', text: file.text };
}

// --- printing strangers' text

/** Control, format and private characters become \u{...}, so that nothing hides and no terminal is steered. */
const visible = (text) =>
  String(text ?? '')
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (char) =>
      char === '\n' || char === '\t' ? char : `\\u{${char.codePointAt(0).toString(16)}}`,
    );

const oneLine = (text) => visible(String(text ?? '').replace(/\s+/g, ' ').trim());
const shortened = (text, length) => (text.length > length ? `${text.slice(0, length - 3)}...` : text);

const scanWords = {
  clean: 'not flagged',
  flagged: 'flagged: read the findings',
  quarantined: 'quarantined: nobody can read it',
  incomplete: 'held: the scan has not read all of it',
};
const signatureWords = {
  verified: 'verified (the author’s key when it was published)',
  unsigned: 'unsigned',
  key_revoked: 'key revoked since',
  mirrored: 'imported from elsewhere',
};
const worded = (words, value) => (Object.hasOwn(words, value) ? words[value] : `${oneLine(value)} (unrecognized)`);
const date = (seconds) => {
  const day = new Date(seconds * 1000);
  return Number.isNaN(day.getTime()) ? 'unknown date' : day.toISOString().slice(0, 10);
};

function candidate(skill) {
  const mark = skill.deprecated ? '  DEPRECATED' : '';
  return [
    `${oneLine(skill.author)}/${oneLine(skill.slug)}  ${oneLine(skill.version_label)}${mark}`,
    `  ${shortened(oneLine(skill.description), 300)}`,
    `  scan: ${worded(scanWords, skill.scanStatus)} | signature: ${worded(signatureWords, skill.signatureStatus)}` +
      ` | used by ${skill.used_by_count}`,
    `  ${oneLine(skill.latest_hash)}`,
  ].join('\n');
}

function sheet({ skill, hash, files, scan }) {
  const rows = [
    ['skill', `${oneLine(skill.author)}/${oneLine(skill.slug)}`],
    ['description', oneLine(skill.description)],
    ['hash', `${hash} (file list verified)`],
    ['scan', `${worded(scanWords, scan.status)} (rules ${scan.corpus_version})`],
    ['signature', `${worded(signatureWords, skill.signatureStatus)} (latest version)`],
    ['moderation', oneLine(skill.moderationStatus)],
    ['tokens', `${skill.token_count} (SKILL.md, latest version)`],
    ['used by', `${skill.used_by_count} ${(skill.used_by ?? []).map(oneLine).join(' ')}`.trim()],
    ['category', oneLine(skill.category)],
  ];
  if (skill.deprecated) rows.unshift(['DEPRECATED', oneLine(skill.deprecation_message) || 'no message']);
  if (skill.is_mirror) rows.push(['mirrored', `${oneLine(skill.mirror_source_url)} ${oneLine(skill.mirror_license)}`]);
  return [
    ...rows.map(([name, value]) => `${name.padEnd(12)} ${value}`),
    'versions',
    ...(skill.versions ?? []).map((v) => `  ${oneLine(v.hash)}  ${date(v.published_at)}  ${oneLine(v.version_label)}`),
    'files',
    ...files.map((file) => `  ${String(file.size).padStart(8)}  ${visible(file.path)}`),
    ...(scan.findings?.length ? ['findings'] : []),
    ...(scan.findings ?? []).map((f) => `  ${oneLine(f.severity)}  ${oneLine(f.path)}:${f.line}  ${oneLine(f.message)}`),
  ].join('\n');
}

// --- the commands

async function search(words, limit) {
  const query = new URLSearchParams({ q: words, types: 'skills', limit });
  const results = await ask(`/search?${query}`);
  if (!results.skills?.length) throw new Failure(`no skill found for "${words}"; try fewer or other words`, exit.nothing);
  return { result: results, text: results.skills.map(candidate).join('\n\n') };
}

async function show(id, version, path) {
  const skill = await ask(skillPath(id), [410]);
  const hash = version ?? skill.latest_hash;
  if (path !== undefined) {
    const file = await verifiedFile(id, hash, path);
    const text = file.encoding === 'base64' ? `not text: ${file.size} bytes, ${file.hash}; --json gives base64` : visible(file.text);
    return { result: { ...id, version_hash: hash, ...file }, text };
  }
  const [files, scan] = await Promise.all([verifiedFileList(id, hash), ask(`${versionPath(id, hash)}/scan`)]);
  return { result: { skill, hash, files, scan }, text: sheet({ skill, hash, files, scan }) };
}

// --- reading the command line

function commandLine() {
  const options = {
    show: { type: 'string' },
    version: { type: 'string' },
    file: { type: 'string' },
    limit: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, words: positionals.join(' ').trim() };
  } catch (error) {
    throw new Failure(`${error.message}\n\n${usage}`);
  }
}

function skillId(text) {
  const [, author, slug] = /^([a-z0-9][a-z0-9-]{0,38})[/:]([a-z0-9][a-z0-9-]{0,62})$/.exec(text) ?? [];
  if (!slug) throw new Failure(`"${text}" is not <author>/<slug>`);
  return { author, slug };
}

function fullHash(text) {
  if (!/^(sha256:)?[a-f0-9]{64}$/.test(text)) throw new Failure('--version takes 64 hex digits, with or without sha256:');
  return text.startsWith('sha256:') ? text : `sha256:${text}`;
}

async function main() {
  const given = commandLine();
  if (given.help) return console.log(usage);
  if (!/^\d+$/.test(given.limit)) throw new Failure('--limit takes a whole number');
  const asked = given.show !== undefined ? 'show' : given.words ? 'search' : 'nothing';
  if (asked === 'nothing' || (asked === 'show' && given.words)) throw new Failure(usage);
  if (asked === 'search' && (given.version || given.file)) throw new Failure('--version and --file go with --show');
  const { result, text } =
    asked === 'show'
      ? await show(skillId(given.show), given.version && fullHash(given.version), given.file)
      : await search(given.words, given.limit);
  console.log(given.json ? JSON.stringify(result, null, 2) : text);
}

main().catch((error) => {
  const expected = error instanceof Failure;
  console.error(`find: ${expected ? visible(error.message) : `unexpected answer (${visible(error.message)})`}`);
  process.exitCode = expected ? error.code : exit.failed;
});
