import { copyFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { refusalOf } from '../answers.ts';
import { spoilPage } from '../damaged.ts';
import { engineNames, newFile } from '../engines.ts';
import { openRegistry, skillMd } from '../registry.ts';
import { addKit } from '../scene.ts';

const refusedForNow = async (response: Response) => {
  const pause = Number(response.headers.get('retry-after'));
  const { code, message } = await refusalOf(response);
  return [code, response.status, pause > 0, /sqlite|blob|malformed/i.test(message)];
};
const refused = ['unavailable', 503, true, false];

describe.each(engineNames)('a content of the store on %s', (name) => {
  it.each(['missing', 'damaged'])(
    'that is %s is never sent as anything else, and holds up nothing else',
    async (how) => {
      await using registry = await openRegistry(name);
      const files = { 'SKILL.md': skillMd('sums'), 'a.txt': 'one and two', 'b.txt': 'three' };
      const { hash } = (await (await registry.publish('ada', 'sums', files)).json()) as { hash: string };
      const one = registry.engine.db.selectFrom('version_files').select('hash').where('path', '=', 'a.txt');
      await registry.engine.write(async (db) => {
        if (how === 'missing') await db.deleteFrom('blobs').where('hash', 'in', one).execute();
        else
          await db
            .updateTable('blobs')
            .set({ bytes: Buffer.from('one and too') })
            .where('hash', 'in', one)
            .execute();
      });
      const read = (path: string) => registry.get(`/skills/ada/sums/versions/${hash}/file?path=${path}`);
      expect(await refusedForNow(await read('a.txt'))).toEqual(refused);
      expect(await refusedForNow(await registry.get(`/skills/ada/sums/versions/${hash}/bundle`))).toEqual(refused);
      for (const path of ['b.txt', 'SKILL.md']) expect((await read(path)).status).toBe(200);
      expect((await registry.get('/skills/ada/sums')).status).toBe(200);

      // Who has the bytes still brings them back by publishing them, under whatever name.
      expect(
        (await registry.publish('grace', 'other', { 'SKILL.md': skillMd('other'), 'a.txt': 'one and two' })).status,
      ).toBe(201);
      expect(await (await read('a.txt')).json()).toMatchObject({ text: 'one and two' });
    },
  );
});

describe('a page of the store', () => {
  it.each(['kits', 'sqlite_autoindex_kits_1'])(
    'that is damaged, of %s, is 503 where it is needed and nowhere else',
    async (name) => {
      const place = await newFile();
      await using first = await openRegistry('sqlite', { engine: await openSqlite(place.file) });
      const { hash } = (await (await first.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') })).json()) as {
        hash: string;
      };
      await addKit(first, 'ada', 'tools', ['ada:sums']);
      await first.engine.close();
      await copyFile(place.file, `${place.file}.whole`);
      await spoilPage(place.file, name);

      await using registry = await openRegistry('sqlite', { engine: await openSqlite(place.file) });
      expect(await refusedForNow(await registry.get('/kits/by-handle/ada/tools'))).toEqual(refused);
      const kit = { owner: 'ada', slug: 'more', name: 'More', visibility: 'public' };
      expect(await refusedForNow(await registry.send('POST', '/kits', 'ada', kit))).toEqual(refused);
      expect((await registry.get(`/skills/ada/sums/versions/${hash}/files`)).status).toBe(200);
      expect((await registry.publish('ada', 'sorts', { 'SKILL.md': skillMd('sorts') })).status).toBe(201);
      await place.remove();
    },
  );
});
