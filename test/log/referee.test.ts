import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkpointText } from '../../origin/log/checkpoint.ts';
import { cosign } from '../../origin/log/cosignature.ts';
import { entryHash, entryLine } from '../../origin/log/entry.ts';
import { addSignatures, newSigner, signNote, verifierText } from '../../origin/log/note.ts';
import { formatProof } from '../../origin/log/proof.ts';
import { encodeEntries, tileIn, tilePath, tileWidth } from '../../origin/log/tile.ts';
import { consistencyProof, inclusionProof, rootOf } from '../../origin/log/tree.ts';
import { flipped, makeLog, readEarlier } from './tiles.ts';

const size = 10_000;
const source = join(import.meta.dirname, 'referee/main.go');
/** Where Debian's golang-golang-x-mod-dev is. */
const goPath = process.env['GOPATH'] ?? '/usr/share/gocode';
const missing = missingOf();

describe.skipIf(missing)(`Go’s transparency log${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'referee-'));
  const program = join(folder, 'referee');
  const put = (name: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  };
  const judge = async () => (await promisify(execFile)(program, [folder])).stdout.trim();

  beforeAll(async () => {
    const env = { GO111MODULE: 'off', GOPATH: goPath, GOFLAGS: '', CGO_ENABLED: '0' };
    const cache = join(import.meta.dirname, '../../node_modules/.cache/go');
    await promisify(execFile)('go', ['build', '-o', program, source], {
      env: { ...process.env, ...env, GOCACHE: cache },
    });
    await writeLog(put);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds a log of 10,000 entries sound: both signatures, each entry, each proof, 300 earlier sizes', async () => {
    expect(await judge()).toBe('2 signatures, 10000 entries, 10000 inclusion proofs, 300 consistency proofs, 41 tiles');
  });

  it.each(['checkpoint', 'tile/0/007', 'tile/1/000.p/39', 'tile/entries/039.p/16', 'proofs', 'consistency', 'witness'])(
    'refuses it with a bit of %s turned over',
    async (name) => {
      const whole = readFileSync(join(folder, name));
      put(name, flipped(whole, Math.floor(whole.length * 0.6)));
      await expect(judge()).rejects.toThrow(/Command failed/);
      put(name, whole);
    },
  );
});

/** What the referee reads, made by our code: ours signs, cuts, proves and writes. */
async function writeLog(put: (name: string, bytes: Uint8Array | string) => void): Promise<void> {
  const lines = Array.from({ length: size }, (_, at) =>
    Buffer.from(entryLine({ kind: 'version.published', number: at }, Buffer.alloc(16, at % 251))),
  );
  const log = makeLog(
    size,
    lines.map((line) => entryHash(String(line))),
  );
  const { tiles, read } = log;
  for (const [path, { bytes }] of tiles) put(`tile/${path}`, bytes);
  for (let index = 0; index * tileWidth < size; index++) {
    const tile = tileIn(size, 'entries', index);
    if (tile) put(`tile/${tilePath(tile)}`, encodeEntries(lines.slice(index * tileWidth, (index + 1) * tileWidth)));
  }
  const [signer, witness] = [newSigner('log.example/registry'), newSigner('witness.example/w', 0x04)];
  const text = checkpointText({ origin: signer.name, size, root: await rootOf(size, read) });
  const checkpoint = addSignatures(signNote(text, [signer]), [cosign(text, witness, 1_700_000_000)]);
  put('checkpoint', checkpoint);
  put('key', verifierText(signer));
  put('witness', verifierText(witness));

  const proofs: string[] = [];
  for (const [index, extra] of lines.entries()) {
    const proof = await inclusionProof(index, size, read);
    proofs.push(`${JSON.stringify(formatProof({ index, extra, proof, checkpoint }))}\n`);
  }
  put('proofs', proofs.join(''));

  const readThen = readEarlier(log);
  const pairs: string[] = [];
  for (let count = 0; count < 300; count++) {
    const to = count % 3 === 0 ? size : 1 + ((count * 7919) % size);
    const from = 1 + ((count * 104_729) % to);
    const hashes = await consistencyProof(from, to, readThen);
    const [FromRoot, ToRoot] = await Promise.all([from, to].map(async (its) => base64(await rootOf(its, readThen))));
    pairs.push(`${JSON.stringify({ From: from, To: to, FromRoot, ToRoot, Proof: hashes.map(base64) })}\n`);
  }
  put('consistency', pairs.join(''));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}

/** Why it can't be asked, for the name of the tests; empty if it can. */
function missingOf(): string {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    return ' (skipped: Go is not installed)';
  }
  const isThere = existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/note'));
  return isThere ? '' : ' (skipped: golang-golang-x-mod-dev is not installed)';
}
