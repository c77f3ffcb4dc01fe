/** Writes that an origin answers, and versions that are scanned again. */

import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import type { Write } from '../act.ts';
import { perform } from '../acts.ts';
import type { Scenario } from '../explore.ts';
import {
  copyOfDisk,
  dataIn,
  isClean,
  publishing,
  recovered,
  registryDisk,
  rescanOf,
  send,
  sendOf,
  versionPath,
} from './registryDisk.ts';

/** Writes, each with what a read answers once it is there, and while it is not. */
const writes: { write: Write; shows: [path: string, after: number, before: number] }[] = [
  { write: publishing('fresh', '1.0.0'), shows: [`${versionPath('fresh', '1.0.0')}/bundle`, 200, 404] },
  { write: publishing('kept', '2.0.0'), shows: [`${versionPath('kept', '2.0.0')}/bundle`, 200, 404] },
  {
    write: { method: 'DELETE', path: versionPath('kept', '1.0.0') },
    shows: [`${versionPath('kept', '1.0.0')}/bundle`, 404, 200],
  },
  {
    write: { method: 'POST', path: '/kits', body: { owner: 'ada', slug: 'tools', name: 'Tools' } },
    shows: ['/kits/by-handle/ada/tools', 200, 404],
  },
];

export async function originScenarios(): Promise<Scenario[]> {
  const { token } = await registryDisk();
  const publish: Scenario = {
    name: 'publish and other writes',
    prepare: async (root) => void (await copyOfDisk(root)),
    act: (root) =>
      sendOf(
        root,
        token,
        writes.map(({ write }) => write),
      ),
    isClean,
    check: async (root, told, note) => {
      const reads = writes.map(({ shows: [path] }) => ({ method: 'GET', path }));
      const statuses = await send(root, token, reads);
      const wrong = writes.flatMap(({ shows: [path, after, before] }, index) => {
        const status = statuses[index] ?? 0;
        if (told.includes(String(index))) return status === after ? [] : [`lost: ${path} answers ${status}`];
        return [after, before].includes(status) ? [] : [`${path} answers ${status}`];
      });
      const [next] = await send(root, token, [publishing('after', '1.0.0')]);
      if (next !== 201) wrong.push(`the next publish: ${next}`);
      return [...wrong, ...(await recovered(root, note))];
    },
  };
  const rescan: Scenario = {
    name: 'rescan',
    prepare: async (root) => {
      await copyOfDisk(root);
      const engine = await openSqlite(sqliteFile(dataIn(root)));
      await engine.write((db) => db.updateTable('scans').set({ corpus_version: 1 }).execute());
      await engine.close();
    },
    act: rescanOf,
    isClean,
    check: async (root, told, note) => {
      const wrong: string[] = [];
      const look = async () => {
        const { ended, said } = await perform(rescanOf(root));
        if (ended !== 0) wrong.push(`the next rescan: ${said}`);
        return said;
      };
      const first = await look();
      if (told.includes('ended') && first !== '0 reports') wrong.push(`lost: ${first} once more`);
      if ((await look()) !== '0 reports') wrong.push('it does not end');
      return [...wrong, ...(await recovered(root, note))];
    },
  };
  return [publish, rescan];
}
