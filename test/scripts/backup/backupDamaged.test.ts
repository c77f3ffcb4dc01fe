import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cutShort, flip } from '../../damaged.ts';
import { json } from '../outside.ts';
import { operator } from '../process.ts';
import { end, filesIn, lose, newBackedUp, slugsIn } from './backedUp.ts';

describe('a backup that is damaged', () => {
  it('is named, and restored to the last whole write before that, or not at all', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    for (let number = 0; number < 4; number += 1) {
      await place.publish(`one-${number}`);
      await wait(700);
    }
    await end(origin);
    const all = await slugsIn(place);
    const files = await filesIn(place.dir);
    const [first = '', second = '', third = ''] = files.filter((file) => /\d{10}-\d{10}$/.test(file));
    const piece = files.find((file) => file.includes('/pieces/')) ?? '';
    const base = files.find((file) => file.endsWith('/base')) ?? '';
    // What is there of four: everything, a part that ends before the damage, or nothing that could be restored.
    const harms: [string, 'a part' | 'nothing', () => Promise<unknown>][] = [
      [second, 'a part', () => rm(second)],
      [second, 'a part', () => cp(third, second)],
      [first, 'a part', async () => truncate(first, (await readFile(first)).length - 1)],
      [third, 'a part', () => cutShort(third)],
      [third, 'a part', () => flip(third)],
      [piece, 'nothing', () => flip(piece)],
      [piece, 'nothing', () => rm(piece)],
      [base, 'nothing', () => flip(base)],
    ];
    const sound = join(place.folder, 'sound');
    await cp(place.dir, sound, { recursive: true });
    for (const [file, left, harm] of harms) {
      await harm();
      const name = file.slice(place.dir.length + 1);
      const verified = await operator(place, 'backup', '--verify');
      expect([verified.code, verified.output]).toEqual([1, expect.stringContaining(name)]);
      expect((await json(place, 'backup', '--verify')).said.problems.join()).toContain(name);
      await lose(place);
      const restored = await operator(place, 'restore');
      expect([restored.code, restored.output]).toEqual([1, expect.stringContaining(name)]);
      if (left === 'nothing') expect(restored.output).not.toContain('Restored');
      else {
        expect(restored.output).toMatch(/^Restored \d skills?, .*the state of \d{4}-.*\nDAMAGED: .*\nStart/);
        const there = await slugsIn(place);
        expect(there.size).toBeLessThan(all.size);
        expect(there.isSubsetOf(all)).toBe(true);
        expect((await operator(place, 'doctor', '--stopped')).output).toMatch(/ok {4}store/);
      }
      await rm(place.dir, { recursive: true });
      await cp(sound, place.dir, { recursive: true });
    }
    expect((await operator(place, 'restore')).code).toBe(0);
    expect(await slugsIn(place)).toEqual(all);
  });

  it('is restored from the day before where the newest base is lost', async () => {
    await using place = await newBackedUp();
    for (const slug of ['first', 'second']) {
      const origin = await place.origin();
      await place.publish(slug);
      await end(origin);
    }
    const base = (await filesIn(place.dir)).filter((file) => file.endsWith('/base')).at(-1) ?? '';
    await flip(base);
    await lose(place);
    const { code, output } = await operator(place, 'restore');
    expect([code, output]).toEqual([1, expect.stringContaining(`DAMAGED: ${base.slice(place.dir.length + 1)}`)]);
    expect(await slugsIn(place)).toEqual(new Set(['first']));
  });

  it('or locked by another key is refused, with what to do', async () => {
    await using place = await newBackedUp();
    await end(await place.origin());
    await writeFile(join(place.folder, 'other'), 'cd'.repeat(32));
    await writeFile(join(place.folder, 'none'), 'a password');
    const restored = async (file: string) =>
      (await operator({ environment: { ...place.environment, BACKUP_KEY_FILE: file } }, 'restore')).output;
    expect(await restored(join(place.folder, 'other'))).toMatch(/^BACKUP_KEY_FILE has another key than .*\n$/);
    expect(await restored('')).toMatch(/is encrypted\. Set BACKUP_KEY_FILE\.\n$/);
    expect(await restored(join(place.folder, 'none'))).toBe(
      'BACKUP_KEY_FILE: the key must be 64 hexadecimal digits: openssl rand -hex 32\n',
    );
  });

  it('while it grows is begun again with a new base, and told of', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    await place.publish('one');
    await expect.poll(async () => (await filesIn(place.dir)).some((file) => /\d{10}-\d{10}$/.test(file))).toBe(true);
    const [segment = ''] = (await filesIn(place.dir)).filter((file) => /\d{10}-\d{10}$/.test(file));
    await flip(segment);
    let count = 0;
    await expect
      .poll(async () => {
        count += 1;
        await place.publish(`more-${count}`);
        return origin.output();
      })
      .toMatch(/is damaged\.[\s\S]*the store is copied to/);
    await end(origin);
    const all = await slugsIn(place);
    await lose(place);
    expect((await operator(place, 'restore')).code).toBe(0);
    expect(await slugsIn(place)).toEqual(all);
  });
});
