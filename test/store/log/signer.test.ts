import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openNote, parseVerifier } from '../../../origin/log/note.ts';
import { openSigner } from '../../../origin/store/log/signer.ts';

const site = { mirrorUrl: 'https://skills.example/registry' };
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'log-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('makes a key once, which its owner alone can read, and is the same from then on', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => openSigner({ dataDir, site })));
  expect(new Set(made.map(({ verifier }) => verifier)).size).toBe(1);
  const [first] = made;
  expect(first?.origin).toBe('skills.example/registry/log');
  expect((await stat(join(dataDir, 'log.key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['log.key']);
  // The address may change: the log keeps its name.
  const again = await openSigner({ dataDir, site: { mirrorUrl: 'https://other.example' } });
  expect([again.origin, again.verifier]).toEqual([first?.origin, first?.verifier]);
  const { signatures } = openNote(again.sign('a text\n'), [parseVerifier(again.verifier)]);
  expect(signatures).toHaveLength(1);
});

it('takes the key that the settings give, by itself or in a file, and makes none then', async () => {
  const other = await mkdtemp(join(tmpdir(), 'log-key-'));
  try {
    const { verifier } = await openSigner({ dataDir: other, site });
    const keyFile = join(other, 'log.key');
    const key = await readFile(keyFile, 'utf8');
    for (const log of [{ key }, { keyFile }])
      expect((await openSigner({ dataDir, site, log })).verifier).toBe(verifier);
    expect(await readdir(dataDir)).toEqual([]);
    await expect(openSigner({ dataDir, site, log: { keyFile: join(other, 'none') } })).rejects.toThrow('LOG_KEY_FILE');
  } finally {
    await rm(other, { recursive: true });
  }
});

it('refuses what is no key without a word of what is in it, and puts no other in its place', async () => {
  const file = join(dataDir, 'log.key');
  await openSigner({ dataDir, site });
  const key = await readFile(file, 'utf8');
  const damaged = key.replace(/.{12}\n$/, 'AAAAAAAAAAAA\n');
  for (const text of ['', 'secret-text', damaged]) {
    await writeFile(file, text);
    const refused = await openSigner({ dataDir, site }).catch((error: Error) => error.message);
    expect(refused).toContain('holds no key of a transparency log');
    expect(refused).not.toMatch(/secret-text|AAAA/);
    expect(await readFile(file, 'utf8')).toBe(text);
  }
  await chmod(file, 0o600);
});
