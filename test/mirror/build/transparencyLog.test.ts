import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { entryHash, parseEntry } from '../../../origin/log/entry.ts';

import { openNote, parseVerifier } from '../../../origin/log/note.ts';
import { checkProof, parseProof } from '../../../origin/log/proof.ts';
import { decodeEntries, tilePath } from '../../../origin/log/tile.ts';
import { type ReadTile, rootOf } from '../../../origin/log/tree.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { redact } from '../../../origin/store/log/append.ts';
import { extending } from '../../../origin/store/log/extend.ts';
import { adoptLog } from '../../../origin/store/log/handOver.ts';
import { holdIn } from '../../../origin/store/log/hold.ts';
import { openSigner } from '../../../origin/store/log/signer.ts';
import type { Witness } from '../../../origin/store/log/witnesses.ts';
import { startWitness } from '../../cli/log/localWitness.ts';
import { testSigner } from '../../log/signer.ts';
import { childOf, parseXml } from '../../read/pages/xmlTree.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { bindKey, newSigner } from '../../signer.ts';
import { openMirrored } from '../mirrored.ts';
import { textOf } from '../site/tags.ts';

async function openLogged({ signer = testSigner(), witnesses = [] as Witness[] } = {}) {
  const registry = await openRegistry();
  const mirrored = await openMirrored(registry, { signer, witnesses });
  const bytes = async (path: string) => {
    const [here, there] = await Promise.all([mirrored.mirror.request(path), registry.app.request(path)]);
    const [mirror, origin] = await Promise.all([here.arrayBuffer(), there.arrayBuffer()]);
    expect([here.status, Buffer.from(mirror).toString()], path).toEqual([there.status, Buffer.from(origin).toString()]);
    return { status: here.status, body: Buffer.from(mirror) };
  };
  const readTile: ReadTile = async (tile) => (await bytes(`/log/tile/${tilePath(tile)}`)).body;
  return {
    ...{ registry, mirrored, signer, bytes },
    /** What anybody finds: the entries, after the root was computed from the tiles and found in the signed checkpoint. */
    entries: async () => {
      const { body } = await bytes('/log/checkpoint');
      const verifier = parseVerifier(signer.verifier);
      expect(openNote(body.toString(), [verifier]).signatures).toHaveLength(1);
      const { size, root } = parseCheckpoint(body.toString());
      expect(await rootOf(size, readTile)).toEqual(root);
      const lines: string[] = [];
      for (let index = 0; index * 256 < size; index += 1) {
        const tile = { level: 'entries', index, width: Math.min(256, size - index * 256) } as const;
        const entries = decodeEntries((await bytes(`/log/tile/${tilePath(tile)}`)).body).map(String);
        const leaves = await readTile({ ...tile, level: 0 });
        expect(Buffer.concat(entries.map(entryHash))).toEqual(Buffer.from(leaves));
        lines.push(...entries);
      }
      return lines.map(parseEntry);
    },
    [Symbol.asyncDispose]: async () => {
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

const typesOf = (entries: readonly Readonly<Record<string, string | number>>[]) =>
  entries.map(({ type, subject, redacted, index }) => `${type ?? redacted} ${subject ?? index ?? ''}`.trim());

describe('the transparency log', () => {
  it('enters what everyone may know, in order, under one signed root, at both hosts', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    const { hash } = await (await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') })).json();
    await registry.publish('ada', 'own', { 'SKILL.md': skillMd('own') }, { visibility: 'private' });
    await registry.send('PATCH', '/skills/ada/pdf', 'ada', { deprecated: true });
    await mirrored.snapshot.step();
    const entries = await logged.entries();
    expect(typesOf(entries)).toEqual([
      'handle.claimed ada',
      'skill.deprecated ada:pdf',
      `version.published ada:pdf@${hash}`,
    ]);
    expect(JSON.stringify(entries)).not.toContain('own');
  });

  it('proves each version, under the first checkpoint over its entry, which stays the same', async () => {
    await using logged = await openLogged();
    const { registry, mirrored, signer } = logged;
    const hashes: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const answer = await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf', text) });
      hashes.push((await answer.json()).hash);
      await mirrored.snapshot.step();
    }
    const paths = hashes.map((one) => `/api/v1/skills/ada/pdf/versions/${one}/proof`);
    const before = await Promise.all(paths.map((path) => logged.bytes(path)));
    await registry.publish('ada', 'other', { 'SKILL.md': skillMd('other') });
    await mirrored.snapshot.step();
    for (const [nth, { status, body }] of before.entries()) {
      expect(status).toBe(200);
      expect((await logged.bytes(paths[nth] as string)).body).toEqual(body);
      const proof = parseProof(body.toString());
      const line = Buffer.from(proof.extra ?? []).toString();
      expect(parseEntry(line)).toMatchObject({ author: 'ada', slug: 'pdf', hash: hashes[nth] });
      const { checkpoint } = checkProof(body.toString(), { verifiers: [parseVerifier(signer.verifier)] });
      expect(checkpoint.size).toBeGreaterThan(proof.index);
    }
  });

  it('is named on the page of a version that it has, and on no other’s, at both hosts', async () => {
    await using logged = await openLogged();
    const { registry, mirrored, signer } = logged;
    const { hash } = await (await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') })).json();
    const path = `/ada/pdf/v/${hash.slice('sha256:'.length)}`;
    // Before it is in the log: the origin has the version, and the mirror not even that.
    expect(await (await registry.app.request(path)).text()).not.toContain('/proof"');
    await mirrored.snapshot.step();
    const { body } = await logged.bytes(path);
    const [, proof = '', entry] = /<a href="([^"]+\/proof)"[^>]*>Entry ([\d,]+)</.exec(body.toString()) ?? [];
    expect(body.toString()).toContain(signer.origin);
    expect(body.toString()).toContain('href="/log"');
    const { index, extra = '' } = parseProof((await logged.bytes(proof)).body.toString());
    expect([Number(entry), parseEntry(extra.toString())]).toEqual([index, expect.objectContaining({ hash })]);
    // Its text went, and the proof with it.
    await registry.engine.write((db) => redact(db, index, 'court order', 1_800_000_000));
    await registry.publish('ada', 'other', { 'SKILL.md': skillMd('other') });
    await mirrored.snapshot.step();
    expect((await logged.bytes(proof)).status).toBe(404);
    expect((await logged.bytes(path)).body.toString()).not.toContain('/proof"');
  });

  it('is in the feed of a profile: what was withdrawn or decided, and keys, at both hosts', async () => {
    await using logged = await openLogged();
    const { registry, mirrored, signer } = logged;
    const { hash } = await (await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') })).json();
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf', 'two') });
    await registry.publish('ada', 'own', { 'SKILL.md': skillMd('own') });
    await mirrored.snapshot.step();
    const items = async () => {
      const feed = parseXml((await logged.bytes('/ada.rss')).body.toString());
      const all = childOf(feed, 'channel').children.filter(({ name }) => name === 'item');
      return all.map((one) => [childOf(one, 'title').text, childOf(one, 'guid').text]);
    };
    const before = await items();
    registry.clock.now += 60;
    await registry.send('PATCH', '/skills/ada/own', 'ada', { deprecated: true });
    await registry.send('DELETE', `/skills/ada/pdf/versions/${hash}`, 'ada');
    await bindKey(registry, 'ada', newSigner());
    await mirrored.snapshot.step();
    const after = await items();
    const withdrawn = `withdrawn: ada/pdf@${hash.slice(7, 19)}`;
    expect(after.slice(0, 2).map(([title]) => title)).toEqual([withdrawn, 'deprecated: ada/own']);
    expect(after.at(-1)).toEqual([
      expect.stringMatching(/^key bound: SHA256:/),
      expect.stringMatching(/\/activity#key-\d+$/),
    ]);
    const [index] = /\d+$/.exec(after[0]?.[1] ?? '') ?? [];
    expect(after[0]?.[1]).toBe(`${signer.origin}#entry-${index}`);
    expect((await logged.entries())[Number(index)]).toMatchObject({ type: 'version.withdrawn' });
    // What the feed told before keeps its ids; what was withdrawn is published no more.
    expect(after.slice(2, -1)).toEqual(before.filter((_, nth) => nth !== 2));
    await registry.send('DELETE', '/profiles/ada/key', 'ada');
    await registry.send('PATCH', '/skills/ada/own', 'ada', { visibility: 'private' });
    await mirrored.snapshot.step();
    const titles = (await items()).map(([title]) => title);
    expect(titles).toEqual(expect.arrayContaining([withdrawn, expect.stringMatching(/^key revoked: SHA256:/)]));
    expect(titles.join()).not.toContain('own');
  });

  it('loses the text of a skill that went private, and nothing else', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') });
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
    await mirrored.snapshot.step();
    const before = await logged.entries();
    await registry.send('PATCH', '/skills/ada/secret', 'ada', { visibility: 'private' });
    await mirrored.snapshot.step();
    const after = await logged.entries();
    expect(JSON.stringify(after)).not.toContain('secret');
    expect(typesOf(after.slice(before.length))).toEqual(['redacted 1']);
    expect(after[0]).toEqual(before[0]);
    expect(after[2]).toEqual(before[2]);
    await registry.send('PATCH', '/skills/ada/secret', 'ada', { visibility: 'public' });
    await mirrored.snapshot.step();
    expect(typesOf((await logged.entries()).slice(after.length))).toEqual([
      expect.stringMatching(/^version.published ada:secret@/),
    ]);
  });

  it('loses it too where it can’t be extended', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') });
    await mirrored.snapshot.step();
    const shown = async () => (await mirrored.mirror.request('/log/tile/entries/000.p/2')).text();
    expect(await shown()).toContain('ada:secret');
    const dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    await writeFile(join(dataDir, 'log.hold'), 'no checkpoint');
    const restarted = await mirrored.reopened(() => ({ hold: holdIn(dataDir) }));
    await registry.send('PATCH', '/skills/ada/secret', 'ada', { visibility: 'private' });
    await restarted.step();
    expect(await shown()).not.toContain('secret');
    await rm(dataDir, { recursive: true });
  });

  it('signs nothing where the store has less than was published', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
    await mirrored.snapshot.step();
    const shown = (await logged.bytes('/log/checkpoint')).body.toString();
    const lost = parseCheckpoint(shown).size - 1;
    await registry.engine.write(async (db) => {
      await db.deleteFrom('log_entries').where('number', '>=', lost).execute();
      await db.deleteFrom('log_hashes').where('number', '>=', lost).where('level', '=', 0).execute();
      await db.deleteFrom('log_checkpoints').execute();
    });
    await registry.publish('ada', 'other', { 'SKILL.md': skillMd('other') });
    await mirrored.snapshot.step();
    expect(mirrored.alarms).toEqual([expect.stringContaining('nothing is signed')]);
    const now = await mirrored.mirror.request('/log/checkpoint');
    expect(await now.text()).toBe(shown);
    expect((await mirrored.mirror.request('/api/v1/skills/ada/other')).status).toBe(200);
  });

  it('says so as soon as a builder starts on a store that lacks what was published', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
    await mirrored.snapshot.step();
    await registry.engine.write(async (db) => {
      for (const table of ['log_checkpoints', 'log_hashes', 'log_entries'] as const)
        await db.deleteFrom(table).execute();
    });
    await (await mirrored.reopened()).step();
    expect(mirrored.alarms).toEqual([expect.stringContaining('nothing is signed')]);
  });

  it('tells nothing of a version that was held for as long as it was there', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
    const { hash } = await (await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf', 'Held.') })).json();
    await registry.engine.write((db) =>
      db.updateTable('versions').set({ scan_status: 'incomplete' }).where('hash', '=', hash).execute(),
    );
    await mirrored.snapshot.step();
    expect((await registry.send('DELETE', `/skills/ada/pdf/versions/${hash}`, 'ada')).status).toBe(200);
    await mirrored.snapshot.step();
    expect(JSON.stringify(await logged.entries())).not.toContain(hash);
  });

  it('catches up with what a program did that knows of no log: what it published, and what it made private', async () => {
    await using logged = await openLogged();
    const { registry, mirrored } = logged;
    for (const slug of ['hidden', 'kept']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await mirrored.snapshot.step();
    await registry.publish('ada', 'later', { 'SKILL.md': skillMd('later') });
    await registry.send('PATCH', '/skills/ada/hidden', 'ada', { visibility: 'private' });
    await registry.engine.write((db) => db.deleteFrom('log_queue').execute());
    const restarted = await mirrored.reopened();
    for (let step = 0; step < 3; step += 1) await restarted.step();
    const entries = await logged.entries();
    expect(JSON.stringify(entries)).not.toContain('hidden');
    const subjects = entries.map(({ subject = '' }) => String(subject).replace(/@.*/, ''));
    expect(subjects.filter((subject) => subject.includes(':'))).toEqual(['ada:kept', 'ada:later']);
  });

  it('has no checkpoint by a key that was replaced while its builder was at work', async () => {
    await using registry = await openRegistry();
    const { engine } = registry;
    const dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    const place = { dataDir, site: { mirrorUrl: 'http://mirror.test' } };
    const [signer, now] = [await openSigner(place), 1_790_000_000];
    await extending(engine, signer)(now);
    for (const nth of [1, 2]) {
      await registry.publish('ada', `skill-${nth}`, { 'SKILL.md': skillMd(`skill-${nth}`) });
      let writes = 0;
      const slow: Engine = {
        ...engine,
        db: engine.db,
        write: async (work, scope) => {
          writes += 1;
          if (writes === nth) await adoptLog(engine, place, 'Replaced', now);
          return engine.write(work, scope);
        },
      };
      const before = nth === 1 ? signer : await openSigner(place);
      expect(await extending(slow, before)(now), `before write ${nth}`).toBe('other key');
      const notes = await engine.db.selectFrom('log_checkpoints').select('note').execute();
      expect(notes.filter(({ note }) => note.startsWith(`${before.origin}\n`))).toEqual([]);
    }
    await rm(dataDir, { recursive: true });
  });

  it('has a page that names its key and those before it, with why a new log began', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    const place = { dataDir, site: { mirrorUrl: 'http://mirror.test' } };
    await using logged = await openLogged({ signer: await openSigner(place) });
    const { registry, mirrored, signer } = logged;
    const shown = async () => textOf((await logged.bytes('/log')).body.toString());
    await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
    await mirrored.snapshot.step();
    expect(await shown()).toContain(`Verifier key ${signer.verifier} Since`);
    const next = await adoptLog(registry.engine, place, 'The disk of 3 May was lost', registry.clock.now);
    await mirrored.snapshot.step();
    const page = await shown();
    expect(page).toContain(`Verifier key ${next.verifier} Since`);
    expect(page).toContain('A new log began with it. The operator’s reason: The disk of 3 May was lost');
    expect(page.slice(page.indexOf('Earlier keys'))).toContain(`${signer.verifier} Of the log mirror.test/log`);
    await rm(dataDir, { recursive: true });
  });

  it('is cosigned by its witnesses, and by none once it has another history', async () => {
    const signer = testSigner();
    const folder = await mkdtemp(join(tmpdir(), 'witness-'));
    await using witness = await startWitness([folder, '--log', signer.verifier, '--name', 'witness.test/w']);
    const witnesses = [{ url: witness.address, vkey: witness.vkey }];
    const cosigned = (note: string) => openNote(note, [parseVerifier(signer.verifier), parseVerifier(witness.vkey)]);
    {
      await using logged = await openLogged({ signer, witnesses });
      for (const slug of ['pdf', 'sums', 'more']) {
        await logged.registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
        await expect
          .poll(async () => {
            await logged.mirrored.snapshot.step();
            const { body } = await logged.bytes('/log/checkpoint');
            return cosigned(body.toString()).signatures.map(({ name }) => name);
          })
          .toEqual([signer.origin, 'witness.test/w']);
      }
      await logged.entries();
      expect(logged.mirrored.alarms).toEqual([]);
    }
    // The same key, and nothing of what was before.
    await using other = await openLogged({ signer, witnesses });
    for (const slug of ['a', 'b', 'c', 'd']) await other.registry.publish('eve', slug, { 'SKILL.md': skillMd(slug) });
    await expect
      .poll(async () => {
        await other.mirrored.snapshot.step();
        return other.mirrored.alarms;
      })
      .toEqual([expect.stringContaining('The witness witness.test/w does not cosign')]);
    const { body } = await other.bytes('/log/checkpoint');
    expect(cosigned(body.toString()).signatures.map(({ name }) => name)).toEqual([signer.origin]);
    await rm(folder, { recursive: true });
  });
});
