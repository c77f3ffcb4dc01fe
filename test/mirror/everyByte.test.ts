import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../origin/log/checkpoint.ts';
import { entryHash, parseEntry } from '../../origin/log/entry.ts';
import { openNote, parseVerifier, type Verifier } from '../../origin/log/note.ts';
import { checkProof, parseProof } from '../../origin/log/proof.ts';
import { decodeEntries, type Tile, tilePath } from '../../origin/log/tile.ts';
import { rootOf } from '../../origin/log/tree.ts';
import { testSigner } from '../log/signer.ts';
import { flipped } from '../log/tiles.ts';
import { openRegistry, skillMd } from '../registry.ts';
import { openMirrored } from './mirrored.ts';

/** What a small registry shows of its log and its versions, as anybody gets it. */
interface Shown {
  checkpoint: Buffer;
  tile: Buffer;
  entries: Buffer;
  /** By the name of each version. */
  proofs: Map<string, Buffer>;
  archives: Map<string, Buffer>;
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** Whether all of it hangs together under this key: what who has nothing but the key can know. */
async function isSound({ checkpoint, tile, entries, proofs, archives }: Shown, verifier: Verifier): Promise<boolean> {
  try {
    const { size, root, origin } = parseCheckpoint(openNote(textOf(checkpoint), [verifier]).text);
    const whole: Tile = { level: 0, index: 0, width: size };
    if (origin !== verifier.name || !(await rootOf(size, async () => tile)).equals(root)) return false;
    const lines = decodeEntries(entries).map(textOf);
    if (lines.length !== whole.width || !Buffer.concat(lines.map(entryHash)).equals(tile)) return false;
    for (const [name, text] of proofs) {
      checkProof(textOf(text), { verifiers: [verifier] });
      const entry = parseEntry(textOf(parseProof(textOf(text)).extra ?? Buffer.alloc(0)));
      const archive = archives.get(name);
      if (entry['subject'] !== name || !archive || entry['digest'] !== `sha256:${hash('sha256', archive)}`)
        return false;
    }
    return true;
  } catch {
    return false;
  }
}

describe('a small registry', () => {
  it('is found out by each single byte that was turned over: checkpoint, tile, entries, proofs, archives', async () => {
    const signer = testSigner();
    await using registry = await openRegistry();
    await using mirrored = await openMirrored(registry, { signer });
    for (const slug of ['one', 'two']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await mirrored.snapshot.step();
    const get = async (path: string) => Buffer.from(await (await mirrored.mirror.request(path)).arrayBuffer());
    const checkpoint = await get('/log/checkpoint');
    const { size } = parseCheckpoint(checkpoint.toString());
    const [level0, bundle] = (['0', 'entries'] as const).map((level) =>
      tilePath({ level: level === 'entries' ? level : 0, index: 0, width: size }),
    );
    const [tile, entries] = [await get(`/log/tile/${level0}`), await get(`/log/tile/${bundle}`)];
    const shown: Shown = { checkpoint, tile, entries, proofs: new Map(), archives: new Map() };
    for (const { slug, hash: version } of await mirrored.catalog.db
      .selectFrom('versions')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .select(['slug', 'hash'])
      .execute()) {
      const path = `/api/v1/skills/ada/${slug}/versions/${version}`;
      shown.proofs.set(`ada:${slug}@${version}`, await get(`${path}/proof`));
      shown.archives.set(`ada:${slug}@${version}`, await get(`${path}/bundle`));
    }
    const verifier = parseVerifier(signer.verifier);
    expect(await isSound(shown, verifier)).toBe(true);
    expect(shown.proofs.size).toBe(2);

    const unnoticed: string[] = [];
    const turnEach = async (name: string, bytes: Buffer, put: (turned: Buffer) => Shown) => {
      expect(bytes.length, name).toBeGreaterThan(60);
      for (let at = 0; at < bytes.length; at += 1)
        if (await isSound(put(flipped(bytes, at, at % 8)), verifier)) unnoticed.push(`${name}, byte ${at}`);
    };
    await turnEach('checkpoint', checkpoint, (turned) => ({ ...shown, checkpoint: turned }));
    await turnEach('tile', tile, (turned) => ({ ...shown, tile: turned }));
    await turnEach('entries', entries, (turned) => ({ ...shown, entries: turned }));
    for (const [name, proof] of shown.proofs) {
      const archive = shown.archives.get(name) ?? Buffer.alloc(0);
      await turnEach(`proof of ${name}`, proof, (turned) => ({ ...shown, proofs: new Map([[name, turned]]) }));
      await turnEach(`archive of ${name}`, archive, (turned) => ({
        ...shown,
        archives: new Map([...shown.archives, [name, turned]]),
      }));
    }
    expect(unnoticed).toEqual([]);
  });
});
