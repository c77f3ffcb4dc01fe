import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { PackedFile } from '../../../mirror/followers/pack/shapes.ts';
import { publishTo } from '../log/logScene.ts';
import { type Copied, expectEqual, lyingWith, makePrivate, openCopied, packAnswer } from './mirrorScene.ts';

const isFile = (item: object): item is PackedFile => 'file' in item;

/** As a registry answers that has no bytes for these files. */
const losing = (ending: string) =>
  lyingWith(({ items }: Pack) => {
    for (const item of items.filter(isFile).filter(({ file }) => file.endsWith(ending)))
      Object.assign(item, { as: 'none', body: new Uint8Array() });
  });

async function says(copied: Copied, said: RegExp, ...args: string[]): Promise<void> {
  const { ended, stdout, stderr } = await copied.run(...args);
  expect([ended, stdout], stderr).toEqual([args.includes('--check') ? 1 : 0, expect.stringMatching(said)]);
}

it('mirror says each time which files the registry had lost, until --full fetches them', async () => {
  await using copied = await openCopied();
  await publishTo(copied.served, 'ada:pdf');
  copied.served.tamper = losing('pdf/getSkill.json');
  const missing =
    /Not there, since the registry had lost them: \S+pdf\/getSkill\.json\. Once it has them again, --full/;
  await says(copied, missing);
  await says(copied, missing);
  await says(copied, /pdf\/getSkill\.json is missing: the registry had lost it\n/, '--check');
  delete copied.served.tamper;
  await says(copied, /1 version against the log\.\n$/, '--full');
  await expectEqual(copied);
});

it('mirror says each time which files it has as they were before, since the registry lost the new ones', async () => {
  await using copied = await openCopied();
  await publishTo(copied.served, 'ada:pdf');
  await copied.run();
  await publishTo(copied.served, 'ada:pdf', 'two');
  copied.served.tamper = losing('pdf/getSkill.json');
  const outdated = /As they were before, since the registry had lost the new ones: \S+pdf\/getSkill\.json\. Once/;
  await says(copied, outdated);
  delete copied.served.tamper;
  await says(copied, outdated);
  await says(copied, /pdf\/getSkill\.json is as it was before: the registry had lost the new one\n/, '--check');
  await says(copied, /2 versions against the log\.\n$/, '--full');
  await expectEqual(copied);
});

it('mirror forgets the name of a file that the registry had lost once that went private, also in a first copy', async () => {
  await using copied = await openCopied();
  const { served } = copied;
  await publishTo(served, 'ada:secret-name');
  const lose = losing('secret-name/getSkill.json');
  // Cut short after its first pack.
  served.tamper = async (path, answer) => {
    const lost = await lose(path, answer);
    if (path !== '/api/v1/mirror/changes') return lost;
    const { head, items, end } = parsePack(Buffer.from(await lost.arrayBuffer()));
    served.isAway = true;
    return packAnswer(formatPack(head, items, { ...end, isComplete: false }));
  };
  expect((await copied.run()).ended).not.toBe(0);
  served.isAway = false;
  delete served.tamper;
  await makePrivate(copied, 'secret-name');
  await served.publishSnapshot();
  await says(copied, /0 versions against the log\.\n$/);
  await expectEqual(copied);
  const files = await readdir(copied.folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    expect(await readFile(join(file.parentPath, file.name), 'utf8'), file.name).not.toContain('secret-name');
});
