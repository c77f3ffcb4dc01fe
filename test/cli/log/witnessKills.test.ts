import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier, verifierText } from '../../../origin/log/note.ts';
import { type Growing, growing, type LocalWitness, post, startWitness } from './localWitness.ts';

/** `npm run witnesses` kills 1,000. */
const kills = Number(process.env['KILLS'] ?? 30);
const killer = join(import.meta.dirname, '../processes/killAt.ts');
const most = 4096;

it(`killed ${kills} times at random, a witness never forgets nor contradicts what it cosigned`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'witness-kills-'));
  const log = growing(undefined, { most });
  const other = growing(log.signer, { most, forkedAt: 1 });
  const args = [join(folder, 'witness'), '--log', verifierText(log.signer), '--name', 'witness.example/w'];
  /** What anyone ever got a cosignature of. */
  const roots = new Map<number, string>();
  let [cosigned, sent, killed, vkey] = [0, 0, 0, ''];

  /** Sends it one checkpoint after another, until it is gone. */
  const feed = async (witness: LocalWitness, times: number) => {
    for (let count = 0; count < times; count++) {
      const size = await knownTo(witness, log);
      const next = Math.min(most - 1, size + 1);
      sent = next;
      const { status, text } = await post(witness.address, await log.asked(size, next));
      expect(status).toBe(200);
      const opened = openNote((await log.checkpoint(next)) + text, [parseVerifier(witness.vkey)]);
      const { root } = parseCheckpoint(opened.text);
      expect(roots.get(next) ?? root.toString('hex')).toBe(root.toString('hex'));
      roots.set(next, root.toString('hex'));
      cosigned = next;
    }
  };

  try {
    for (let kill = 0; kill < kills; kill++) {
      // During an operation on files, or at any time. It starts with some seventy, and has nine a checkpoint.
      const inOperation = kill % 3 !== 2;
      const environment = { KILL_AT: String(1 + Math.floor(Math.random() * 280)), KILL_DELAY: String(kill % 4) };
      const circumstances = `kill ${kill}: ${JSON.stringify(environment)}`;
      const start = inOperation ? { node: ['--import', killer], environment } : {};
      const starting = await startWitness(args, start).catch((error: Error) => error);
      if (starting instanceof Error) expect(starting.message, circumstances).toMatch(/^It ended with SIGKILL/);
      else {
        const random = Math.random() * 100;
        if (!inOperation) void wait(random).then(() => starting.child.kill('SIGKILL'));
        await feed(starting, 40).catch((error: Error) =>
          expect(error.message, circumstances).toMatch(/fetch failed|terminated/),
        );
        starting.child.kill('SIGKILL');
        expect(await starting.ended, circumstances).toBe('SIGKILL');
      }
      killed += 1;

      await using after = await startWitness(args);
      // The key that once printed a cosignature is the key for ever.
      if (roots.size > 0 && vkey) expect(after.vkey, circumstances).toBe(vkey);
      if (roots.size > 0) vkey ||= after.vkey;
      const known = await knownTo(after, log);
      // What was cosigned, or the one that was being cosigned.
      expect(known, circumstances).toBeGreaterThanOrEqual(cosigned);
      expect(known, circumstances).toBeLessThanOrEqual(Math.max(sent, cosigned));
      if (known > 1) {
        for (const to of [known, Math.min(most, known + 5)]) {
          expect((await post(after.address, await other.asked(known, to))).status, circumstances).toBe(422);
        }
      }
    }
    console.info(`${killed} kills, ${roots.size} sizes cosigned, none twice with another root, none forgotten`);
    expect(roots.size).toBeGreaterThan(kills / 3);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 3_600_000);

/** Asked with a size that it does not have, it says which it has. */
async function knownTo(witness: LocalWitness, log: Growing): Promise<number> {
  const { status, text } = await post(witness.address, await log.asked(most, most));
  expect(status).toBe(409);
  return Number(text);
}
